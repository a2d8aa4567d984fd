"""Where a web server listens, apart from the server, whose library takes a while to load."""

from dataclasses import dataclass

from companion.network.certificates import Certificate


@dataclass(frozen=True, slots=True)
class ServerPlace:
    """Where a server listens: on a host's address and, if it is free, a port; and with which certificate.

    Without a certificate it speaks HTTP, which is for what anybody may read. `is_fixed`: another port will not do.
    """

    host: str
    port: int
    certificate: Certificate | None
    is_fixed: bool = False
