# Sourced by run and test: makes .venv if it is missing, and installs the package in it once per pyproject.toml.
set -eu
cd "$(dirname "$0")/.."

# environment [EXTRA]: the package with one of its extras, by default with all that a search needs.
environment() {
    if [ ! -x .venv/bin/python ]; then
        python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
            echo "strategist needs Python 3.11 or later, this is $(python3 --version)" >&2
            exit 2
        }
        echo "making .venv …" >&2
        python3 -m venv .venv
    fi
    marker=".venv/installed-${1:-search}"
    if [ ! -e "$marker" ] || [ pyproject.toml -nt "$marker" ]; then
        # What the tests need is 1.3 GB: pip shows what it does.
        quiet=--quiet
        [ "${1:-search}" != test ] || quiet=
        echo "installing what strategist needs into .venv …" >&2
        # shellcheck disable=SC2086
        .venv/bin/python -m pip install $quiet --disable-pip-version-check --editable ".[${1:-search}]"
        touch "$marker"
    fi
}
