"""Lists the games that can be played on this machine, with their modes, settings and quick starts."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from companion.backend.devices.registry import devices_for
from companion.backend.interface import (
    ClockSetting,
    GameMode,
    GameOffer,
    HouseRuleOffer,
    OpponentOffer,
    PlayRequest,
    QuickStart,
    TableDevices,
)
from companion.backend.listed_match import ListedMatch
from companion.errors import CatalogueError, CompanionError
from companion.match import Match
from companion.opponent.choosing import LEVELS
from companion.opponent.games import THINKERS
from companion.opponent.seat import Seating
from companion.people import NOBODY, Seated
from companion.rules.description import PLAIN_MODE, MatchSetting, RuleChoice, SettingPlace
from companion.rules.dice import dice_of_game
from companion.rules.engine import HouseRule, Json, Rules
from companion.rules.games import GAMES
from companion.showing.games import SCENE_BUILDERS
from companion.showing.house_rules import house_question, house_title, value_words
from companion.showing.scene import PROGRAM, CardSide, Scene
from companion.storage.border import is_there
from companion.storage.catalogue import SHIPPED, load_catalogue
from companion.storage.clocks import clocks_of
from companion.storage.people import PeopleStore
from companion.storage.places import Places
from companion.storage.settings import (
    NOTHING_AGREED,
    Agreements,
    AgreementStore,
    agreed_clocks_ms,
    with_agreed,
)
from companion.storage.shipped_data import ListedCards, boards_of, demonstrations, lists_of, mat_of, value_at
from companion.table.machine_player import seated_in
from companion.table.recorded_match import match_of, open_store, team_names
from companion.words import LANGUAGES, Text, Wording, joined

# --- match settings
# Lists the settings that a set-up can choose for a match: goals, length, stadium, board.

PAIR, MOST_TOLD = 2, 3
MOST_GOALS, MOST_HALVES = 99, 9


def settings_of(rules: Rules, setup: Json, folders: Sequence[Path]) -> tuple[MatchSetting, ...]:
    """Return all settings that a set-up can choose. Raises `CompanionError` for files that cannot be used."""
    return (
        *_ends(setup),
        *_stadiums(rules.game, setup, folders),
        *_boards(rules, folders),
        *(_with_lists(rules.game, setting, setup, folders) for setting in _own_settings(rules, setup)),
    )


def _own_settings(rules: Rules, setup: Json) -> tuple[MatchSetting, ...]:
    """Return the settings of the game alone that this set-up's mode has."""
    box = rules.description
    some = (one for one in box.settings_of_some if value_at(setup, one.path) is not None)
    return (*box.settings, *some)


def _with_lists(game: str, setting: MatchSetting, setup: Json, folders: Sequence[Path]) -> MatchSetting:
    """Return a setting with the lists of cards that it may have: the demonstration's and the owner's.

    A deck of the demonstration squad is usually the demonstration's; nothing is usually told of cards that lie there
    by chance.
    """
    if setting.cards is None:
        return setting
    shown = value_at(setup, setting.path)
    lists = [RuleChoice(shown, setting.cards.as_shown)] if isinstance(shown, list) else []
    says = setting.says
    if setting.cards.folder:
        try:
            files = lists_of(game, setting.cards.folder, folders)
            lists += [RuleChoice(list(one.cards), _counted(one)) for one in files.values()]
        except CatalogueError as problem:
            says = problem.message
    is_of_team = setting.place is SettingPlace.SQUADS
    choices = (*lists, *setting.choices) if is_of_team else (*setting.choices, *lists)
    return replace(setting, says=says, choices=choices)


def _counted(listed: ListedCards) -> Text:
    return Text("{title} ({n})", title=listed.title, n=len(listed.cards))


def _ends(setup: Json) -> tuple[MatchSetting, ...]:
    """Return the setting for goals or halves, if the set-up says how a match ends."""
    end = setup.get("end", {})
    if "goals" in end:
        return (
            MatchSetting(
                ("end", "goals"),
                Text("goals"),
                Text("the first side with this many goals wins"),
                _numbers(end["goals"], 1, 2, 5),
                MOST_GOALS,
            ),
        )
    if "halves" in end:
        return (
            MatchSetting(
                ("end", "halves"), Text("halves"), "", _numbers(end["halves"], 1, 3, 4), MOST_HALVES
            ),
        )
    return ()


def _stadiums(game: str, setup: Json, folders: Sequence[Path]) -> tuple[MatchSetting, ...]:
    """Return the setting for the stadium's card, if this mode is played with one."""
    used = setup.get("stadium")
    if used is None:
        return ()
    cards = {card["ref"]: card for card in load_catalogue(game, folders) if card["kind"] == "stadium"}
    others = [ref for ref in cards if ref != used]
    choices = [RuleChoice(ref, _name(cards[ref]), _effects(cards[ref])) for ref in [used, *others]]
    none = RuleChoice(None, Text("no stadium"))
    says = Text("its effects last for the whole match")
    return (MatchSetting(("stadium",), Text("stadium"), says, (*choices, none)),)


def _effects(card: Json) -> Text | str:
    """Return what a stadium does, as its card says it."""
    texts = (effect.get("text") for effect in card.get("effects", ()))
    told = [Text("{text}", text=Wording(text["en"], text["fr"])) for text in texts if isinstance(text, dict)]
    return joined(told, " ") if told else ""


def _name(card: Json) -> Wording:
    name = card.get("name") or card["ref"]
    return Wording(name["en"], name["fr"]) if isinstance(name, dict) else Wording.plain(str(name))


def _boards(rules: Rules, folders: Sequence[Path]) -> tuple[MatchSetting, ...]:
    """Return the setting for the board, if this machine has several, or if the only one has something to say of itself."""
    usual, boards = rules.board, boards_of(rules.game, folders)
    if usual is None:
        return ()
    says = boards[usual].says
    if len(boards) < 2 and says is None:
        return ()
    ordered = [usual, *(name for name in boards if name != usual)]
    choices = tuple(RuleChoice(name, boards[name].title) for name in ordered)
    told = "" if says is None else Text("{board}: {what}", board=boards[usual].title, what=says)
    return (MatchSetting(("board",), Text("board"), told, choices),)


def _numbers(usual: int, *others: int) -> tuple[RuleChoice, ...]:
    return tuple(_number(n) for n in dict.fromkeys((usual, *others)))


def _number(n: Any) -> RuleChoice:
    return RuleChoice(n, Text("{n}", n=n))


# --- offers

MOST_ART = 3
"""Cards in the picture of a game: more would be too small."""
_LENGTHS = {
    "match": (20, 30, 45, 60, 90),
    "half": (10, 15, 20, 30, 45),
    "turn": (1, 2, 3, 5),
    "negotiation": (1, 2, 3, 5),
}
"""Minutes that are offered for a clock."""


def games(
    folders: Sequence[Path] = (SHIPPED,), agreed: Mapping[str, Agreements] = MappingProxyType({})
) -> tuple[GameOffer, ...]:
    """Return every game with the boards and cards of these folders, in the order offered. `agreed` by game: what is
    usual at this table. Raises `CompanionError`.
    """
    return tuple(_game(rules, folders, agreed.get(rules.game, NOTHING_AGREED)) for rules in GAMES.values())


def demonstration(game: str, mode: str) -> tuple[Json, list[Json]]:
    """Return the set-up and cards that demonstrate a mode: its own demonstration, or the demonstration teams."""
    like = GAMES[game].description.modes[mode].like
    setup, cards = demonstrations(game)[like or mode]
    return (setup if like is None else {**setup, "mode": mode}), cards


def game_title(name: str) -> Wording:
    """Return the title of a game."""
    return Wording.plain(GAMES[name].description.title)


def _game(rules: Rules, folders: Sequence[Path], agreed: Agreements) -> GameOffer:
    box = rules.description
    return GameOffer(
        rules.game,
        game_title(rules.game),
        box.says,
        box.minutes,
        tuple(_mode(rules, mode, folders, agreed) for mode in box.modes),
        tuple(_house_rule(rules.game, rule, agreed) for rule in rules.house_rules),
        dice_of_game(rules),
        box.seats,
        box.aim,
        art := _art(rules.game),
        None if art else _opening(rules.game),
        tuple(kind.offer for kind in devices_for(rules.game) if kind.offer is not None),
        _opponent(rules),
        box.lesson,
    )


def seats_of(rules: Rules) -> tuple[str, ...]:
    """Return the seats of a game: those that its players choose from, if they do."""
    return rules.description.seats or tuple(rules.seats(_usual_state(rules)))


def _usual_state(rules: Rules) -> Any:
    return Match(rules, *demonstration(rules.game, PLAIN_MODE)).state


def _opponent(rules: Rules) -> OpponentOffer | None:
    """Return how the program plays a game."""
    thinker = THINKERS.get(rules.game)
    if thinker is None:
        return None
    state = _usual_state(rules)
    own = tuple(rules.seats(state))
    is_laid = bool(thinker.own_cards(state, own[:1]))
    return OpponentOffer(rules.description.seats or own, tuple(LEVELS), is_laid)


def _art(game: str) -> tuple[CardSide, ...]:
    """Return the first demonstration card of each of some kinds."""
    _, cards = demonstration(game, PLAIN_MODE)
    firsts = {card["kind"]: CardSide(card["ref"]) for card in reversed(cards) if "ref" in card}
    return tuple(firsts.values())[-MOST_ART:]


def _opening(game: str) -> Scene:
    """Return a demonstration match before its first play."""
    rules = GAMES[game]
    match = Match(rules, *demonstration(game, PLAIN_MODE))
    return SCENE_BUILDERS[game].scene(rules, match.state, match.opening.events, mat_of(game))


def _mode(rules: Rules, name: str, folders: Sequence[Path], agreed: Agreements) -> GameMode:
    box = rules.description
    setup, _ = demonstration(rules.game, name)
    teams = setup.get("teams", {}).values()
    some = (need for need in box.needs_of_some if any(need.field in team for team in teams))
    mode = box.modes[name]
    return GameMode(
        name,
        mode.title,
        mode.says,
        setup,
        (*box.needs, *some),
        _clocks(setup, agreed.minutes),
        settings_of(rules, setup, folders),
        box.squads,
        box.draw,
        mode.moot,
    )


def _clocks(setup: Json, agreed: Mapping[str, int]) -> tuple[ClockSetting, ...]:
    minutes = setup["end"].get("minutes") if "end" in setup else None
    return tuple(
        ClockSetting(
            clock.name,
            clock.title,
            _lengths(clock.name, agreed),
            agreed.get(clock.name, minutes if clock.rules else None),
            clock.rules,
        )
        for clock in clocks_of(setup, {})
    )


def _lengths(clock: str, agreed: Mapping[str, int]) -> tuple[int, ...]:
    """Return the lengths that are offered for a clock, in their order."""
    own = (agreed[clock],) if clock in agreed else ()
    return tuple(sorted({*_LENGTHS[clock], *own}))


def _house_rule(game: str, rule: HouseRule, agreed: Agreements) -> HouseRuleOffer:
    """Return a house rule with its usual value first: what was agreed for this table, or what the rulebook would have."""
    is_agreed = rule.name in agreed.house
    values = [agreed.house[rule.name]] if is_agreed else []
    values += [value for value in rule.choices if value not in values]
    choices = tuple(RuleChoice(value, value_words(rule, value)) for value in values)
    asks = house_question(game, rule)
    return HouseRuleOffer(rule.name, house_title(game, rule), asks, choices, rule.table, is_agreed)


# --- quick starts
# Prepares matches that need no set-up: each game as it was set up last, or else with its demonstration.


def quick_starts(games: Sequence[GameOffer], where: Places, *, names_people: bool) -> tuple[QuickStart, ...]:
    """Return one quick start for each game. The last set-up is used only if the rules still accept it.

    What was agreed for this table holds in it. `names_people`: the people who were here last sit in it.
    """
    lasts, agreed = _lasts(where), AgreementStore(where.agreements).load()
    here = PeopleStore(where.people).look().here if names_people else NOBODY
    found = []
    for game in games:
        own = agreed.get(game.name, NOTHING_AGREED)
        quick = _as_last_time(game, lasts, own, where) or _as_shipped(game, own)
        found.append(_with_people(quick, game, here) if here else quick)
    return tuple(found)


def _with_people(quick: QuickStart, game: GameOffer, here: Seated) -> QuickStart:
    """Return a quick start in which these people play, in the seats that they had if the game has them. Who was alone plays
    against the program.
    """
    setup = quick.request.setup
    usual = tuple(setup.get("seats", ())) or tuple(setup.get("teams", ())) or _seats_offered(game)
    known = game.seats or usual
    names = here if set(here) <= set(known) else dict(zip(dict.fromkeys((*usual, *known)), here.values()))  # noqa: B905 - a game may have fewer seats
    is_alone = len(names) == 1
    kept = {one.seat: one for one in quick.request.opponents}
    others = usual if is_alone or not game.seats else tuple(kept)
    seats = tuple(seat for seat in known if seat in names or seat in others)
    if game.seats:
        house = {name: rule for name, rule in setup.get("house", {}).items() if name != "two_players"}
        two = {"two_players": True} if len(seats) == PAIR else {}
        setup = {**setup, "seats": list(seats), "house": {**house, **two}}
    opponents = tuple(
        kept.get(seat) or Seating(seat)
        for seat in seats
        if seat not in names and (seat in kept or (is_alone and seat in _seats_offered(game)))
    )
    people = {seat: person.id for seat, person in names.items()}
    request = replace(quick.request, setup=setup, opponents=opponents, people=people)
    told = [Text("{name}", name=person.name) for person in names.values()]
    told += [Text("{name}", name=PROGRAM)] * bool(opponents)
    who = joined(told[:MOST_TOLD], " – ")
    if len(told) > MOST_TOLD:
        who = Text("{who}…", who=who)
    return QuickStart(game.name, request, who)


def _seats_offered(game: GameOffer) -> tuple[str, ...]:
    """Return the seats that the program can play."""
    return () if game.opponent is None else game.opponent.seats


def _lasts(where: Places) -> dict[str, tuple[Json, tuple[Seating, ...]]]:
    """Return the set-up of each game's last match, if anything was played in it, and the seats that the program played."""
    if not is_there(where.matches):
        return {}
    with open_store(where) as store:
        played = {header.game: header for header in reversed(list(store.headers())) if header.plays}
    return {game: (header.setup, seated_in(where, header.id)) for game, header in played.items()}


def _as_last_time(
    game: GameOffer,
    lasts: Mapping[str, tuple[Json, tuple[Seating, ...]]],
    agreed: Agreements,
    where: Places,
) -> QuickStart | None:
    setup, opponents = lasts.get(game.name, (None, ()))
    is_shipped = setup in [one for one, _ in demonstrations(game.name).values()]
    if setup is None or (is_shipped and not opponents):
        return None
    with suppress(CompanionError):
        setup = with_agreed(setup, agreed)
        match = match_of(setup, where)
        en, fr = (" – ".join(team_names(match, setup, language)) for language in LANGUAGES)
        says = Text("as last time: {teams}", teams=Wording(en, fr))
        if opponents:
            says = Text("as last time, with Companion")
        says = _with_end(says, game, setup)
        return QuickStart(game.name, replace(_request(setup, agreed), opponents=opponents), says)
    return None


# --- again
# The last match once more with the people who played it, each in the same seat or in the other one.


def again(last: ListedMatch, request: PlayRequest) -> tuple[QuickStart, ...]:
    """Return a match like a finished one for the same people, and one in which two of them swap sides, with their teams."""
    title = last.title
    kept = QuickStart(last.game, request, last.told_people, Text("again: {game}", game=title))
    if len(last.names) != PAIR:
        return (kept,)
    seats = tuple(last.names)
    other = dict(zip(seats, reversed(seats), strict=True))
    swapped = replace(
        request,
        setup=_with_sides_swapped(request.setup, other),
        people={other[seat]: person for seat, person in request.people.items()},
        opponents=tuple(replace(one, seat=other[one.seat]) for one in request.opponents),
    )
    exchanged = replace(last, people={other[seat]: person for seat, person in last.people.items()})
    about = Text("sides swapped: {game}", game=title)
    return kept, QuickStart(last.game, swapped, exchanged.told_people, about)


def _with_sides_swapped(setup: Json, other: Mapping[str, str]) -> Json:
    """Return a set-up with the teams in each other's seats; lots were drawn for the seats of then."""
    draw = GAMES[setup["game"]].description.draw
    kept = {name: value for name, value in setup.items() if draw is None or name != draw.field}
    teams = setup.get("teams")
    if not isinstance(teams, dict) or set(teams) != set(other):
        return kept
    return {**kept, "teams": {seat: teams[other[seat]] for seat in teams}}


def _with_end(says: Text, game: GameOffer, setup: Json) -> Text:
    """Add when a match ends, if that is not as usual."""
    end, usual = setup.get("end"), game.modes[0].setup.get("end")
    if not isinstance(end, dict) or end == usual:
        return says
    if isinstance(end.get("goals"), int):
        return Text("{what}, first to {n}", what=says, n=end["goals"])
    if isinstance(end.get("minutes"), int):
        return Text("{what}, halves of {n} min", what=says, n=end["minutes"])
    return says


def _as_shipped(game: GameOffer, agreed: Agreements) -> QuickStart:
    """Return a game's first mode with its demonstration teams."""
    mode = game.modes[0]
    says = Text("for {n}, {what}", n=len(mode.setup.get("seats", ())) or PAIR, what=mode.title)
    return QuickStart(game.name, _request(with_agreed(mode.setup, agreed), agreed), says)


def _request(setup: Json, agreed: Agreements) -> PlayRequest:
    return PlayRequest(setup, TableDevices(), agreed_clocks_ms(setup, agreed))
