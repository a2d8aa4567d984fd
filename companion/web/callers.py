"""Tells who asks for a page."""

from starlette.requests import Request


def caller_address(request: Request) -> str:
    """Return the address from which a request came."""
    return request.client.host if request.client else ""
