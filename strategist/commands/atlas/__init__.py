"""The command ``atlas``: the register of proven values, asked, compared with, and repeated."""
