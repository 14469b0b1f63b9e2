"""How kernels are compiled, kept on disk, loaded and run: all that is to be known of Numba.

It imports ``common`` alone. Numba is imported only to compile: code that is kept is loaded by llvmlite and called by
ctypes, both as documented. All private parts of Numba that are used are used here, behind one switch
(:mod:`~strategist.search.kernels.numba.switch`).

What each device is worth: processor seconds of ``strategist compile "mastermind(4,6)"`` with ``minimax`` and with
``optimal(total)``, Python 3.11, Numba 0.68, on a busy machine of two cores, where such figures vary by a tenth.

=================================  ==============  ==============  ================================================
first use, nothing kept            minimax         optimal         files
=================================  ==============  ==============  ================================================
all devices, in one process        7               12
no parts: each function compiled   × 2.1           × 2.1           ``parts``
to the end on its own
tuples by value                    + 0.9           + 5             ``borrowed``, ``borrowed_types``
no room for frames                 + 0.9                           ``waiting``
collection of garbage              + 0.6                           ``waiting``
no second process                  none; the first waits 3 less    ``apart``, ``second``
``STRATEGIST_NUMBA=plain``         24              42
=================================  ==============  ==============  ================================================

=================================  ==============  ==============  ================================================
each later use, all code kept      minimax         optimal         files
=================================  ==============  ==============  ================================================
loaded without Numba               0.35, 93 MiB    0.46, 103 MiB   ``lazy``, ``machine``, ``borrowed``, ``codecache``
loaded with Numba, as its cache    1.0, 160 MiB    1.2, 172 MiB
would be
``STRATEGIST_NUMBA=plain``         24              42              it keeps nothing
=================================  ==============  ==============  ================================================

A call of a kernel takes some five microseconds. Loops in kernels are as fast in all ways. What saved less than a
twentieth was dropped (no wrappers for C, one pass of optimization instead of two, flags of Numba compared as
dictionaries), and what patched a class of Numba for everybody in the process (answers about calls, remembered: a tenth
of the first use).
"""
