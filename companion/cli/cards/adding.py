"""`companion cards add`: asks for a card field by field; every answer is on disk before the next question."""

import argparse
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import ExitStack, suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.cli.cards.desk import EXIT_FAULTS, EXIT_INTERRUPTED, EXIT_OK, CardDesk, show
from companion.cli.cards.entry import HELP, HOW, Entering, InterviewTurn, Stopped, TerminalInterview
from companion.cli.main import called_as
from companion.clock import now
from companion.errors import CatalogueError, CompanionError
from companion.rules.catalogue import as_printed
from companion.rules.forms import WordOption
from companion.rules.games import GAMES, forms_of, games_with_cards
from companion.rules.interview import NOTHING, leading_to
from companion.storage.drafts import Draft
from companion.storage.kept_files import expect_to_keep
from companion.storage.owners_cards import USUAL_FILE, CardFileChange, OwnersCards
from companion.words import Text

if TYPE_CHECKING:
    from vision.sources.source import Source


def run(args: argparse.Namespace) -> int:
    """Enter cards until the person stops; 1 if the last one was left unfinished."""
    desk = CardDesk(args)
    with ExitStack() as open_things:
        adding = _Adding(desk, args, open_things)
        try:
            is_done = adding.all()
        except KeyboardInterrupt:
            adding.tell_kept()
            return EXIT_INTERRUPTED
    if not is_done:
        adding.tell_kept()
    return EXIT_OK if is_done else EXIT_FAULTS


class _Adding:
    """Enters any number of cards, one after the other."""

    def __init__(self, desk: CardDesk, args: argparse.Namespace, open_things: ExitStack) -> None:
        self._desk = desk
        self._open_things = open_things
        self._source: Source | None = None
        self._args = args
        self._asker = TerminalInterview(desk)
        self._draft: Draft | None = None

    def all(self) -> bool:
        """Enter cards; return whether none was left unfinished."""
        if self._args.kind is not None:
            self._check_kind()
        for folder in (self._desk.drafts.folder, self._desk.owned / (self._args.game or "")):
            expect_to_keep(folder / USUAL_FILE)
        self._desk.tell(HOW)
        try:
            entered = self._offer_drafts()
            games = [WordOption(name, Text(GAMES[name].description.title)) for name in games_with_cards()]
            game = self._args.game or self._answer(partial(self._asker.choose, Text("which game?"), games))
            ref = self._first(game, entered)
            while ref is not None:
                self._one(game, ref)
                ref = self._reference(game, is_first=False)
        except Stopped:
            return False
        return True

    def _check_kind(self) -> None:
        games = [self._args.game] if self._args.game else games_with_cards()
        known = [kind for game in games for kind in forms_of(game)]
        if self._args.kind not in known:
            raise CatalogueError(
                Text(
                    "there is no kind {name}; possible: {known}",
                    name=self._args.kind[:40],
                    known=", ".join(known),
                )
            )

    def tell_kept(self) -> None:
        """Say which card was not finished, and how to go on."""
        if self._draft is None:
            self._desk.tell(Text("stopped: no card is left unfinished"))
        else:
            command = called_as("cards", "add", data=self._desk.data)
            self._desk.tell(
                Text(
                    "{ref} is kept as a draft; go on with `{command}`",
                    ref=_title(self._draft),
                    command=command,
                )
            )

    def _answer(self, ask: Callable[[], Any]) -> Any:
        """Ask a question outside a card, where there is no question to go back to."""
        while (answer := ask()) is InterviewTurn.BACK:
            self._desk.tell(Text("there is no earlier question"))
        if answer is InterviewTurn.STOP:
            raise Stopped
        return answer

    def _offer_drafts(self) -> set[tuple[str, str]]:
        """Offer to finish the drafts; return the games and references of the cards that were entered from them."""
        entered = set()
        choices = [
            WordOption("on", Text("go on with the draft")),
            WordOption("later", Text("later")),
            WordOption("away", Text("delete the draft")),
        ]
        for draft in self._desk.drafts.all():
            form = forms_of(draft.game).get(draft.kind) if draft.game in games_with_cards() else None
            if form is None or not self._concerns(draft):
                continue
            says = Text(
                "{ref} ({kind} of {game}) was begun and not finished",
                ref=_title(draft), kind=form.title, game=GAMES[draft.game].description.title,
            )  # fmt: skip
            answer = self._answer(partial(self._asker.choose, says, choices, "on"))
            if answer == "on":
                self._enter(self._desk.cards(draft.game), draft)
                entered.add((draft.game, draft.ref))
            elif answer == "away":
                self._desk.drafts.drop(draft)
        return entered

    def _concerns(self, draft: Draft) -> bool:
        """Tell whether a draft is of the card that was named, in capitals or not; True if none was named."""
        named = self._args.ref
        return named is None or (draft.game == self._args.game and draft.ref in (named, as_printed(named)))

    def _first(self, game: str, entered: set[tuple[str, str]]) -> str | None:
        """Return the first card to ask for: the one that was named, unless it was just entered from its draft."""
        ref = self._as_printed(game, self._args.ref)
        if ref is None and not entered:
            return self._reference(game, is_first=True)
        if ref is None or (game, ref) in entered:
            return self._reference(game, is_first=False)
        return ref

    def _reference(self, game: str, *, is_first: bool) -> str | None:
        """Ask for the next card's reference, typed or seen, until it is valid; None if there is no next card."""
        form = forms_of(game).get(self._args.kind or "")
        if form is not None and not form.has_reference:
            return "" if is_first else None
        if self._args.source is not None:
            if not is_first and not self._yes(Text("is there another card?"), default=False):
                return None
            seen = self._seen(game)
            if seen is not None:
                return seen
        says = Text("the reference printed on the card, such as AC001-241")
        if not is_first:
            says = Text("the next card's reference; Enter if there is none")
        self._desk.tell(says)
        while True:
            words = self._asker.line("  > ")
            if isinstance(words, InterviewTurn) or words.strip() in ("", "."):
                if is_first:
                    raise Stopped
                return None
            if words.strip() == HELP:
                self._desk.tell(says)
                continue
            ref = self._as_printed(game, words.strip())
            if ref is not None:
                return ref

    def _as_printed(self, game: str, typed: str | None) -> str | None:
        """Return a reference in the form printed on cards, with capitals; for an invalid one, say why and return None."""
        if typed is None:
            return None
        cards = self._desk.cards(game)
        for ref in (typed, as_printed(typed)):
            with suppress(CatalogueError):
                cards.file_for(ref)
                return ref
        try:
            cards.file_for(typed)
        except CatalogueError as problem:
            self._desk.tell(problem.message)
        return None

    def _seen(self, game: str) -> str | None:
        """Return the reference of the card that is shown; if none is seen, say why and return None."""
        # Imported here: who types needs no OpenCV.
        from companion.cli.camera import camera_named  # noqa: PLC0415
        from companion.cli.cards.seeing import seen_reference  # noqa: PLC0415

        self._desk.tell(Text("show the card: its code, its tag or its printed reference"))
        cards = self._desk.cards(game)
        try:
            if self._source is None:
                camera = camera_named(
                    self._args.source, self._desk.places, self._desk.language, is_grey=False, is_paced=False
                )
                self._source = self._open_things.enter_context(camera)
            while True:
                ref = seen_reference(self._source, cards)
                if self._yes(Text("{ref} was seen: is this the card?", ref=ref), default=True):
                    return ref
        except CompanionError as problem:
            self._desk.tell(problem.message)
            return None

    def _yes(self, says: Text, *, default: bool) -> bool:
        return bool(self._answer(partial(self._asker.confirm, says, default=default)))

    def _one(self, game: str, ref: str) -> None:
        """Enter one card: from a draft, as a new card, or as the replacement of another."""
        cards = self._desk.cards(game)
        begun = [draft for draft in self._desk.drafts.all() if (draft.game, draft.ref) == (game, ref)]
        if begun:
            self._enter(cards, begun[0])
            return
        known = cards.card(ref) if ref else None
        if known is None:
            self._enter(cards, Draft(game, self._kind(cards, ref), ref))
            return
        show(self._desk, cards, known)
        if self._yes(Text("{ref} exists already: do you want to change it?", ref=ref), default=False):
            answers = leading_to(forms_of(game)[known["kind"]], known)
            self._enter(cards, Draft(game, known["kind"], ref, answers.given))

    def _kind(self, cards: OwnersCards, ref: str) -> str:
        """Ask for the kind of card unless it was given; the kind of most cards with similar references is proposed."""
        forms = {name: form for name, form in forms_of(cards.game).items() if form.has_reference or not ref}
        if self._args.kind in forms:
            return str(self._args.kind)
        options = [WordOption(name, form.title) for name, form in forms.items()]
        alike = _kind_of_alike(
            ref, ((card["ref"], card["kind"]) for card in cards.catalogue.cards if "ref" in card)
        )
        says = Text("what kind of card is it?")
        return str(self._answer(partial(self._asker.choose, says, options, alike)))

    def _enter(self, cards: OwnersCards, draft: Draft) -> None:
        """Ask the open questions and write the card; a draft is on disk all the while."""
        self._draft = draft
        path = cards.file_for(draft.ref) if draft.ref else cards.folder / USUAL_FILE
        entering = Entering(self._desk, cards, draft)
        while (card := entering.card()) is not None:
            try:
                self._desk.tell_saved(cards.save(path, CardFileChange((card,)), now()))
                break
            except CatalogueError as problem:
                self._desk.tell(problem.message)
        else:
            raise Stopped
        self._desk.drafts.drop(draft)
        self._draft = None
        self._desk.tell(Text("{ref} is saved in {file}", ref=_title(draft), file=str(path)))


def _title(draft: Draft) -> Text:
    return Text("{name}", name=draft.ref) if draft.ref else forms_of(draft.game)[draft.kind].title


def _kind_of_alike(ref: str, known: Iterable[tuple[str, str]]) -> Any:
    """Return the kind of most cards whose references have the same letters; `NOTHING` if there are none."""
    letters = ref.rstrip("0123456789-")
    kinds = Counter(kind for other, kind in known if letters and other.rstrip("0123456789-") == letters)
    return kinds.most_common(1)[0][0] if kinds else NOTHING
