"""How kernels are compiled, kept on disk, loaded and run: all that is to be known of Numba.

It imports ``common`` alone. All private parts of Numba that are used are used here.
"""
