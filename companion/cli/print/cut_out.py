"""Prints the parts of a mat that are cut out, tokens and command cards, with the same options and the same output."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.cli.options import add_data
from companion.cli.print.options import Said, add_game, add_language, add_output, add_paper, language_of
from companion.errors import CompanionError
from companion.mat import Mat
from companion.storage.mats import mat_of
from companion.storage.places import places
from companion.words import Text

if TYPE_CHECKING:
    from calibration.printing.language import PrintLanguage
    from calibration.printing.paper import PaperSize
    from calibration.printing.pen import Document

Draw = Callable[[Mat, "PrintLanguage", "PaperSize"], "Document"]


def add_arguments(parser: ArgumentParser, said: Said) -> None:
    """Add the options for game, paper, language and file."""
    add_game(parser, said)
    add_paper(parser, said)
    add_language(parser, said)
    add_output(parser, said)
    add_data(parser, said)


def deliver_for(args: Namespace, mat: Mat, draw: Draw, name: str) -> int:
    """Draw a document for a mat and write it; `name` is the file's, before the game's."""
    # Imported here: no other command waits for the PDF library.
    from calibration.printing.language import PrintLanguage  # noqa: PLC0415
    from calibration.printing.paper import PAPERS  # noqa: PLC0415
    from companion.cli.print.output import deliver  # noqa: PLC0415

    deliver(draw(mat, PrintLanguage(language_of(args)), PAPERS[args.paper]), args, f"{name}-{args.game}.pdf")
    return 0


def mat_with(args: Namespace, has: Callable[[Mat], bool], lacks: Text) -> Mat:
    """Return the game's mat. Raises `CompanionError`, which says what the mat lacks."""
    mat = mat_of(args.game, places(args.data).catalogues)
    if not has(mat):
        raise CompanionError(lacks)
    return mat
