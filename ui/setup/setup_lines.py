"""Describes each step of a set-up as menu lines."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from companion.backend.interface import ClockSetting, HouseRuleOffer, OpponentOffer
from companion.rules.description import MatchSetting, RuleChoice, SettingPlace
from companion.showing.games import seat_word
from companion.showing.scene import CardSide
from companion.words import Text, joined, word
from ui.presenters.lines import (
    SEARCH_LINE,
    MenuLine,
    MenuOption,
    PageRequest,
    PageWish,
    ShownCard,
    Words,
    device_line,
    device_note,
)
from ui.setup.match_setup import COMPANION, NO_NAME, NOBODY, PAIR, MatchSetup, SetupStage
from ui.setup.more_lines import more_lines
from ui.setup.squads import Drawing, TurnedPair, counted, in_field

SHOWN = 7
"""Choices that have room on one line; of more, the others are on further pages."""
MOST_NAMED = 5
"""Unknown cards of a list that are named."""
MOST_PEOPLE, MOST_PEOPLE_ALONE, MOST_TEAMS = 3, 8, 5
"""People who are offered for a seat at a time: beside other seats, and on a page of its own; and teams."""
SEATS_ACROSS = 3
"""Seats that stand beside each other, where people choose their own."""


_CHOICE_ICONS = {("length", "normal"): "flag", ("length", "long"): "cards"}
"""The icons of choices, by the name of their setting and their value."""


def lines(setup: MatchSetup) -> tuple[MenuLine, ...]:
    """Return the lines to choose from."""
    if setup.device is not None:
        told = device_note(setup.device, setup.around, setup.gear) or ""
        return (device_line(setup.device, setup.around, setup.gear, told), SEARCH_LINE)
    shown: dict[str, Callable[[MatchSetup], tuple[MenuLine, ...]]] = {
        SetupStage.MODE: _modes,
        SetupStage.MATCH: _settings,
        SetupStage.RULES: _rules,
        SetupStage.PEOPLE: _people,
        SetupStage.MORE: more_lines,
        SetupStage.TEAMS: _who,
        SetupStage.SQUADS: _squads,
        SetupStage.DECKS: lambda one: _settings(one, SettingPlace.SQUADS),
        SetupStage.DRAW: _draw,
        SetupStage.CLOCKS: _times,
    }
    return shown[setup.stage](setup) if setup.stage in shown else ()


def people_pages(setup: MatchSetup) -> int:
    """Return the number of pages of the people who are offered for a seat."""
    return max(1, -(-len(setup.known) // _most_people(setup)))


def _most_people(setup: MatchSetup) -> int:
    return MOST_PEOPLE_ALONE if setup.game.seats else MOST_PEOPLE


def page_count(setting: MatchSetting) -> int:
    """Return the number of pages of a setting's choices."""
    return max(1, -(-len(setting.choices) // SHOWN)) if len(setting.choices) > SHOWN + 1 else 1


def _modes(setup: MatchSetup) -> tuple[MenuLine, ...]:
    options = tuple(
        MenuOption(n, mode.title, mode.says, is_chosen=mode.name == setup.mode.name)
        for n, mode in enumerate(setup.game.modes)
    )
    return (MenuLine("mode", "", "", options),)


# --- the match itself, and the house rules


def _settings(setup: MatchSetup, place: SettingPlace = SettingPlace.MATCH) -> tuple[MenuLine, ...]:
    asked = setup.asked_settings(place)
    if len(asked) == 1 and place is SettingPlace.MATCH:
        # The title of the page says what is asked.
        return (replace(_setting(setup, asked[0]), title=""),)
    is_above = place is SettingPlace.MATCH
    return tuple(replace(_setting(setup, setting), is_above=is_above) for setting in asked)


def _setting(setup: MatchSetup, setting: MatchSetting) -> MenuLine:
    now = setup.value_of(setting)
    options = _choices(setting, now, setup.usual_of(setting))
    pages = page_count(setting)
    if pages > 1:
        page = setup.turned.get(setting.name, 0)
        says = Text("page {n} of {count}", n=page + 1, count=pages)
        options = (
            *options[page * SHOWN : (page + 1) * SHOWN],
            MenuOption(PageRequest(PageWish.MORE, setting.name), Text("next page"), says),
        )
    is_other = all(choice.value != now for choice in setting.choices)
    if setting.most is not None:
        is_number = is_other and isinstance(now, int)
        is_list = setting.cards is not None
        says_other = Text("other number")
        if is_number:
            says_other = Text("any {n} cards", n=now) if is_list else Text("{n}", n=now)
        under = Text("none is checked") if is_list else ""
        options = (
            *options,
            MenuOption(PageRequest(PageWish.NUMBER, setting.name), says_other, under, is_chosen=is_number),
        )
    if setting.cards is not None:
        is_own = is_other and isinstance(now, list)
        by_hand = Text("your list: look at it") if is_own else Text("choose the cards")
        options = (
            *options,
            MenuOption(
                PageRequest(PageWish.BY_HAND, setting.name),
                by_hand,
                Text("each is checked") if setting.most is not None else "",
                is_chosen=is_own,
            ),
        )
    return MenuLine(
        setting.name,
        setting.title,
        _told_list(setup, setting) or setting.says,
        options,
        across=_across(setting, len(options)),
    )


def _across(setting: MatchSetting, count: int) -> int:
    """Return how many of so many answers stand beside each other: few where each says what it changes, all if they are
    numbers; 0: as many as on other lines.
    """
    if any(choice.about for choice in setting.choices):
        return 2
    are_numbers = all(isinstance(choice.value, int) for choice in setting.choices)
    return count if are_numbers and count <= SHOWN else 0


def _told_list(setup: MatchSetup, setting: MatchSetting) -> Words:
    """Return the sentence about the chosen list: how many cards it has, and which are in no catalogue; empty if no
    list is chosen.
    """
    now = setup.value_of(setting)
    if setting.cards is None or not isinstance(now, list):
        return ""
    need = setting.cards.need
    missing = need.count - len(now)
    told = [Text("{count} of {wanted}", count=len(now), wanted=need.count)]
    if missing > 0:
        told.append(Text("{n} missing", n=missing))
    if missing < 0:
        told.append(Text("{n} too many", n=-missing))
    strangers = [ref for ref in dict.fromkeys(now) if setup.cards and ref not in setup.cards]
    if strangers:
        named = ", ".join(strangers[:MOST_NAMED]) + ("…" if len(strangers) > MOST_NAMED else "")
        told.append(Text("these cards are not in any of your catalogues: {refs}", refs=named))
    return joined(told)


def _rules(setup: MatchSetup) -> tuple[MenuLine, ...]:
    return tuple(
        MenuLine(rule.name, rule.says, "", _answers(rule, setup.agreed_of(rule)), is_above=True)
        for rule in setup.house_rules
    )


def _answers(rule: HouseRuleOffer, now: Any) -> tuple[MenuOption, ...]:
    """Return the values of a house rule as buttons; for a table the usual one, and a button to type another."""
    options = _choices(rule, now, rule.choices[0].value)
    if rule.table is None:
        return options[:SHOWN]
    usual = replace(options[0], under=Text("default"))
    says, under = Text("enter your own values"), Text("a number for each space")
    if not usual.is_chosen:
        says, under = Text("your values: look at them"), _told_numbers({**rule.table.usual, **now}.values())
    typed = MenuOption(PageRequest(PageWish.TABLE, rule.name), says, under, is_chosen=not usual.is_chosen)
    return (usual, typed)


def _told_numbers(numbers: Iterable[int]) -> Text:
    """Return the numbers of a table in their order; what only repeats the last one is left out: `3 2 1 0…`."""
    told = [str(n) for n in numbers]
    while len(told) > 1 and told[-1] == told[-2]:
        told.pop()
    return Text("{words}", words=" ".join(told) + "…")


def _choices(point: HouseRuleOffer | MatchSetting, now: Any, usual: Any) -> tuple[MenuOption, ...]:
    """Return the choices; numbers stand in their order, though the usual one is the first that is known."""
    numbered = list(enumerate(point.choices))
    if all(isinstance(choice.value, int) and not isinstance(choice.value, bool) for choice in point.choices):
        numbered.sort(key=lambda one: int(str(one[1].value)))
    return tuple(_choice(point, n, choice, now, usual) for n, choice in numbered)


def _choice(
    point: HouseRuleOffer | MatchSetting, n: int, choice: RuleChoice, now: Any, usual: Any
) -> MenuOption:
    # A whole table of values has no room for a word more.
    is_table = isinstance(choice.value, Mapping) and len(choice.value) > 0
    is_usual = choice.value == usual and not is_table
    under = Text("{words}", words=choice.about) if choice.about else Text("default") if is_usual else ""
    icon = _CHOICE_ICONS.get((point.name, str(choice.value)), "")
    return MenuOption(n, choice.says, under, is_chosen=choice.value == now, icon=icon)


# --- who plays, and with whom


def _who(setup: MatchSetup) -> tuple[MenuLine, ...]:
    teams = tuple(
        MenuLine(
            seat,
            seat_word(seat),
            "",
            _own_teams(setup, seat),
            role=setup.role_of(seat),
        )
        for seat in setup.teams
    )
    firsts = (MenuLine("first", Text("who begins?"), "", _firsts(setup)),) if setup.first else ()
    return (*teams, *firsts, *_by_name(setup, _settings(setup, SettingPlace.BEGINNER)))


def _own_teams(setup: MatchSetup, seat: str) -> tuple[MenuOption, ...]:
    """Return the owners' teams that may play in a seat, and a name that is typed."""
    usual = str(setup.teams[seat].get("name") or "")
    shipped = (MenuOption(usual, usual, is_chosen=setup.name_of(seat) == usual),) * bool(usual)
    own = tuple(
        MenuOption(
            team.name,
            team.name,
            Text("your team"),
            is_chosen=setup.names.get(seat) == team.name,
            role=team.sign,
        )
        for team in setup.own_teams[:MOST_TEAMS]
    )
    named, other = setup.name_of(seat), Text("another name…")
    is_typed = seat in setup.names and not any(one.is_chosen for one in (*shipped, *own))
    typed = MenuOption(
        PageRequest(PageWish.NAME, seat),
        named if is_typed else other,
        other if is_typed else "",
        is_chosen=is_typed,
    )
    return (*shipped, *own, typed)


def _firsts(setup: MatchSetup) -> tuple[MenuOption, ...]:
    return tuple(
        MenuOption(seat, setup.name_of(seat), seat_word(seat), is_chosen=seat == setup.first)
        for seat in setup.teams
    )


def _by_name(setup: MatchSetup, lines: tuple[MenuLine, ...]) -> tuple[MenuLine, ...]:
    """Call the sides by the names of their teams, as in the question who begins."""
    seats: dict[Words, str] = {word(seat): seat for seat in setup.teams}
    return tuple(
        replace(
            line,
            options=tuple(
                replace(option, says=setup.name_of(seats[option.says]), under=seat_word(seats[option.says]))
                if option.says in seats
                else option
                for option in line.options
            ),
        )
        for line in lines
    )


def _seats(setup: MatchSetup) -> MenuLine:
    """Return a button for each seat, with who plays it; a touch on it asks who else does."""
    options = tuple(_seat(setup, seat) for seat in setup.game.seats)
    return MenuLine("seats", "", "", options, across=SEATS_ACROSS)


def _seat(setup: MatchSetup, seat: str) -> MenuOption:
    here = setup.person_of(seat)
    name = here.name if here is not None else "Companion" if seat in setup.played else ""
    is_free = seat not in setup.seats
    says = Text("does not play") if is_free else Text("plays without a name")
    return MenuOption(
        seat,
        name or seat_word(seat),
        seat_word(seat) if name else says,
        is_chosen=not is_free,
        role=setup.role_of(seat),
    )


def _people(setup: MatchSetup) -> tuple[MenuLine, ...]:
    """Return who plays each seat; if the program plays one, how strongly, and who lays its cards."""
    offer = setup.game.opponent
    if setup.seat:
        return (MenuLine(setup.seat, "", "", _players(setup, setup.seat)),)
    if setup.game.seats:
        lines = [_seats(setup)]
    else:
        lines = [
            MenuLine(
                seat,
                setup.name_of(seat),
                _seat_says(setup, seat),
                _players(setup, seat),
                role=setup.role_of(seat),
            )
            for seat in setup.sides
        ]
    if setup.played and offer is not None:
        lines.append(MenuLine("level", Text("how strong is Companion?"), "", _levels(offer, setup.level)))
        if offer.is_laid:
            lines.append(MenuLine("laid", Text("its cards"), "", _who_lays(setup)))
    return tuple(lines)


def _seat_says(setup: MatchSetup, seat: str) -> Words:
    return "" if setup.name_of(seat) == seat_word(seat) else seat_word(seat)


def _players(setup: MatchSetup, seat: str) -> tuple[MenuOption, ...]:
    """Return who may play a seat: somebody without a name, who was here last, others, somebody new, and the program; and
    nobody, where people choose their seats.
    """
    pages = people_pages(setup)
    begin = setup.turned.get(seat, 0) % pages * _most_people(setup)
    here = setup.person_of(seat)
    shown = list(setup.known[begin : begin + _most_people(setup)])
    if here is not None and here not in shown:
        shown.append(here)
    is_there = seat in setup.sides
    is_nameless = is_there and here is None and seat not in setup.played
    seat_of = {person: at for at, person in setup.people.items() if at != seat}
    options = [
        MenuOption(NO_NAME, Text("without a name"), is_chosen=is_nameless, icon="person"),
        *(
            MenuOption(
                one.id,
                one.name,
                setup.name_of(seat_of[one.id]) if setup.seat and one.id in seat_of else "",
                is_chosen=one is here,
                role=one.sign,
            )
            for one in shown
        ),
    ]
    if pages > 1:
        options.append(MenuOption(PageRequest(PageWish.MORE, seat), Text("others…")))
    if setup.may_name:
        options.append(MenuOption(PageRequest(PageWish.PERSON, seat), Text("new player…"), icon="plus"))
    if setup.game.opponent is not None and seat in setup.game.opponent.seats:
        is_chosen = seat in setup.played
        options.append(
            MenuOption(COMPANION, "Companion", Text("the computer"), is_chosen=is_chosen, icon="screen")
        )
    if setup.game.seats:
        options.append(MenuOption(NOBODY, Text("does not play"), is_chosen=not is_there))
    return tuple(options)


_STRENGTHS = (Text("weakest"), Text("easy"), Text("medium"), Text("hard"), Text("strongest"))


def _levels(offer: OpponentOffer, now: int | None) -> tuple[MenuOption, ...]:
    levels = (
        MenuOption(level, Text("{n}", n=level), says, is_chosen=level == now)
        for level, says in zip(offer.levels, _STRENGTHS, strict=True)
    )
    even = MenuOption(None, Text("even match"), Text("as strong as you are"), is_chosen=now is None)
    return (*levels, even)


def _who_lays(setup: MatchSetup) -> tuple[MenuOption, ...]:
    return (
        MenuOption(False, Text("on the screen"), Text("nobody lays them"), is_chosen=not setup.is_laid),
        MenuOption(True, Text("on the table"), Text("you lay them as it says"), is_chosen=setup.is_laid),
    )


def _squads(setup: MatchSetup) -> tuple[MenuLine, ...]:
    return tuple(
        MenuLine(
            seat,
            setup.name_of(seat),
            _squad_told(setup, seat),
            (
                MenuOption(
                    "demo",
                    Text("demo squad"),
                    Text("it comes with Companion"),
                    is_chosen=seat not in setup.squads,
                    icon="cards",
                ),
                MenuOption(
                    PageRequest(PageWish.SCAN, seat),
                    Text("scan the squad"),
                    Text("the camera reads your cards"),
                    icon="code",
                ),
                MenuOption(
                    PageRequest(PageWish.BY_HAND, seat),
                    Text("choose by hand") if seat not in setup.squads else Text("your squad: look at it"),
                    Text("from a list"),
                    is_chosen=seat in setup.squads,
                    icon="rules",
                ),
            ),
            role=setup.role_of(seat),
        )
        for seat in setup.teams
    )


def _squad_told(setup: MatchSetup, seat: str) -> Words:
    """Say that a squad is complete, or which of its parts are not."""
    fields = setup.squad_of(seat)
    counts = [(need, len(in_field(fields, need))) for need in setup.mode.needs]
    told = [counted(need, count) for need, count in counts if count < need.least]
    if not told:
        cards = sum(count for need, count in counts if not need.among)
        told = [Text("complete: {n} cards", n=cards)]
    levels = setup.squad(seat).told_levels if setup.cards else None
    return joined(told if levels is None else [*told, levels])


# --- who is at home


def _draw(setup: MatchSetup) -> tuple[MenuLine, ...]:
    draw, drawing = setup.mode.draw, setup.drawing
    assert draw is not None
    is_won = drawing is not None and drawing.winner
    by_chance = Text("Companion draws again") if is_won else Text("Companion draws")
    chance = MenuOption(PageRequest(PageWish.CHANCE), by_chance, Text("a card of each side"), icon="die")
    if drawing is not None and drawing.winner:
        return _won(setup, drawing, draw.chooses, chance)
    none = MenuOption(None, Text("no draw"), is_chosen=True, icon="none")
    if drawing is None or not drawing.pairs:
        says = Text("say which card each side turns over")
        own = MenuOption(PageRequest(PageWish.TURN_OVER), Text("draw with your cards"), says, icon="cards")
        return (MenuLine("criterion", "", draw.says, (none, chance, own)),)
    level = (_pair(setup, n, pair) for n, pair in enumerate(drawing.pairs, start=1))
    return (*level, _goes_on(setup), _again(chance))


def _pair(setup: MatchSetup, n: int, pair: TurnedPair) -> MenuLine:
    """Return the line of a pair with both faces, each in its side's colour; the value that decided stands out, and none does
    if all were equal.
    """
    game, decided_by = setup.game.name, pair.result.decided_by
    faces = tuple(
        MenuOption(
            seat,
            setup.cards[ref].name,
            card=ShownCard(game, CardSide(ref, counts=decided_by, seat=seat)),
        )
        for seat, ref in pair.cards.items()
    )
    return MenuLine(f"{PAIR} {n}", pair.result.says, "", faces)


def _goes_on(setup: MatchSetup) -> MenuLine:
    """Return the line with which a draw goes on in which all was level so far: with the next pair, or a coin."""
    options = []
    if all(setup.drawable(seat) for seat in setup.teams):
        options.append(
            MenuOption(PageRequest(PageWish.TURN_OVER), Text("turn over another pair"), is_main=True)
        )
    options += [
        MenuOption(seat, setup.name_of(seat), Text("wins the toss of a coin"), role=setup.role_of(seat))
        for seat in setup.teams
    ]
    return MenuLine("coin", Text("another pair, or heads or tails"), "", tuple(options))


def _won(
    setup: MatchSetup, drawing: Drawing, chooses: tuple[str, ...], chance: MenuOption
) -> tuple[MenuLine, ...]:
    """Return who has won and takes the first seat, with the cards that decided it, and what the winner may choose."""
    home = drawing.seats[0]
    named = setup.told_name(home)
    last = drawing.pairs[-1]
    by = Text("by the coin: all stats were equal") if drawing.coin else last.result.says
    title = Text("{team}: {seat}", team=named, seat=seat_word(home))
    won = replace(_pair(setup, len(drawing.pairs), last), title=title, says=by, role=setup.role_of(home))
    first = MenuLine("first", Text("who begins?"), Text("{team} chooses", team=named), _firsts(setup))
    settings = [setting for name in chooses if (setting := setup.setting(name)) is not None]
    others = (replace(_setting(setup, one), says=Text("{team} chooses", team=named)) for one in settings)
    return (won, first, *others, _again(chance))


def _again(chance: MenuOption) -> MenuLine:
    return MenuLine(
        "criterion", Text("draw again?"), "", (chance, MenuOption(None, Text("no draw after all")))
    )


# --- clocks


def _times(setup: MatchSetup) -> tuple[MenuLine, ...]:
    return tuple(
        MenuLine(
            clock.name,
            clock.title,
            Text("when it runs out, the rules act on it") if clock.is_of_setup else "",
            _times_of(clock, setup.minutes(clock)),
        )
        for clock in setup.mode.clocks
    )


def _times_of(clock: ClockSetting, now: int | None) -> tuple[MenuOption, ...]:
    def usual(minutes: int | None) -> Text | str:
        return Text("default") if minutes == clock.usual and not clock.is_of_setup else ""

    limits = tuple(
        MenuOption(minutes, Text("{n} min", n=minutes), usual(minutes), is_chosen=minutes == now)
        for minutes in clock.minutes
    )
    none = MenuOption(None, Text("no limit"), usual(None), is_chosen=now is None)
    return limits if clock.is_of_setup else (none, *limits)
