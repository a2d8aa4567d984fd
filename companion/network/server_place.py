"""Where a web server listens, apart from the server, whose library takes a while to load."""

from dataclasses import dataclass

from companion.network.certificates import Certificate


@dataclass(frozen=True, slots=True)
class ServerPlace:
    """Where a server listens, and with which certificate: a host's address, and the port that it takes if nobody has it.

    Without a certificate it speaks HTTP, which is for what anybody may read. `is_fixed`: another port will not do.
    """

    host: str
    port: int
    certificate: Certificate | None
    is_fixed: bool = False
