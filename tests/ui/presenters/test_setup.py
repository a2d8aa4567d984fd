"""A set-up, step by step, without a window: what is chosen stands in the match that is begun."""

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.backend.devices.tower import TOWER, TRAY
from companion.backend.interface import CAMERA, CardName, CheckResult, GameOffer
from companion.backend.local import LocalBackend
from companion.backend.offers import games
from companion.opponent.seat import Seating
from companion.people import KnownPerson
from companion.rules.description import MatchSetting, RuleChoice
from companion.rules.games import GAMES
from companion.storage.catalogue import SHIPPED
from companion.storage.places import Places
from companion.table.recorded_match import match_of
from companion.words import Text, Wording, translate
from ui.presenters.lines import LineStanding, MenuLine, PageRequest, PageWish, Words
from ui.presenters.sentences import facts_of
from ui.setup.match_setup import COMPANION, NO_NAME, NOBODY, MatchSetup, SetupStage
from ui.setup.picking import PairPicking, Picking, TableTyping
from ui.setup.ready_lines import MATCH, SOUND, ready_lines, sound_note, step_options, way_on
from ui.setup.setup_lines import SHOWN, lines, page_count, people_pages
from ui.setup.squads import CardVerdict


@pytest.fixture(scope="module")
def offered() -> dict[str, GameOffer]:
    return {game.name: game for game in games()}


def at(stage: str, game: GameOffer, mode: str = "demo-match") -> MatchSetup:
    """A set-up at a step, everything before as usual."""
    setup = MatchSetup.of(game)
    names = [one.name for one in game.modes]
    return replace(setup.choose("mode", names.index(mode)), stage=stage)


def line(setup: MatchSetup, key: str) -> MenuLine:
    return next(one for one in lines(setup) if one.key == key)


def in_english(words: Words) -> str:
    return words if isinstance(words, str) else translate(words, "en")


def begun(setup: MatchSetup) -> Any:
    """The set-up of the match, as the rules have taken it."""
    return match_of(setup.request.setup, Places(Path("nowhere"))).setup


@pytest.mark.parametrize("game", GAMES)
def test_every_mode_begins_as_it_is_offered(game: str, offered: dict[str, GameOffer]) -> None:
    for mode in offered[game].modes:
        assert begun(at(SetupStage.READY, offered[game], mode.name))["game"] == game


def test_how_many_goals_win_is_touched_or_typed(offered: dict[str, GameOffer]) -> None:
    setup = at(SetupStage.MATCH, offered["lignes"])
    goals = line(setup, "end.goals").options
    assert [in_english(option.says) for option in goals[:4]] == ["1", "2", "3", "5"], "in their order"
    assert [in_english(option.says) for option in goals if option.is_chosen] == ["3"]
    assert begun(setup.choose("end.goals", 2))["end"] == {"goals": 2}
    typed = setup.set_to("end.goals", 7)
    assert begun(typed)["end"] == {"goals": 7}
    other = line(typed, "end.goals").options[-1]
    assert (other.value, other.is_chosen) == (PageRequest(PageWish.NUMBER, "end.goals"), True)


def test_halves_and_their_minutes_are_chosen(offered: dict[str, GameOffer]) -> None:
    setup = at(SetupStage.MATCH, offered["lignes"], "demo-match-halves").choose("end.halves", 1)
    timed = replace(setup, stage=SetupStage.CLOCKS).choose("half", 10)
    assert begun(timed)["end"] == {"halves": 1, "minutes": 10}


def test_the_stadium_is_another_one_or_none(offered: dict[str, GameOffer]) -> None:
    setup = at(SetupStage.MATCH, offered["ofusaido"])
    options = line(setup, "stadium").options
    assert begun(setup.choose("stadium", 1))["stadium"] != begun(setup)["stadium"]
    assert begun(setup.choose("stadium", len(options) - 1)).get("stadium") is None


def test_a_school_has_no_stadium_to_choose(offered: dict[str, GameOffer]) -> None:
    assert SetupStage.MATCH not in at(SetupStage.MODE, offered["ofusaido"], "demo-match-ecole").stages
    assert begun(at(SetupStage.READY, offered["ofusaido"], "demo-match-amateur"))["mode"] == "amateur"


def test_a_long_match_with_fewer_action_cards(offered: dict[str, GameOffer]) -> None:
    setup = at(SetupStage.MATCH, offered["boufbowl"]).choose("length", 1).set_to("teams.red.deck", 40)
    taken = begun(setup)
    assert (taken["length"], taken["teams"]["red"]["deck"]) == ("long", 40)


def test_the_board_says_that_it_is_invented_where_there_is_no_other(offered: dict[str, GameOffer]) -> None:
    asked = at(SetupStage.MATCH, offered["lignes"])
    assert in_english(asked.note) == (
        "Demonstration board: 13 × 21 cells, as on the printed mat; your own board may have another number"
    )
    assert [one.key for one in lines(asked)] == ["end.goals"]
    assert begun(at(SetupStage.READY, offered["lignes"]))["board"]["title"]["en"] == "Demonstration board"


def test_what_each_step_of_reputation_pays_is_typed_as_numbers(offered: dict[str, GameOffer]) -> None:
    setup = at(SetupStage.RULES, offered["ouaf"])
    usual, typed = line(setup, "reputation_points").options
    assert usual.is_chosen
    assert typed.value == PageRequest(PageWish.TABLE, "reputation_points")
    rule = next(rule for rule in offered["ouaf"].house_rules if rule.name == "reputation_points")
    assert rule.table is not None
    typing = TableTyping(rule, rule.table, setup.agreed_of(rule))
    (buttons,) = [row.options for row in typing.lines]
    assert [in_english(buttons[n].says) for n in (0, 11, 20)] == ["0", "1", "10"]
    assert [in_english(buttons[n].under) for n in (0, -1)] == ["reputation −10", "reputation +10"]
    typing = typing.with_number("7", 8).with_number("-1", 3).with_number("2", 9).with_number("2", 2)
    agreed = setup.agree("reputation_points", typing.typed)
    assert begun(agreed)["house"] == {"reputation_points": {"7": 8, "-1": 3}}
    assert [option.is_chosen for option in line(agreed, "reputation_points").options] == [False, True]
    assert [in_english(one.says) for one in typing.lines[-1].options] == ["all back to default"]
    assert typing.as_usual().typed == {}


def test_more_choices_than_have_room_stand_on_further_pages(offered: dict[str, GameOffer]) -> None:
    choices = tuple(RuleChoice(str(n), Text("{n}", n=n)) for n in range(SHOWN + 4))
    stadiums = MatchSetting(("stadium",), Text("stadium"), "", choices)
    setup = at(SetupStage.MATCH, offered["ofusaido"])
    setup = replace(setup, mode=replace(setup.mode, settings=(stadiums,)))
    assert [option.value for option in line(setup, "stadium").options[:-1]] == list(range(SHOWN))
    turned = setup.turn("stadium", page_count(stadiums))
    assert [option.value for option in line(turned, "stadium").options[:-1]] == list(range(SHOWN, SHOWN + 4))


# --- a coach's cards, the stand, the toss


def deck(setup: MatchSetup) -> MenuLine:
    return line(setup, "teams.red.deck")


def test_the_demonstration_squad_plays_with_the_demonstration_deck(offered: dict[str, GameOffer]) -> None:
    setup = at(SetupStage.DECKS, offered["boufbowl"])
    assert [in_english(one.says) for one in deck(setup).options if one.is_chosen] == ["demo deck"]
    assert in_english(deck(setup).says) == "43 of 43"
    assert begun(setup)["teams"]["red"]["deck"][:2] == ["AR001-900", "AR002-900"]


def test_of_a_squad_of_ones_own_only_the_number_of_its_cards_is_usually_known(
    offered: dict[str, GameOffer],
) -> None:
    own = ["PR001-900", "PR002-900", "PR003-900", "PR004-900", "PR005-900"]
    setup = at(SetupStage.DECKS, offered["boufbowl"]).with_squad("red", {"players": own})
    assert begun(setup)["teams"]["red"]["deck"] == 43
    assert [in_english(one.under) for one in deck(setup).options if one.is_chosen] == ["none is checked"]
    listed = setup.choose("teams.red.deck", 0)
    assert len(begun(listed)["teams"]["red"]["deck"]) == 43


def test_a_deck_picked_by_hand_is_counted_and_says_what_is_missing(offered: dict[str, GameOffer]) -> None:
    setup = at(SetupStage.DECKS, offered["boufbowl"])
    setup = setup.set_to("teams.red.deck", ["AR001-900", "AR001-900", "XX001-001"])
    setup = setup.with_cards({"AR001-900": CardName("AR001-900", Wording.plain("Shoulder first"), "action")})
    told = in_english(deck(setup).says)
    assert told == "3 of 43, 40 missing, these cards are not in any of your catalogues: XX001-001"
    assert deck(setup).options[-1].is_chosen
    setting = setup.setting("teams.red.deck")
    assert setting is not None
    squad = setup.listed(setting)
    assert squad.picked == {"deck": ("AR001-900", "AR001-900")}
    told = in_english(Picking(squad, squad.needs[0]).lacks)
    assert told == "at least 3 more, at most 43: touch cards, or fill the rest at once", "a hand has five"


def test_an_owners_deck_is_offered_by_its_title(tmp_path: Path) -> None:
    folder = tmp_path / "boufbowl" / "decks"
    folder.mkdir(parents=True)
    folder.joinpath("mine.yaml").write_text(
        "title: {en: Mine, fr: Le mien}\ncards: [AR001-900, AR002-900, AR001-900, AR002-900, AR001-900]\n"
    )
    folder.joinpath("bare.json").write_text('["AR003-900"]')
    (game,) = (one for one in games((SHIPPED, tmp_path)) if one.name == "boufbowl")
    setup = at(SetupStage.DECKS, game)
    titles = [in_english(one.says) for one in deck(setup).options]
    assert titles[:4] == ["demo deck", "Bare (1)", "Mine (5)", "any 43 cards"]
    mine = ["AR001-900", "AR002-900", "AR001-900", "AR002-900", "AR001-900"]
    assert begun(setup.choose("teams.red.deck", 2))["teams"]["red"]["deck"] == mine


def test_a_file_that_is_no_deck_is_told_on_its_line(tmp_path: Path) -> None:
    folder = tmp_path / "boufbowl" / "decks"
    folder.mkdir(parents=True)
    folder.joinpath("mine.yaml").write_text("cards: 43\n")
    (game,) = (one for one in games((SHIPPED, tmp_path)) if one.name == "boufbowl")
    setup = at(SetupStage.DECKS, game).set_to("teams.red.deck", 43)
    assert "mine.yaml: cards: this must be" in in_english(deck(setup).says)
    assert [in_english(one.says) for one in deck(setup).options][:2] == [
        "demo deck",
        "any 43 cards",
    ]


def test_the_stand_is_untold_shown_as_in_the_demonstration_or_picked(offered: dict[str, GameOffer]) -> None:
    setup = at(SetupStage.MATCH, offered["boufbowl"], "demo-match-expert")
    assert begun(setup)["shown"] is None
    assert len(begun(setup.choose("shown", 1))["shown"]) == 5
    assert begun(setup.set_to("shown", ["PW002-900"]))["shown"] == ["PW002-900"]
    assert at(SetupStage.MATCH, offered["boufbowl"]).setting("shown") is None, "in mode expert only"


def test_who_won_the_toss_is_told_beside_who_begins(offered: dict[str, GameOffer]) -> None:
    setup = at(SetupStage.TEAMS, offered["boufbowl"]).named("blue", "Les Bleus")
    assert [in_english(one.says) for one in line(setup, "toss").options] == [
        "not noted",
        "Fort-Clairval",
        "Les Bleus",
    ]
    assert begun(setup)["toss"] is None
    taken = begun(setup.choose("toss", 2).choose("first", "red"))
    assert (taken["toss"], taken["first"]) == ("blue", "red")


# --- who is at home


@pytest.fixture(scope="module")
def cards() -> dict[str, CardName]:
    backend = LocalBackend(Places(Path("nowhere")))
    return {card.ref: card for card in backend.cards("ofusaido")}


@pytest.fixture
def to_draw(offered: dict[str, GameOffer], cards: dict[str, CardName]) -> MatchSetup:
    return at(SetupStage.DRAW, offered["ofusaido"]).with_cards(cards)


def told_lots(setup: MatchSetup) -> Any:
    """Return the set-up and the event of the draw, as the rules have taken it."""
    match = match_of(setup.request.setup, Places(Path("nowhere")))
    (lots,) = (event for event in match.opening.events if event.kind == "lots")
    return match.setup, lots


HIGH, LOW, LEVEL = "JO016-900", "JO019-900", ("JO002-900", "JO020-900")


def test_without_a_draw_the_sides_are_as_they_are(to_draw: MatchSetup) -> None:
    assert to_draw.hinders is None
    assert "lots" not in begun(to_draw)


def test_the_higher_ability_is_at_home_and_chooses_who_begins_and_the_stadium(to_draw: MatchSetup) -> None:
    setup = to_draw.choose("criterion", "TIR")
    assert setup.hinders is None, "nothing is turned over yet: it may still be played without a draw"
    setup = setup.turned_over({"home": HIGH, "away": LOW})
    assert setup.hinders is None
    won = line(setup, "pair 1")
    faces = [option.card.face for option in won.options if option.card]
    assert [(face.ref, face.counts) for face in faces] == [(HIGH, "TIR"), (LOW, "TIR")]
    assert in_english(replace(setup, stage=SetupStage.DRAW).asks) == "Bellecombre has won the draw"
    assert in_english(won.title) == "Bellecombre: home"
    assert in_english(won.says).endswith("TIR: 6 to 1")
    assert in_english(line(setup, "stadium").says) == "Bellecombre chooses"
    taken, lots = told_lots(setup.choose("first", "away").choose("stadium", 1))
    assert (lots.by, lots.home.card, taken["kickoff"]) == ("TIR", HIGH, "away")
    assert taken["stadium"] != begun(to_draw)["stadium"]


def test_a_guest_who_wins_is_at_home_with_his_name_and_his_squad(to_draw: MatchSetup) -> None:
    setup = to_draw.named("away", "Les Invités").choose("criterion", "TIR")
    setup = setup.turned_over({"home": "JO001-900", "away": strong(to_draw)})
    assert in_english(line(setup, "pair 1").title) == "Les Invités: home"
    taken, lots = told_lots(setup)
    assert taken["teams"]["home"]["name"] == "Les Invités"
    assert taken["teams"]["home"]["players"] == begun(to_draw)["teams"]["away"]["players"]
    assert lots.home.card == strong(to_draw)
    assert begun(setup.choose("criterion", None))["teams"]["away"]["name"] == "Les Invités"


def strong(setup: MatchSetup) -> str:
    """Return the away side's best shot."""
    return max(setup.drawable("away"), key=lambda ref: setup.cards[ref].card.stats.TIR)


def same(setup: MatchSetup) -> MatchSetup:
    """The same card on both sides, as two boxes have it: level in all."""
    return setup.with_squad("away", setup.squad_of("home"))


def test_level_in_all_the_next_pair_or_the_coin(to_draw: MatchSetup) -> None:
    setup = same(to_draw).choose("criterion", "INT").turned_over({"home": HIGH, "away": HIGH})
    assert in_english(line(setup, "pair 1").title) == "a tie in all six stats"
    faces = [one.card.face for one in line(setup, "pair 1").options if one.card is not None]
    assert [(face.ref, face.seat) for face in faces] == [(HIGH, "home"), (HIGH, "away")]
    assert HIGH not in setup.drawable("home")
    assert [in_english(one.says) for one in line(setup, "coin").options] == [
        "turn over another pair", "Bellecombre", "Fontesorda",
    ]  # fmt: skip
    assert told_lots(setup.choose("coin", "home"))[1].by == "coin"
    away = setup.choose("coin", "away")
    taken, lots = told_lots(away)
    assert (lots.by, taken["teams"]["home"]["name"]) == ("coin", "Fontesorda")


def test_the_program_draws_until_a_pair_decides_and_else_tosses_the_coin(to_draw: MatchSetup) -> None:
    for seed in range(20):
        luck = random.Random(seed)
        for setup in (to_draw, same(to_draw)):
            order = {seat: luck.sample(setup.drawable(seat), 18) for seat in setup.teams}
            drawn = setup.drawn_by_chance(order, luck.choice(["home", "away"]))
            assert told_lots(drawn)[1].by
    unshuffled = {seat: same(to_draw).drawable(seat) for seat in to_draw.teams}
    level = same(to_draw).drawn_by_chance(unshuffled, "away")
    assert level.drawing is not None
    assert (len(level.drawing.pairs), told_lots(level)[1].by) == (18, "coin")


def test_another_squad_voids_the_draw(to_draw: MatchSetup) -> None:
    setup = to_draw.choose("criterion", "TIR").turned_over({"home": "JO001-900", "away": strong(to_draw)})
    assert same(setup).drawing is None
    assert same(setup).teams == to_draw.teams


def test_a_card_is_told_for_each_side_one_after_the_other(to_draw: MatchSetup) -> None:
    picking = PairPicking(to_draw)
    assert in_english(picking.asks) == "which stat counts?"
    assert [one.value for one in picking.lines[0].options] == ["TIR", "TDL", "DRB", "PAS", "TAK", "INT"]
    picking = picking.pick("TIR")
    assert in_english(picking.asks) == "which card does Bellecombre turn over?"
    options = picking.lines[0].options
    assert (len(options), in_english(options[-1].under)) == (12, "page 1 of 2")
    picking = picking.pick(options[-1].value).pick(HIGH)
    assert (in_english(picking.asks), picking.page) == ("which card does Fontesorda turn over?", 0)
    assert picking.pick(LOW).picked == {"home": HIGH, "away": LOW}
    assert picking.pick(LOW).is_whole


# --- cards of a mode, and levels


def offered_refs(setup: MatchSetup, field: str) -> set[str]:
    need = next(need for need in setup.mode.needs if need.field == field)
    return {card.ref for card in setup.squad("home").offered(need)}


@pytest.mark.parametrize(
    ("mode", "direct", "long"),
    [("demo-match", False, True), ("demo-match-ecole", True, False),
     ("demo-match-amateur", False, True), ("elite", False, True)],
)  # fmt: skip
def test_only_the_occasions_of_the_mode_are_offered(
    mode: str, direct: bool, long: bool, offered: dict[str, GameOffer], cards: dict[str, CardName]
) -> None:
    setup = at(SetupStage.SQUADS, offered["ofusaido"], mode).with_cards(cards)
    refs = offered_refs(setup, "occasions")
    assert ("OC007-900" in refs, "OC006-900" in refs) == (direct, long)
    usual = setup.squad_of("home")["occasions"]
    assert ("OC007-900" in usual, "OC006-900" in usual) == (direct, long)


def test_simple_modes_offer_the_base_actions_once_and_others_as_their_colour_allows(
    offered: dict[str, GameOffer], cards: dict[str, CardName]
) -> None:
    simple = at(SetupStage.SQUADS, offered["ofusaido"], "demo-match-amateur").with_cards(cards)
    assert offered_refs(simple, "actions") == {f"AC00{n}-900" for n in range(1, 10)}
    assert simple.squad("home").scanned("OC007-900").verdict is CardVerdict.OTHER
    full = at(SetupStage.SQUADS, offered["ofusaido"]).with_cards(cards)
    red = next(card for card in cards.values() if card.kind == "action" and card.card.tier == "red")
    squad = replace(full.squad("home"), picked={}, order=()).scanned(red.ref).squad
    assert squad.scanned(red.ref, is_other_copy=True).verdict is CardVerdict.KNOWN


def test_elite_counts_the_levels_against_the_limit_or_the_stadiums(
    offered: dict[str, GameOffer], cards: dict[str, CardName]
) -> None:
    setup = at(SetupStage.SQUADS, offered["ofusaido"], "elite").with_cards(cards)
    assert in_english(line(setup, "home").says).endswith("levels 116/120")
    stadium = replace(cards["ST001-900"].card, market=100)
    small = {**cards, "ST001-900": replace(cards["ST001-900"], card=stadium)}
    dear = setup.with_cards(small).set_to("stadium", "ST001-900").squad("home")
    assert in_english(dear.told[-1]) == "levels 116/100: 16 too many"
    assert not dear.is_whole
    assert Picking(dear, dear.needs[0]).is_waiting
    (one, *_) = dear.needs
    assert in_english(Picking(dear, one).lines[0].options[0].under) == "JO001-900, level 6"
    amateur = at(SetupStage.SQUADS, offered["ofusaido"], "demo-match-amateur").with_cards(cards)
    assert "levels" not in in_english(line(amateur, "home").says)


# --- what is asked, and where one can go


def test_what_cannot_matter_in_a_mode_is_not_asked(offered: dict[str, GameOffer]) -> None:
    asked = [one.key for one in lines(at(SetupStage.RULES, offered["ofusaido"], "demo-match-ecole"))]
    assert asked == ["multipliers"], "a school has neither fouls nor colours"
    whole = [one.key for one in lines(at(SetupStage.RULES, offered["ofusaido"]))]
    assert whole == ["foul_advance", "both_whistles", "multipliers"]


def test_two_bakers_play_by_the_rule_for_two_and_nobody_is_asked(offered: dict[str, GameOffer]) -> None:
    setup = at(SetupStage.PEOPLE, offered["ouaf"])
    for seat in setup.seats[2:]:
        setup = setup.choose(seat, NOBODY)
    assert setup.hinders is None
    assert in_english(setup.note).startswith("with two players")
    assert begun(setup)["house"]["two_players"] is True
    assert "two_players" not in [one.key for one in lines(replace(setup, stage=SetupStage.RULES))]


def test_who_was_chosen_to_play_stays_in_another_mode(offered: dict[str, GameOffer]) -> None:
    setup = at(SetupStage.PEOPLE, offered["ouaf"])
    chosen = setup.known_by([ANNA]).choose("purple", "a").choose("red", NOBODY)
    for there in (setup, chosen):
        other = replace(there, stage=SetupStage.MODE).choose("mode", 1)
        assert (other.seats, other.people) == (there.seats, there.people)
    assert len(setup.seats) == 4, "how many play is no formula"


def test_a_tray_is_offered_only_where_a_camera_sees_it(offered: dict[str, GameOffer]) -> None:
    without = at(TOWER, offered["lignes"])
    assert TRAY not in [one.value for one in line(without, "tower").options]
    seen = without.with_gear(replace(without.gear, camera="0"))
    assert TRAY in [one.value for one in line(seen, "tower").options]


def test_a_step_is_changed_from_the_last_one_and_leads_back_to_it(offered: dict[str, GameOffer]) -> None:
    ready = at(SetupStage.READY, offered["lignes"])
    asked = [one.value for one in step_options(ready, CheckResult(Text("match"), "good", Text("so it is")))]
    assert asked == [PageRequest(PageWish.STEP, SetupStage.MORE)]
    more = ready.visit(SetupStage.MORE)
    assert [one.value.of for one in lines(more)[0].options if isinstance(one.value, PageRequest)] == list(
        ready.further
    )
    assert step_options(ready, CheckResult(Text("camera"), "", Text("none"), device=CAMERA))[
        0
    ].value == PageRequest(PageWish.STEP, "camera")
    assert step_options(ready, CheckResult(Text("sound"), "", Text("muted"))) == ()
    visited = ready.visit(SetupStage.MATCH).set_to("end.goals", 5)
    assert visited.stage is SetupStage.MATCH
    assert visited.on().stage is SetupStage.READY
    back = visited.back()
    assert back is not None and back.stage is SetupStage.READY
    before = back.back()
    assert before is not None and before.stage == SetupStage.PEOPLE
    opened = more.visit(SetupStage.MATCH).on()
    assert (opened.stage, opened.on().stage) == (SetupStage.MORE, SetupStage.READY)


def test_companion_plays_a_seat_at_a_level_and_its_cards_are_laid_if_people_want(
    offered: dict[str, GameOffer],
) -> None:
    setup = at(SetupStage.PEOPLE, offered["ofusaido"])
    assert [one.key for one in lines(setup)] == ["home", "away"]
    setup = setup.choose("away", COMPANION).choose("level", 4).choose("laid", True)
    assert setup.request.opponents == (Seating("away", 4, is_laid=True),)
    even = setup.choose("level", None)
    assert [one.is_even for one in even.request.opponents] == [True]
    assert even.choose("away", NO_NAME).request.opponents == ()


ANNA, BEN = KnownPerson("a", "Anna", "star", "coral"), KnownPerson("b", "Ben", "drop", "sky")


def test_a_person_plays_one_seat_and_the_program_another(offered: dict[str, GameOffer]) -> None:
    setup = at(SetupStage.PEOPLE, offered["ofusaido"]).known_by([ANNA, BEN])
    setup = setup.choose("home", "a").choose("away", "a")
    assert setup.request.people == {"away": "a"}
    assert (setup.note, in_english(setup.choose("away", NO_NAME).note)) == (
        "",
        "you need no name",
    )
    assert setup.choose("away", NO_NAME).request.people == {}
    both = setup.choose("home", COMPANION).choose("away", "b")
    assert (both.request.people, both.played) == ({"away": "b"}, ("home",))
    taken = both.choose("home", "a")
    assert (taken.request.people, taken.played) == ({"away": "b", "home": "a"}, ())


def test_who_is_offered_for_a_seat_is_turned_page_by_page(offered: dict[str, GameOffer]) -> None:
    people = [KnownPerson(str(n), f"Person {n}", "sun", "mint") for n in range(6)]
    setup = at(SetupStage.PEOPLE, offered["ofusaido"]).known_by(people).choose("home", "0")

    def named(setup: MatchSetup) -> list[object]:
        return [one.value for one in line(setup, "home").options if isinstance(one.value, str)]

    assert named(setup) == [NO_NAME, "0", "1", "2", COMPANION]
    # Who was chosen stays in sight, and hides nobody.
    assert named(setup.turn("home", people_pages(setup))) == [NO_NAME, "3", "4", "5", "0", COMPANION]


def test_who_is_offered_keeps_the_place_where_it_was(offered: dict[str, GameOffer]) -> None:
    setup = at(SetupStage.PEOPLE, offered["ofusaido"]).known_by([ANNA])
    named = setup.known_by([BEN, ANNA])
    assert [one.name for one in named.known] == ["Anna", "Ben"], (
        "the newcomer stands behind, though last here"
    )


def test_the_player_of_a_colour_is_chosen_on_a_page_of_its_own(offered: dict[str, GameOffer]) -> None:
    setup = at(SetupStage.PEOPLE, offered["ouaf"]).known_by([ANNA, BEN])
    assert [one.value for one in line(setup, "seats").options] == list(setup.game.seats)
    asked = setup.choose("seats", "orange")
    assert in_english(asked.asks) == "who plays Orange?"
    assert [one.value for one in line(asked, "orange").options if one.is_chosen] == [NOBODY]
    assert asked.back() == asked.on() == setup
    named = asked.choose("orange", "b")
    assert (named.seat, named.seats) == ("", ("red", "orange", "yellow", "green", "blue"))
    told = next(one for one in line(named, "seats").options if one.value == "orange")
    assert (told.says, in_english(told.under), told.is_chosen) == ("Ben", "Orange", True)


def test_who_is_here_sits_in_a_set_up_that_is_opened(offered: dict[str, GameOffer]) -> None:
    setup = at(SetupStage.PEOPLE, offered["ouaf"]).known_by([ANNA])
    alone = setup.choose("red", "a").choose("blue", COMPANION).choose("green", NOBODY)
    again = setup.seated_as(alone.request)
    assert (again.seats, again.people, again.played) == (alone.seats, {"red": "a"}, ("blue",))


def test_the_last_step_tells_who_plays_and_what_before_the_devices(offered: dict[str, GameOffer]) -> None:
    setup = at(SetupStage.READY, offered["ofusaido"]).known_by([ANNA])
    setup = replace(setup, people={"home": "a"}, played=("away",))
    checked = [
        CheckResult(SOUND, LineStanding.FAIR, Text("no loudspeaker")),
        CheckResult(Text("camera"), LineStanding.POOR, Text("none")),
        CheckResult(MATCH, LineStanding.GOOD, Text("nothing is missing")),
    ]
    who, what, camera = ready_lines(setup, checked)
    assert in_english(who.says) == "Anna (Bellecombre), Companion (Fontesorda)"
    assert (what.title, camera.title) == (setup.mode.title, Text("camera"))
    assert in_english(sound_note(checked)) == "no loudspeaker"


def test_visitors_of_a_kiosk_name_nobody(offered: dict[str, GameOffer]) -> None:
    setup = replace(at(SetupStage.PEOPLE, offered["ofusaido"]), may_name=False)
    assert [one.value for one in line(setup, "home").options] == [NO_NAME, COMPANION]


def test_a_baker_who_leaves_takes_the_name_along(offered: dict[str, GameOffer]) -> None:
    setup = at(SetupStage.PEOPLE, offered["ouaf"]).known_by([ANNA])
    seat, other = setup.seats[:2]
    left = setup.choose(seat, "a").choose(other, COMPANION).choose(seat, NOBODY).choose(other, NOBODY)
    assert (left.request.people, left.played) == ({}, ())


def test_only_cards_that_lie_on_the_mat_can_be_laid_for_it(offered: dict[str, GameOffer]) -> None:
    laid = {
        name: {line.key for seat in game.opponent.seats for line in lines(begun.choose(seat, COMPANION))}
        for name, game in offered.items()
        if game.opponent is not None
        for begun in (at(SetupStage.PEOPLE, game),)
    }
    assert [name for name, keys in laid.items() if "laid" in keys] == ["ofusaido"]
    assert set(laid) == set(GAMES)


def test_companion_takes_as_many_empty_seats_as_are_wanted(offered: dict[str, GameOffer]) -> None:
    setup = at(SetupStage.PEOPLE, offered["ouaf"])
    empty = [seat for seat in setup.game.seats if seat not in setup.seats]
    for seat in empty:
        setup = setup.choose("seats", seat).choose(seat, COMPANION)
        assert not setup.seat
    assert setup.request.setup["seats"] == [*setup.seats]
    assert [one.seat for one in setup.request.opponents] == empty
    assert begun(setup)["game"] == "ouaf"


def test_the_draw_exchanges_the_sides_with_who_plays_them(offered: dict[str, GameOffer]) -> None:
    setup = at(SetupStage.PEOPLE, offered["ofusaido"]).known_by([ANNA])
    setup = setup.choose("away", COMPANION).choose("home", "a")
    begun_draw = replace(setup, drawing=setup.begun_drawing())
    assert begun_draw.exchanged().played == ("home",)
    assert begun_draw.exchanged().people == {"away": "a"}


def test_the_last_button_says_what_the_match_would_begin_without(offered: dict[str, GameOffer]) -> None:
    ready = at(SetupStage.READY, offered["lignes"])
    camera = CheckResult(Text("camera"), LineStanding.POOR, Text("none"))
    tower = CheckResult(Text("tower"), LineStanding.POOR, Text("none"))
    sound = CheckResult(Text("sound"), LineStanding.GOOD, Text("heard"))
    said = [in_english(way_on(ready, found)) for found in (None, [sound], [sound, camera], [camera, tower])]
    assert said == ["begin the match", "begin the match", "begin without camera", "start anyway"]


def test_one_is_enough_for_a_game_that_the_program_plays_too(offered: dict[str, GameOffer]) -> None:
    told = {name: in_english(facts_of(game)).split(" ·")[0] for name, game in offered.items()}
    assert told["lignes"] == "1 to 2 players"
    assert told["ouaf"] == "1 to 6 players"
    alone = {name: in_english(facts_of(replace(game, opponent=None))) for name, game in offered.items()}
    assert alone["lignes"].startswith("2 players")
    assert alone["ouaf"].startswith("3 to 6 players")
