"""Tells who sends a request: from which address, and from a page of which server."""

from starlette.requests import Request


def caller_address(request: Request) -> str:
    """Return the address from which a request came."""
    return request.client.host if request.client else ""


def is_own(request: Request) -> bool:
    """Tell whether a request comes from a page of this server, or from no page at all."""
    origin = request.headers.get("origin")
    return origin is None or origin == f"{request.scope['scheme']}://{request.headers.get('host', '')}"
