"""A film of a whole match, as a perfect camera tells it: all that the controller was told, with its time, to be shown again."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from companion.ids import MatchId, ObservationId
from companion.match import Match
from companion.observation import Sighting, SightingState
from companion.rules.games import GAMES
from companion.session.inbox import CameraStatus, Item, QuestionAnswer, RestReport, SightingReport
from companion.session.match_controller import MatchController
from companion.session.session_event import RulingEvent, SessionEvent
from companion.storage.shipped_data import demonstrations
from companion.table.wiring import bare_controller
from tests.reading.perfect import STEP_MS, Performance

LAST_PLAYS = 60
"""As many as may lie on the table still when a match goes on."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What the controller was told, and when."""

    at_ms: int
    item: Item


class _Filmed(Performance):
    """A performance that keeps what it tells the controller, and how far it was when a play was ruled."""

    def __init__(self, game: str, name: str, seed: int) -> None:
        self.scenes: list[Scene] = []
        self.ruled: list[tuple[int, RulingEvent]] = []
        super().__init__(game, *demonstrations(game)[name], seed)

    def take(self, item: Item) -> None:
        self.scenes.append(Scene(self.stage.now_ms, item))
        super().take(item)

    def hear(self, news: Sequence[SessionEvent]) -> None:
        self.ruled += [
            (len(self.scenes), one) for one in news if isinstance(one, RulingEvent) and one.refusal is None
        ]
        super().hear(news)


class Film:
    """Of one match from its beginning to its end, or to so many plays. `plays` are those that were read from it, with dice
    and taps.
    """

    def __init__(self, game: str, name: str, seed: int, most: int | None = None) -> None:
        filmed = _Filmed(game, name, seed)
        while not filmed.acted.is_over and (most is None or len(filmed.ruled) < most):
            filmed.step()
        self._game, self._name = game, name
        self._scenes = filmed.scenes
        self._ruled = filmed.ruled
        self.plays = [ruled for _, ruled in filmed.ruled]
        seen = (scene.item.sighting for scene in self._scenes if isinstance(scene.item, SightingReport))
        self._sightings = {sighting.id: sighting for sighting in seen}

    def after(self, plays: int) -> int:
        """How many scenes there were when so many plays had been ruled."""
        return self._ruled[plays - 1][0]

    def was_seen(self, plays: int) -> bool:
        """Whether any of so many plays was read from the camera."""
        return any(name in self._sightings for ruled in self.plays[:plays] for name in ruled.evidence)

    def at_ms(self, scenes: int) -> int:
        """When the last of so many scenes was."""
        return self._scenes[scenes - 1].at_ms

    def controller(self, plays: int) -> MatchController:
        """The match goes on after so many of its plays, from its log."""
        match = Match(GAMES[self._game], *demonstrations(self._game)[self._name])
        seen: list[list[Sighting]] = []
        for ruled in self.plays[:plays]:
            seen.append([self._sightings[name] for name in ruled.evidence if name in self._sightings])
            assert match.submit(ruled.play, seen[-1]).ok
        controller = bare_controller(MatchId("again"), match)
        controller.recall(
            [one for each in seen[-LAST_PLAYS:] for one in each],
            earlier=[one for each in seen[:-LAST_PLAYS] for one in each],
        )
        return controller

    def shown(self, controller: MatchController, told_from: int) -> Iterator[tuple[int, SessionEvent]]:
        """All of it; dice fall and players tap and answer only once so many scenes are over."""
        yield from self._from(controller, 0, told_from)

    def rest_shown(self, controller: MatchController, scenes: int) -> Iterator[tuple[int, SessionEvent]]:
        """What comes after so many scenes, before a camera that then begins to see."""
        now_ms = self.at_ms(scenes)
        items: list[Item] = [CameraStatus(is_seeing=True), *self._lying(scenes, now_ms)]
        for item in items:
            yield from ((now_ms, told) for told in controller.take(item, now_ms))
        yield from self._from(controller, scenes, scenes)

    def _lying(self, scenes: int, now_ms: int) -> Iterator[SightingReport]:
        """What lies there then, seen for the first time."""
        lying: dict[int, tuple[Sighting, bool]] = {}
        for scene in self._scenes[:scenes]:
            if not isinstance(scene.item, SightingReport):
                continue
            sighting = scene.item.sighting
            if sighting.state is SightingState.END:
                lying.pop(sighting.thing, None)
            elif sighting.state is SightingState.HIDDEN:
                lying[sighting.thing] = (lying[sighting.thing][0], True)
            else:
                lying[sighting.thing] = (sighting, False)
        for sighting, is_hidden in lying.values():
            first = replace(
                sighting,
                id=ObservationId(f"rest-{sighting.id}"),
                at_ms=now_ms + 1,
                state=SightingState.START,
            )
            yield SightingReport(first)
            if is_hidden:
                yield SightingReport(replace(first, state=SightingState.HIDDEN))

    def _from(
        self, controller: MatchController, first: int, told_from: int
    ) -> Iterator[tuple[int, SessionEvent]]:
        now_ms = self.at_ms(max(first, 1))
        for number, scene in enumerate(self._scenes[first:], first):
            while now_ms < scene.at_ms:
                yield from ((now_ms, told) for told in controller.tick(now_ms))
                now_ms += STEP_MS
            item = _said_now(scene.item, controller)
            if item is not None and (
                number >= told_from or isinstance(item, SightingReport | RestReport | CameraStatus)
            ):
                yield from ((now_ms, told) for told in controller.take(item, now_ms))


def _said_now(item: Item, controller: MatchController) -> Item | None:
    """Players answer the question that is asked now, if any is."""
    if not isinstance(item, QuestionAnswer):
        return item
    return None if controller.question is None else replace(item, key=controller.question.key)
