"""`companion print deck`: the demonstration cards of a game."""

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from typing import Any

from companion.cli.print.options import Said, add_game, add_language, add_output, add_paper, language_of
from companion.errors import CompanionError
from companion.rules.catalogue import read_cards
from companion.rules.games import GAMES
from companion.storage.catalogue import SHIPPED, load_catalogue
from companion.storage.shipped_data import demonstrations
from companion.words import Text


def add_arguments(parser: ArgumentParser, said: Said) -> None:
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


def run(args: Namespace) -> int:
    # Imported here: no other command waits for the PDF library.
    from calibration.printing.deck.deck import draw_deck, list_entries, pick_entries  # noqa: PLC0415
    from calibration.printing.language import PrintLanguage  # noqa: PLC0415
    from calibration.printing.paper import PAPERS  # noqa: PLC0415
    from companion.cli.print.output import deliver, tell  # noqa: PLC0415

    cards = demonstration_cards(args.game)
    if not cards:
        raise CompanionError(
            Text(
                "{game} is played without cards; print its mat, tokens and command cards: companion print tokens {game}",
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
