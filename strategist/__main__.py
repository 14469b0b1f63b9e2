"""The start of the command, as ``strategist`` and as ``python -m strategist``.

The rest is imported under the same ``try`` that it runs under, so Ctrl-C ends the command with one line however early
it comes.
"""


def main() -> None:
    """The entry point of the command ``strategist``."""
    try:
        from strategist.commands import cli

        cli.main()
    except KeyboardInterrupt:
        from strategist.common.interrupts import leave

        leave()


if __name__ == "__main__":
    main()
