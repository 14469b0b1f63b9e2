"""``python -m strategist``."""

from strategist.cli import main

if __name__ == "__main__":
    main()
