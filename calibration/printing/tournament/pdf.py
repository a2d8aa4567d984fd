"""Draws a list or slips of a tournament as a PDF file, on A4, for who asks for the file alone."""

from calibration.printing.language import PrintLanguage
from calibration.printing.paper import A4
from calibration.printing.tournament.lists import draw_list
from calibration.printing.tournament.slips import draw_slips
from companion.hall.tournament.sheets import ListSheet, ResultSlip


def tournament_pdf(what: ListSheet | tuple[ResultSlip, ...], language: str) -> bytes:
    """Return the PDF of a list, or of slips, in a language."""
    spoken = PrintLanguage(language)
    drawn = draw_slips(what, A4, spoken) if isinstance(what, tuple) else draw_list(what, A4, spoken)
    return drawn.pdf
