"""Draws a QR code as SVG inside a page."""

import io


def code_svg(words: str) -> str:
    """Return the code of some words, black on white whatever the page's colours are."""
    import segno  # noqa: PLC0415 - only who shows a code waits for it

    drawn = io.BytesIO()
    segno.make(words, error="m", micro=False).save(
        drawn,
        kind="svg",
        xmldecl=False,
        svgns=True,
        scale=6,
        border=4,
        light="#fff",
        dark="#000",
        omitsize=True,
    )
    return drawn.getvalue().decode()
