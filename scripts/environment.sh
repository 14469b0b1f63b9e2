# Sourced by run and test: makes .venv when it is missing and installs what is asked for, once for each pyproject.toml.
set -eu
cd "$(dirname "$0")/.."

# environment [EXTRA]: the package with one of its extras.
environment() {
    if [ ! -x .venv/bin/python ]; then
        python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
            echo "strategist needs Python 3.11 or later, this is $(python3 --version)" >&2
            exit 2
        }
        echo "making .venv …" >&2
        python3 -m venv .venv
    fi
    marker=".venv/installed-${1:-package}"
    if [ ! -e "$marker" ] || [ pyproject.toml -nt "$marker" ]; then
        echo "installing what strategist needs into .venv …" >&2
        .venv/bin/python -m pip install --quiet --disable-pip-version-check --editable ".${1:+[$1]}"
        touch "$marker"
    fi
}
