"""Hand a command to the process of ``preloaded.py``: ``python -I -S errand.py SOCKET PROGRAM ARGUMENT …``.

This process lends the command its folder, its environment and its standard streams, passes signals on to it, and ends
as it ends. It imports nothing that is not built in, so that it starts at once.
"""

import _socket
import marshal
import os
import signal
import sys

_FORWARDED = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def run(address: str, arguments: list[str]) -> int:
    """The status with which the command ends, as :func:`os.waitpid` tells it."""
    lent = [number for number in range(3) if _is_open(number)]
    server = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    server.connect(address)
    ignored = [int(number) for number in _FORWARDED if signal.getsignal(number) is signal.SIG_IGN]
    errand = marshal.dumps((arguments, os.getcwd(), dict(os.environ), lent, ignored))
    descriptors = b"".join(number.to_bytes(4, sys.byteorder) for number in lent)
    rights = [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, descriptors)] if lent else []
    # The command may be told to end before this process knows which one it is.
    signal.pthread_sigmask(signal.SIG_BLOCK, _FORWARDED)
    server.sendmsg([len(errand).to_bytes(8, "little")], rights)
    server.sendall(errand)
    process = int.from_bytes(server.recv(8), "little")
    for number in _FORWARDED:
        if int(number) not in ignored:
            signal.signal(number, lambda number, frame: os.kill(process, number))
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _FORWARDED)
    answer = server.recv(8)
    if not answer:
        raise SystemExit("the process held ready is gone")
    return int.from_bytes(answer, "little")


def _is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


if __name__ == "__main__":
    status = run(sys.argv[1], sys.argv[2:])
    if os.WIFSIGNALED(status):
        if os.WTERMSIG(status) != signal.SIGKILL:
            signal.signal(os.WTERMSIG(status), signal.SIG_DFL)
        os.kill(os.getpid(), os.WTERMSIG(status))
    os._exit(os.waitstatus_to_exitcode(status))
