"""`companion print rules`: the rules of a game in the players' words, as cards or as sheets."""

from argparse import ArgumentParser, Namespace

from companion.cli.print.options import Said, add_game, add_language, add_output, add_paper, language_of
from companion.rules.games import GAMES
from companion.storage.readings import rules_in_words
from companion.words import Text

CARDS, SHEET = "cards", "sheet"


def add_arguments(parser: ArgumentParser, said: Said) -> None:
    add_game(parser, said)
    parser.add_argument(
        "--as",
        dest="form",
        choices=(CARDS, SHEET),
        default=CARDS,
        help=said(
            Text("cards: one card for each phase; sheet: all rules in columns, with the unclear rules")
        ),
    )
    add_paper(parser, said)
    add_language(parser, said)
    add_output(parser, said)


def run(args: Namespace) -> int:
    # Imported here: no other command waits for the PDF library.
    from calibration.printing.language import PrintLanguage  # noqa: PLC0415
    from calibration.printing.paper import PAPERS  # noqa: PLC0415
    from calibration.printing.rules import rule_cards, rule_sheet  # noqa: PLC0415
    from companion.cli.print.output import deliver  # noqa: PLC0415

    draw = rule_cards if args.form == CARDS else rule_sheet
    document = draw(
        rules_in_words(args.game),
        GAMES[args.game].description.title,
        PrintLanguage(language_of(args)),
        PAPERS[args.paper],
    )
    deliver(document, args, f"rules-{args.game}-{args.form}.pdf")
    return 0
