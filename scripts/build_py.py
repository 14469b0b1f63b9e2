"""The step of a build that puts the strategies that ship into the package, as ``strategist/library/``."""

from __future__ import annotations

from pathlib import Path

from setuptools.command.build_py import build_py

LIBRARY = Path("strategies")


class BuildWithLibrary(build_py):
    """What setuptools does, and the files of ``strategies/``. In an editable install the package finds them there."""

    def _library(self) -> dict[Path, Path]:
        """Where each file goes, and where it comes from."""
        folder = Path(self.build_lib, "strategist", "library")
        return {folder / path.name: path for path in sorted(LIBRARY.iterdir()) if path.suffix != ".md"}

    def run(self) -> None:
        super().run()
        if not self.editable_mode:
            for target, source in self._library().items():
                self.mkpath(str(target.parent))
                self.copy_file(str(source), str(target))

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:
        library = [] if self.editable_mode else map(str, self._library())
        return [*super().get_outputs(include_bytecode), *library]

    def get_source_files(self) -> list[str]:
        # What a source distribution holds, so that a wheel can be built from it.
        return [*super().get_source_files(), *map(str, self._library().values()), "scripts/build_py.py"]
