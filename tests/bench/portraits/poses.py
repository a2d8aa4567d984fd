"""Brings pages without a match to their main states, with the touches of a person, for `python -m tests.bench screenshots`."""

from collections.abc import Callable

from calibration.profile import CalibrationKind
from companion.backend.interface import TableDevices
from companion.backend.local import LocalBackend
from companion.rules.description import SettingPlace
from companion.storage.catalogue import SHIPPED
from companion.storage.owners_cards import OwnersCards
from companion.table.card_intake import CardIntake
from tests.bench.portraits.evening_poses import EVENING_POSES
from tests.bench.portraits.kiosk_scenes import STILLS, StillBackend
from tests.bench.portraits.sitter import Pose, Sitter, at_page
from tests.vision.values.drawn_cards import energy_card, photograph
from ui.calibrate.calibration_steps import CalibrationStart
from ui.calibrate.page import CalibratePage
from ui.cards.card_lines import CardWish, OfGame, Picked, Typing
from ui.cards.intake_page import IntakePage
from ui.cards.page import INTAKE, CardsPage
from ui.cards.teaching import CARD_SIZE
from ui.locks.page import LocksPage
from ui.presenters.lines import PageRequest, PageWish
from ui.rules.page import RulesPage
from ui.rules.rules_lines import ChaptersWanted, ReadingsWanted
from ui.settings.page import SettingsPage
from ui.settings.settings_lines import SettingWish as OfSettings
from ui.setup.match_setup import COMPANION, SetupStage
from ui.setup.page import SetupPage
from ui.widgets.keyboard import Keyboard

REF = "EN777-777"
UNKNOWN_REF = "ZZ777-777"
PLAYER_REF, ROUND_REF = "JO777-777", "RO777-777"
"""The references of cards that do not exist; the letters of all but the second one tell their kinds."""
ANSWERS = {"attack": 3, "defence": 2, "colour": "yellow", "whistle": False}
"""An energy that cannot be: its numbers add up to 3."""


def _setup(
    game: str, stage: str, then: Callable[[SetupPage, Sitter], None] | None = None, mode: str = ""
) -> Pose:
    """Return the pose of a step of a set-up, with the usual choices in all steps before it."""

    def strike(sitter: Sitter) -> None:
        app = sitter.app
        page = app.page_called(SetupPage.called)
        assert isinstance(page, SetupPage)
        page.begin(next(one for one in app.backend.games() if one.name == game), TableDevices())
        app.go(SetupPage.called)
        sitter.settle()
        assert page.setup is not None
        if mode:
            page.chosen("mode", [one.name for one in page.setup.game.modes].index(mode))
        while page.setup.stage not in (stage, SetupStage.READY):
            page.go()
            sitter.settle()
        if page.setup.stage != stage:
            for step in (SetupStage.MORE, stage):
                if page.setup.stage != step:
                    page.wish(PageRequest(PageWish.STEP, step))
            sitter.settle()
        if then is not None:
            then(page, sitter)
            sitter.settle()

    suffix = "" if then is None else f"-{then.__name__.strip('_').replace('_', '-')}"
    of_mode = f"-{mode.removeprefix('demo-match-')}" if mode else ""
    return Pose(f"setup-{game}-{stage}{of_mode}{suffix}", strike)


def _by_hand(page: SetupPage, sitter: Sitter) -> None:
    """Show the list of cards, with some of them chosen."""
    assert page.setup is not None
    page.wish(PageRequest(PageWish.BY_HAND, next(iter(page.setup.teams))))
    sitter.settle()
    page.chosen("part", page.setup.mode.needs[0])


def _deck_by_hand(page: SetupPage, _: Sitter) -> None:
    """Show a coach's cards while they are chosen."""
    assert page.setup is not None
    page.wish(PageRequest(PageWish.BY_HAND, page.setup.settings(SettingPlace.SQUADS)[0].name))


def _next_pair(page: SetupPage, _: Sitter) -> None:
    """Show a draw in which all was level so far: both sides own the same cards, and have turned the same player over."""
    assert page.setup is not None
    home, away = page.setup.teams
    setup = page.setup.with_squad(away, page.setup.squad_of(home)).choose("criterion", "TIR")
    page.setup = setup.turned_over(dict.fromkeys(setup.teams, setup.drawable(home)[0]))
    page._show()


def _card_of_pair(page: SetupPage, _: Sitter) -> None:
    """Show the cards that a side may turn over."""
    page.wish(PageRequest(PageWish.TURN_OVER))
    page.chosen("criterion", "TIR")


def _stat(page: SetupPage, _: Sitter) -> None:
    """Ask by what a draw is decided."""
    page.wish(PageRequest(PageWish.TURN_OVER))


def _drawn(page: SetupPage, _: Sitter) -> None:
    """Show a draw that was decided."""
    setup = page.setup
    assert setup is not None
    page.setup = setup.drawn_by_chance({seat: setup.drawable(seat) for seat in setup.teams}, setup.first)
    page.chosen("first", setup.first)


def _table(page: SetupPage, _: Sitter) -> None:
    """Show a house rule's table while it is typed."""
    assert page.setup is not None
    rule = next(rule for rule in page.setup.game.house_rules if rule.table is not None)
    page.wish(PageRequest(PageWish.TABLE, rule.name))


def _name(page: SetupPage, _: Sitter) -> None:
    """Show the keyboard."""
    assert page.setup is not None
    page.wish(PageRequest(PageWish.NAME, next(iter(page.setup.teams))))


def _newcomer(page: SetupPage, _: Sitter) -> None:
    """The mark of somebody new is chosen."""
    assert page.setup is not None
    page._begin_person("Anna", page.setup.sides[0])


def _companion(page: SetupPage, _: Sitter) -> None:
    """The program plays a side."""
    assert page.setup is not None
    page.chosen(page.setup.sides[1], COMPANION)


def _troubled(page: SetupPage, _: Sitter) -> None:
    """Show the check with a missing camera."""
    assert page.setup is not None
    page.setup = page.setup.with_gear(TableDevices("/dev/video9", others={"tower": "/dev/ttyUSB9"}))
    page.chosen("wait", None)


def _settings_end(sitter: Sitter) -> None:
    """Show the last page of the settings."""
    at_page(SettingsPage.called)(sitter)
    page = sitter.app.page
    assert isinstance(page, SettingsPage)
    page.panel.turn()


def _pin(sitter: Sitter) -> None:
    at_page(SettingsPage.called)(sitter)
    page = sitter.app.page
    assert isinstance(page, SettingsPage)
    page.chosen("pin", OfSettings.PIN)


def _rules(chosen: object) -> Callable[[Sitter], None]:
    """Show a step of the rules page: the chapters, one of them, or the readings."""

    def strike(sitter: Sitter) -> None:
        at_page(RulesPage.called)(sitter)
        page = sitter.app.page
        assert isinstance(page, RulesPage)
        page.chosen("", chosen)
        sitter.settle()

    return strike


def _begun(sitter: Sitter, kind: CalibrationKind) -> CalibratePage:
    """Begin a walkthrough on the virtual table."""
    at_page(CalibratePage.called)(sitter)
    page = sitter.app.page
    assert isinstance(page, CalibratePage)
    page.chosen("camera", "virtual:table")
    page.chosen("", CalibrationStart(kind))
    return page


def _walk(sitter: Sitter) -> None:
    """Show the light's walkthrough on the virtual table, while it waits."""
    page = _begun(sitter, CalibrationKind.LIGHT)
    sitter.until(lambda: bool(page.walk.answers))


def _report(sitter: Sitter) -> None:
    """Show the report of the mat's walkthrough, which was done on the virtual table."""
    page = _begun(sitter, CalibrationKind.TABLE)
    sitter.until(lambda: bool(page.frame.note))


def _cards(sitter: Sitter) -> CardsPage:
    at_page(CardsPage.called)(sitter)
    page = sitter.app.page
    assert isinstance(page, CardsPage)
    page.chosen("game", OfGame("ofusaido"))
    sitter.settle()
    return page


def _shown_to_phone(sitter: Sitter) -> None:
    """Show cards to a camera that is a phone which has not joined yet."""
    page = _cards(sitter)
    page.chosen("teach", CardWish.TEACH)
    sitter.until(lambda: page.is_phone_awaited)
    sitter.settle()


def _sizes(sitter: Sitter) -> None:
    """Ask how large the cards are that are shown."""
    _shown_to_phone(sitter)
    page = sitter.app.page
    assert isinstance(page, CardsPage)
    page.chosen("camera", CARD_SIZE)
    sitter.settle()


def _reference(sitter: Sitter) -> None:
    """Have the reference of a card typed."""
    _cards(sitter).chosen("enter", CardWish.ENTER)


def _of_energy(sitter: Sitter) -> CardsPage:
    """Show the first question about an energy card."""
    page = _cards(sitter)
    page.enter_card(REF)
    sitter.settle()
    return page


def _learn(sitter: Sitter) -> None:
    """Show a guided match of the home page, where somebody chooses a play."""
    app = sitter.app
    backend = app.backend
    assert isinstance(backend, StillBackend)
    backend.hold(STILLS["kiosk-choice-ofusaido"])
    app.guide(next(one for one in backend.games() if one.name == "ofusaido"))
    sitter.until(lambda: app.snapshot is not None)
    sitter.settle()


def _review(sitter: Sitter) -> None:
    """Show the question about a card that was photographed, whose kind nobody has typed a card of yet."""
    backend = sitter.app.backend
    assert isinstance(backend, LocalBackend)
    where = backend._where
    intake = CardIntake("ofusaido", OwnersCards("ofusaido", SHIPPED, where.catalogues[1]), where)
    intake.photograph(b"", photograph([energy_card(REF, 1, 2, "red", whistle=True)]), "1")
    page = sitter.app.page_called(INTAKE)
    assert isinstance(page, IntakePage)
    sitter.app.go(INTAKE)
    page.review("ofusaido")
    sitter.settle()


def _kind(sitter: Sitter) -> None:
    """Show the question for the kind of a card."""
    _cards(sitter).enter_card(UNKNOWN_REF)
    sitter.settle()


def _question(sitter: Sitter) -> None:
    _of_energy(sitter)


def _whole(sitter: Sitter) -> None:
    """Show a complete card, and what is wrong with it."""
    page = _of_energy(sitter)
    while (entry := page.entry) is not None and (question := entry.question) is not None:
        usual = False if question.is_whether else question.empty
        page.chosen("answer", Picked(ANSWERS.get(question.path, usual)))
        sitter.settle()


def _number(sitter: Sitter) -> None:
    """Open the field of a player card whose number was touched."""
    page = _cards(sitter)
    page.enter_card(PLAYER_REF)
    sitter.settle()
    page.face.dispatch("on_field", "stats.PAS")


def _typing(sitter: Sitter) -> None:
    """Show a name while it is typed."""
    page = _cards(sitter)
    page.enter_card(PLAYER_REF)
    sitter.settle()
    page.face.dispatch("on_field", "name")
    page.chosen("answer", Typing())
    assert isinstance(page.keys, Keyboard)
    page.keys.words = "Florimond"


def _round(sitter: Sitter) -> None:
    """Show the totals of a round card, which are typed as numbers."""
    page = _cards(sitter)
    page.chosen("game", OfGame("ouaf"))
    sitter.settle()
    page.enter_card(ROUND_REF)
    sitter.settle()
    page.face.dispatch("on_field", "order.average")


POSES = (
    Pose("home", at_page("home")),
    _setup("ofusaido", SetupStage.MODE),
    _setup("ofusaido", SetupStage.MATCH),
    _setup("lignes", SetupStage.MATCH),
    _setup("boufbowl", SetupStage.MATCH),
    _setup("boufbowl", SetupStage.MATCH, mode="demo-match-expert"),
    _setup("ofusaido", SetupStage.RULES),
    _setup("lignes", SetupStage.RULES),
    _setup("ouaf", SetupStage.RULES),
    _setup("ouaf", SetupStage.RULES, _table),
    _setup("boufbowl", SetupStage.RULES),
    _setup("ofusaido", SetupStage.TEAMS),
    _setup("boufbowl", SetupStage.TEAMS),
    _setup("ofusaido", SetupStage.PEOPLE),
    _setup("ouaf", SetupStage.PEOPLE),
    _setup("ofusaido", SetupStage.PEOPLE, _newcomer),
    _setup("lignes", SetupStage.PEOPLE, _companion),
    _setup("ofusaido", SetupStage.MORE),
    _setup("lignes", SetupStage.MORE),
    _setup("boufbowl", SetupStage.MORE),
    _setup("ofusaido", SetupStage.TEAMS, _name),
    _setup("ofusaido", SetupStage.SQUADS),
    _setup("ofusaido", SetupStage.SQUADS, _by_hand),
    _setup("ofusaido", SetupStage.SQUADS, mode="elite"),
    _setup("ofusaido", SetupStage.SQUADS, _by_hand, mode="elite"),
    _setup("boufbowl", SetupStage.SQUADS),
    _setup("boufbowl", SetupStage.DECKS),
    _setup("boufbowl", SetupStage.DECKS, _deck_by_hand),
    _setup("ofusaido", SetupStage.DRAW),
    _setup("ofusaido", SetupStage.DRAW, _next_pair),
    _setup("ofusaido", SetupStage.DRAW, _stat),
    _setup("ofusaido", SetupStage.DRAW, _card_of_pair),
    _setup("ofusaido", SetupStage.DRAW, _drawn),
    _setup("ofusaido", SetupStage.CLOCKS),
    _setup("ofusaido", "camera"),
    _setup("lignes", "tower"),
    _setup("lignes", SetupStage.READY),
    _setup("lignes", SetupStage.READY, _troubled),
    Pose("rules", at_page(RulesPage.called)),
    Pose("rules-chapter", _rules(ChaptersWanted(("shot",)))),
    Pose("rules-readings", _rules(ReadingsWanted())),
    Pose("rules-readings-chapter", _rules(ReadingsWanted("fouls"))),
    Pose("settings", at_page(SettingsPage.called)),
    Pose("settings-end", _settings_end),
    Pose("settings-pin", _pin),
    Pose("locks", at_page(LocksPage.called)),
    Pose("calibrate", at_page(CalibratePage.called)),
    Pose("calibrate-walk", _walk),
    Pose("calibrate-report", _report),
    Pose("cards", at_page(CardsPage.called)),
    Pose("cards-show", _shown_to_phone),
    Pose("cards-size", _sizes),
    Pose("cards-reference", _reference),
    Pose("cards-kind", _kind),
    Pose("cards-question", _question),
    Pose("cards-number", _number),
    Pose("cards-typing", _typing),
    Pose("cards-round", _round),
    Pose("cards-whole", _whole),
    Pose("review", _review),
    Pose("learn", _learn),
    *EVENING_POSES,
)
