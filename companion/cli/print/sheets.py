"""`companion print`: a game's mat, cards, tokens, command cards, parts and rules, and the sheets for calibration."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.cli.options import add_data
from companion.cli.print.output import (
    A3,
    A4,
    SHEET,
    Said,
    add_game,
    add_language,
    add_output,
    add_paper,
    language_of,
)
from companion.codec import read
from companion.errors import CompanionError
from companion.mat import Mat
from companion.rules.catalogue import read_cards
from companion.rules.engine import Json
from companion.rules.games import GAMES
from companion.storage.catalogue import SHIPPED, load_catalogue, read_as
from companion.storage.places import places
from companion.storage.shipped_data import board_of, demonstrations, mat_of, rules_in_words
from companion.words import Text

if TYPE_CHECKING:
    from calibration.printing.paper import PaperSize
    from calibration.printing.pen import Document
    from calibration.printing.typesetting import PrintLanguage


# --- mat
# `companion print mat`: the play mat of a game.


def add_mat_arguments(parser: ArgumentParser, said: Said) -> None:
    add_game(parser, said)
    parser.add_argument(
        "--paper",
        choices=(A4, A3, SHEET),
        default=A4,
        help=said(
            Text("a4 or a3: sheets to be joined; sheet: one page as large as the mat, for a print shop")
        ),
    )
    add_language(parser, said)
    add_output(parser, said)
    add_data(parser, said)


def run_mat(args: Namespace) -> int:
    # Imported here: no other command waits for the PDF library.
    from calibration.printing.mats.field_picture import read_board  # noqa: PLC0415
    from calibration.printing.mats.sheet import draw_mat_on_one_sheet, draw_mat_on_tiles  # noqa: PLC0415
    from calibration.printing.paper import PAPERS  # noqa: PLC0415
    from calibration.printing.typesetting import PrintLanguage  # noqa: PLC0415
    from companion.cli.print.output import deliver  # noqa: PLC0415

    folders = places(args.data).catalogues
    mat = mat_of(args.game, folders)
    board = read_board(args.game, board_of(args.game, folders))
    tongue = PrintLanguage(language_of(args))
    document = (
        draw_mat_on_one_sheet(mat, tongue, board)
        if args.paper == SHEET
        else draw_mat_on_tiles(mat, PAPERS[args.paper], tongue, board)
    )
    deliver(document, args, f"mat-{args.game}-{args.paper}.pdf")
    return 0


# --- deck
# `companion print deck`: the demonstration cards of a game.


def add_deck_arguments(parser: ArgumentParser, said: Said) -> None:
    add_game(parser, said)
    parser.add_argument(
        "--refs", metavar="REFS", help=said(Text("only these cards, one each: AC001-900,JO003-900"))
    )
    parser.add_argument(
        "--no-codes",
        action="store_true",
        help=said(Text("without codes, as cards come out of a box: the camera knows them by their faces")),
    )
    add_paper(parser, said)
    add_language(parser, said, default="fr")
    add_output(parser, said)


def run_deck(args: Namespace) -> int:
    # Imported here: no other command waits for the PDF library.
    from calibration.printing.deck.deck import draw_deck, list_entries, pick_entries  # noqa: PLC0415
    from calibration.printing.paper import PAPERS  # noqa: PLC0415
    from calibration.printing.typesetting import PrintLanguage  # noqa: PLC0415
    from companion.cli.print.output import deliver, tell  # noqa: PLC0415

    cards = demonstration_cards(args.game)
    if not cards:
        raise CompanionError(
            Text(
                "{game} is played without cards; print its mat, tokens and command cards: `companion print tokens {game}`",
                game=args.game,
            )
        )
    deals = list_entries(args.game, cards, [setup for setup, _ in demonstrations(args.game).values()])
    if args.refs is not None:
        deals = pick_entries(deals, [ref.strip() for ref in args.refs.split(",") if ref.strip()])
    document = draw_deck(
        args.game, deals, PrintLanguage(language_of(args)), PAPERS[args.paper], has_codes=not args.no_codes
    )
    name = f"deck-{args.game}-no-codes.pdf" if args.no_codes else f"deck-{args.game}.pdf"
    deliver(document, args, name)
    tell(
        Text("print on both sides and flip on the long edge; every second page shows the backs, mirrored"),
        args,
    )
    return 0


def demonstration_cards(game: str) -> Mapping[str, Any]:
    """Return the cards that ship with a game, by reference, as the game reads them."""
    cards, _ = read_cards(load_catalogue(game, [SHIPPED]), GAMES[game].check_card)
    return cards


# --- cut out
# Prints the parts of a mat that are cut out, tokens and command cards, with the same options and the same output.

Draw = Callable[[Mat, "PrintLanguage", "PaperSize"], "Document"]


def add_cut_out_arguments(parser: ArgumentParser, said: Said) -> None:
    """Add the options for game, paper, language and file."""
    add_game(parser, said)
    add_paper(parser, said)
    add_language(parser, said)
    add_output(parser, said)
    add_data(parser, said)


def deliver_for(args: Namespace, mat: Mat, draw: Draw, name: str) -> int:
    """Draw a document for a mat and write it; `name` is the file's, before the game's."""
    # Imported here: no other command waits for the PDF library.
    from calibration.printing.paper import PAPERS  # noqa: PLC0415
    from calibration.printing.typesetting import PrintLanguage  # noqa: PLC0415
    from companion.cli.print.output import deliver  # noqa: PLC0415

    deliver(draw(mat, PrintLanguage(language_of(args)), PAPERS[args.paper]), args, f"{name}-{args.game}.pdf")
    return 0


def mat_with(args: Namespace, has: Callable[[Mat], bool], lacks: Text) -> Mat:
    """Return the game's mat. Raises `CompanionError`, which says what the mat lacks."""
    mat = mat_of(args.game, places(args.data).catalogues)
    if not has(mat):
        raise CompanionError(lacks)
    return mat


# --- tokens
# `companion print tokens`: the ball, pieces and players of a game, each with its tag.

add_tokens_arguments = add_cut_out_arguments


def run_tokens(args: Namespace) -> int:
    lacks = Text("{game} is played without tokens: its cards show everything", game=args.game)
    mat = mat_with(args, lambda mat: bool(mat.tokens), lacks)
    from calibration.printing.tokens import draw_token_sheets  # noqa: PLC0415 - the PDF library

    return deliver_for(args, mat, draw_token_sheets, "tokens")


# --- command cards
# `companion print command-cards`: cards that give commands, like a touch on a button.

add_command_cards_arguments = add_cut_out_arguments


def run_command_cards(args: Namespace) -> int:
    lacks = Text("the mat of {game} has no command cards", game=args.game)
    mat = mat_with(args, lambda mat: bool(mat.commands), lacks)
    from calibration.printing.tokens import draw_command_cards  # noqa: PLC0415 - the PDF library

    return deliver_for(args, mat, draw_command_cards, "command-cards")


# --- parts
# `companion print parts`: the parts of a game's box besides mat, cards and tokens.


def add_parts_arguments(parser: ArgumentParser, said: Said) -> None:
    add_game(parser, said)
    parser.add_argument(
        "--setup",
        metavar="FILE",
        type=Path,
        help=said(Text("a set-up (YAML or JSON): print for its seats and house rules only")),
    )
    add_paper(parser, said)
    add_language(parser, said)
    add_output(parser, said)


def run_parts(args: Namespace) -> int:
    # Imported here: no other command waits for the PDF library.
    from calibration.printing.game_print import PartsRequest  # noqa: PLC0415
    from calibration.printing.games import parts  # noqa: PLC0415
    from calibration.printing.paper import PAPERS  # noqa: PLC0415
    from calibration.printing.typesetting import PrintLanguage  # noqa: PLC0415
    from companion.cli.print.output import deliver  # noqa: PLC0415

    setup: Json = {} if args.setup is None else read_as(args.setup, lambda data: read(Json, data))
    order = PartsRequest(
        PAPERS[args.paper], PrintLanguage(language_of(args)), setup, rules_in_words(args.game).chapters
    )
    document = parts(args.game, order)
    deliver(document, args, f"parts-{args.game}.pdf")
    return 0


# --- rules
# `companion print rules`: the rules of a game in the players' words, as cards or as sheets.

AS_CARDS, AS_SHEET = "cards", "sheet"


def add_rules_arguments(parser: ArgumentParser, said: Said) -> None:
    add_game(parser, said)
    parser.add_argument(
        "--as",
        dest="form",
        choices=(AS_CARDS, AS_SHEET),
        default=AS_CARDS,
        help=said(
            Text("cards: one card for each phase; sheet: all rules in columns, with the unclear rules")
        ),
    )
    add_paper(parser, said)
    add_language(parser, said)
    add_output(parser, said)


def run_rules(args: Namespace) -> int:
    # Imported here: no other command waits for the PDF library.
    from calibration.printing.paper import PAPERS  # noqa: PLC0415
    from calibration.printing.rules import rule_cards, rule_sheet  # noqa: PLC0415
    from calibration.printing.typesetting import PrintLanguage  # noqa: PLC0415
    from companion.cli.print.output import deliver  # noqa: PLC0415

    draw = rule_cards if args.form == AS_CARDS else rule_sheet
    document = draw(
        rules_in_words(args.game),
        GAMES[args.game].description.title,
        PrintLanguage(language_of(args)),
        PAPERS[args.paper],
    )
    deliver(document, args, f"rules-{args.game}-{args.form}.pdf")
    return 0


# --- target, tray
# `companion print target`: the board for the calibration of a camera. `companion print tray`: the dark sheet on which dice
# are rolled.


def add_single_arguments(parser: ArgumentParser, said: Said) -> None:
    add_paper(parser, said)
    add_language(parser, said)
    add_output(parser, said)


def run_single(args: Namespace) -> int:
    # Imported here: no other command waits for the PDF library.
    from calibration.board import BoardSize  # noqa: PLC0415
    from calibration.printing.target import draw_target_sheet, draw_tray_sheet  # noqa: PLC0415
    from calibration.printing.typesetting import PrintLanguage  # noqa: PLC0415
    from companion.cli.print.output import deliver  # noqa: PLC0415

    draw = {"target": draw_target_sheet, "tray": draw_tray_sheet}[args.action]
    document = draw(BoardSize(args.paper), PrintLanguage(language_of(args)))
    deliver(document, args, f"{args.action}-{args.paper}.pdf")
    return 0
