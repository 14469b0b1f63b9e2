"""How kernels are compiled, kept on disk, loaded and run: all that is to be known of Numba.

It imports ``common`` alone. Numba is imported only to compile: llvmlite loads kept code, and ctypes calls it. All
private parts of Numba that are used are used here, behind one switch (``switch.py``, which says what each is worth).
"""
