"""The headers with which each page goes out: no script and no style but our own files, no frames, nothing kept."""

_OWN = "'self'"


def policy(**allowed: str) -> str:
    """Return a content security policy: nothing is allowed but scripts, styles, fonts and connections of the page's own
    server, and what is named, such as `img_src="'self' blob:"`.
    """
    rules = {
        "default-src": "'none'",
        "script-src": _OWN,
        "style-src": _OWN,
        "font-src": _OWN,
        "connect-src": _OWN,
        "img-src": _OWN,
        "base-uri": "'none'",
        "form-action": _OWN,
        "frame-ancestors": "'none'",
    } | {name.replace("_", "-"): value for name, value in allowed.items()}
    return "; ".join(f"{name} {value}" for name, value in rules.items())


def safe_headers(security: str | None = None, features: str = "") -> dict[str, str]:
    """Return the headers; `security` is a `policy`, `features` what the page may use of the device."""
    return {
        "Content-Security-Policy": security or policy(),
        "Permissions-Policy": features or "camera=(), microphone=(), geolocation=()",
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Cache-Control": "no-store",
    }
