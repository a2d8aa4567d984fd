"""Takes the settings that a hall's office sends to this table: language, house rules, lengths of clocks.

They are checked, kept in the data folder, and hold from the next match on. A running match keeps what it began with.
"""

from dataclasses import replace

from companion.bus.messages import LANGUAGE_TOLD, OrderOutcome, OrderResult, SettingsArgs, TableOrder
from companion.codec import read
from companion.errors import CompanionError, Malformed
from companion.showing.house_rules import agreed_told
from companion.storage.agreements import Agreements, AgreementStore, expect_fitting
from companion.storage.places import Places
from companion.storage.settings import SettingsStore
from companion.table.hall.view import wording_of
from companion.words import Text, Wording

LONGEST_BY = 40


class SettingsDesk:
    """Takes orders with settings for one table. Only the line's thread may use it."""

    def __init__(self, where: Places) -> None:
        self._agreed = AgreementStore(where.agreements)
        self._settings = SettingsStore(where.settings)

    def take(self, order: TableOrder) -> OrderResult:
        """Keep the settings of an order, once; return the answer, which says why if they are refused."""
        if self._agreed.has_passed(order.id):
            says = Text("later settings were taken already: they hold")
            return OrderResult(order.id, OrderOutcome.CONFLICT, 0, wording_of(says))
        try:
            if not self._agreed.has_taken(order.id):
                self._keep(order)
        except CompanionError as problem:
            return OrderResult(order.id, OrderOutcome.REFUSED, 0, wording_of(problem.message))
        return OrderResult(order.id, OrderOutcome.DONE)

    def told(self) -> tuple[Wording, ...]:
        """Return in words what matches begin with here, if it is not what is usual."""
        language = self._settings.look().settings.language
        spoken = () if language is None else (wording_of(LANGUAGE_TOLD[language]),)
        return (
            *spoken,
            *(
                wording_of(agreed_told(game, one.house, one.minutes))
                for game, one in self._agreed.load().items()
            ),
        )

    def _keep(self, order: TableOrder) -> None:
        """Check everything before anything is kept. Raises `Malformed` or `StorageError`."""
        args: SettingsArgs = read(SettingsArgs, dict(order.args))
        if args.language is None and args.game is None:
            raise Malformed("", Text("the order names neither a language nor a game"))
        if args.game is None and (args.house or args.minutes):
            raise Malformed("game", Text("house rules and clocks need the game that they are for"))
        agreed = Agreements(args.house, args.minutes, order.by[:LONGEST_BY])
        if args.game is not None:
            expect_fitting(args.game, agreed)
        if args.language is not None:
            language = args.language
            self._settings.change(lambda settings: replace(settings, language=language))
        self._agreed.take(order.id, args.game, agreed, args.before)
