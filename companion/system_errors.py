"""Describes errors of the operating system in plain words, in both languages.

The kind is told by its number, not by its sentence, which changes from system to system. What is not in the table keeps
the system's words, in brackets, for who will be asked about it.
"""

import errno
import socket

from companion.words import N_, Text

KINDS: dict[int, str] = {
    errno.ENOENT: N_("there is no such file or folder"),
    errno.ENOTDIR: N_("a part of its path should be a folder and is not one"),
    errno.EISDIR: N_("this is a folder, not a file"),
    errno.EEXIST: N_("something of that name is there already"),
    errno.ENOTEMPTY: N_("the folder is not empty"),
    errno.ENAMETOOLONG: N_("the name is too long"),
    errno.ELOOP: N_("its links lead round in a circle"),
    errno.EACCES: N_("this user has no permission"),
    errno.EPERM: N_("this user has no permission"),
    errno.EROFS: N_("the disk can only be read, not written"),
    errno.ENOSPC: N_("the disk is full; make room on it"),
    errno.EDQUOT: N_("this user's share of the disk is full; make room in it"),
    errno.EFBIG: N_("the file would be too large for this place"),
    errno.EIO: N_("the disk or the device fails"),
    errno.EBUSY: N_("another program is using it"),
    errno.EAGAIN: N_("another program is using it"),
    errno.ETXTBSY: N_("another program is using it"),
    errno.ENODEV: N_("there is no such device"),
    errno.ENXIO: N_("there is no such device"),
    errno.ENOTTY: N_("it is not that kind of device"),
    errno.EMFILE: N_("too many files are open"),
    errno.ENFILE: N_("too many files are open"),
    errno.ENOMEM: N_("there is no memory left"),
    errno.ENOEXEC: N_("this is not a program for this kind of machine"),
    errno.EPIPE: N_("the program that was reading has ended"),
    errno.ECONNREFUSED: N_("the machine is there, but nothing answers at that number"),
    errno.ECONNRESET: N_("the other end closed the connection"),
    errno.ECONNABORTED: N_("the other end closed the connection"),
    errno.EHOSTUNREACH: N_("that machine cannot be reached"),
    errno.EHOSTDOWN: N_("that machine cannot be reached"),
    errno.ENETUNREACH: N_("this machine has no network connection to that address"),
    errno.ENETDOWN: N_("this machine has no network connection to that address"),
    errno.ETIMEDOUT: N_("no answer came in time"),
    errno.EADDRINUSE: N_("another program has taken that number"),
}
"""The sentence for each kind of error: the end of a sentence, after a colon."""
_IS_PLAIN = N_("another program answers there, without a secure connection")
SECURED: dict[str, str] = {
    "WRONG_VERSION_NUMBER": _IS_PLAIN,
    "UNKNOWN_PROTOCOL": _IS_PLAIN,
    "HTTP_REQUEST": _IS_PLAIN,
    "CERTIFICATE_VERIFY_FAILED": N_("its certificate is not the one that is known here"),
    "UNEXPECTED_EOF_WHILE_READING": N_("the other end closed the connection"),
}
"""The same for the reasons that OpenSSL gives."""
OTHERWISE_SECURED = N_("no secure connection can be made ({words})")


def system_says(problem: BaseException) -> Text:
    """Describe an error of the operating system as the end of a sentence; also a file name that no file can have."""
    match problem:
        case OSError() if type(problem).__module__ == "ssl":
            # Its numbers are its own.
            reason = str(getattr(problem, "reason", ""))
            return Text(SECURED.get(reason, OTHERWISE_SECURED), words=_own_words(problem))
        case socket.gaierror():
            return Text("this name is unknown on the network")
        case OSError(errno=int(number)) if number in KINDS:
            return Text(KINDS[number])
        case TimeoutError():
            return Text(KINDS[errno.ETIMEDOUT])
        case ConnectionError():
            return Text(KINDS[errno.ECONNRESET])
        case MemoryError():
            return Text(KINDS[errno.ENOMEM])
        case UnicodeError():
            return Text("the file contains bytes that are not text")
        case ValueError() if "null" in str(problem):
            return Text("no file can have that name")
        case _:
            return Text("an unusual fault of the system ({words})", words=_own_words(problem))


def _own_words(problem: BaseException) -> str:
    said = problem.strerror if isinstance(problem, OSError) else None
    return " ".join((said or str(problem) or type(problem).__name__).split())[:160]
