"""Says what the rules page shows: the chapters of a game, the sentences of a chapter, or the interpretations."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.rules.readings import RuleChapter, RuleReading, RulesInWords
from companion.showing.citations import tell_citation, within_rulebook
from companion.showing.scene import CardSide
from companion.words import Text
from ui.presenters.even_rows import even_across
from ui.presenters.lines import MenuLine, MenuOption, ShownCard, Words

OPTIONS_A_LINE = 4


@dataclass(frozen=True, slots=True)
class RulesOfGame:
    """The wish to read the rules of a game."""

    game: str


@dataclass(frozen=True, slots=True)
class ChaptersWanted:
    """The wish to read chapters one after the other; `of_phase`: those of the match's phase."""

    chapters: tuple[str, ...]
    of_phase: bool = False


@dataclass(frozen=True, slots=True)
class ReadingsWanted:
    """The wish to read how doubtful points of a chapter are judged; `chapter` None: the list of the chapters that have such
    points, empty: those of every match.
    """

    chapter: str | None = None


@dataclass(frozen=True, slots=True)
class HouseRulesWanted:
    """The wish to read which house rules hold in the match."""


Wish = ChaptersWanted | ReadingsWanted | HouseRulesWanted


@dataclass(frozen=True, slots=True)
class AgreedRule:
    """A house rule: the question that it answers, and what the match is played with."""

    name: str
    title: Words
    asks: Words
    says: Words


@dataclass(frozen=True, slots=True)
class ShownRules:
    """What the rules page shows of a game. `phase` is the match's phase, empty without a match; `wish` None: the list
    of chapters.
    """

    game: str
    titles: Mapping[str, Words]
    words: RulesInWords
    phase: str = ""
    wish: Wish | None = None
    agreed: tuple[AgreedRule, ...] = ()
    """The house rules of the match from which somebody came."""

    @property
    def title(self) -> Text:
        """Return what stands above the lines."""
        match self.wish:
            case ChaptersWanted(of_phase=True):
                return Text("the rules of this moment")
            case ChaptersWanted() if self._chapters:
                return Text("{title}", title=self._chapters[0].title)
            case ReadingsWanted(None):
                return Text("questions that the rulebook leaves open")
            case ReadingsWanted(str(chapter)):
                return Text("open questions: {title}", title=self._chapter_title(chapter))
            case HouseRulesWanted():
                return Text("house rules of this match")
            case _:
                return Text("the rules: {game}", game=self.titles[self.game])

    @property
    def next_wish(self) -> Wish | None:
        """Return what is read after this: after a phase the house rules of the match; after the last chapter, and after
        the house rules, the readings; None: after these.
        """
        if isinstance(self.wish, HouseRulesWanted):
            return ReadingsWanted()
        if isinstance(self.wish, ReadingsWanted) and self.wish.chapter is not None:
            with_readings = list(self._by_chapter())
            following = with_readings[with_readings.index(self.wish.chapter) + 1 :]
            return ReadingsWanted(following[0]) if following else None
        if not isinstance(self.wish, ChaptersWanted):
            return None
        if self.wish.of_phase:
            return HouseRulesWanted() if self.agreed else ReadingsWanted()
        ids = [chapter.id for chapter in self.words.chapters]
        at = ids.index(self.wish.chapters[-1]) + 1
        return ChaptersWanted((ids[at],)) if at < len(ids) else ReadingsWanted()

    @property
    def next_says(self) -> Text | str:
        """Return the words of the button that leads on; empty: there is none."""
        match self.next_wish:
            case ChaptersWanted((following,)):
                return Text("next: {title}", title=self._chapter_title(following))
            case ReadingsWanted(str(following)):
                return Text("next: {title}", title=self._chapter_title(following))
            case ReadingsWanted():
                return Text("open questions")
            case HouseRulesWanted():
                return Text("house rules")
            case _:
                return ""

    def lines(self) -> tuple[MenuLine, ...]:
        """Return the lines below the title."""
        match self.wish:
            case ChaptersWanted():
                return tuple(line for chapter in self._chapters for line in self._sentences(chapter))
            case ReadingsWanted(None):
                unclear = self._unclear()
                across = even_across(len(unclear), OPTIONS_A_LINE)
                return (MenuLine("chapters", "", "", unclear, across=across),)
            case ReadingsWanted(str(chapter)):
                return _readings(self.game, self._by_chapter()[chapter])
            case HouseRulesWanted():
                return tuple(
                    MenuLine(
                        rule.name,
                        Text("{name}: {value}", name=rule.title, value=rule.says),
                        rule.asks,
                    )
                    for rule in self.agreed
                )
            case _:
                return self._overview

    @property
    def note(self) -> Text | str:
        """Return what the asterisk behind a section means; empty where none stands."""
        if isinstance(self.wish, ReadingsWanted) and self.wish.chapter is not None:
            is_agreed = any(one.house_rule for one in self._by_chapter()[self.wish.chapter])
            return Text("* a house rule may say otherwise") if is_agreed else ""
        has_reading = any(one.reading for chapter in self._chapters for one in chapter.sentences)
        return Text("* the rulebook leaves this open: see “Open questions”") if has_reading else ""

    @property
    def examples(self) -> tuple[ShownCard, ...]:
        """Return the cards that stand beside the sentences: those of the first chapter that has some."""
        shown = next((chapter.shows for chapter in self._chapters if chapter.shows), ())
        return tuple(ShownCard(self.game, CardSide(ref)) for ref in shown)

    @property
    def _chapters(self) -> tuple[RuleChapter, ...]:
        wanted = self.wish.chapters if isinstance(self.wish, ChaptersWanted) else ()
        by_id = {chapter.id: chapter for chapter in self.words.chapters}
        return tuple(by_id[id_] for id_ in wanted)

    def _sentences(self, chapter: RuleChapter) -> tuple[MenuLine, ...]:
        """Return a line for each sentence; where several chapters are read, each begins with its title."""
        has_title = len(self._chapters) > 1
        return tuple(
            MenuLine(
                f"{chapter.id} {n}",
                Text("{title}", title=chapter.title) if has_title and n == 0 else "",
                Text("{sentence}", sentence=sentence.says),
                cite=tell_citation(sentence.section)
                if sentence.reading is None
                else Text("{section} *", section=tell_citation(sentence.section)),
            )
            for n, sentence in enumerate(chapter.sentences)
        )

    def _by_chapter(self) -> dict[str, tuple[RuleReading, ...]]:
        """Return the readings of each chapter that has some: the one that names the reading, or that has most sentences of
        its section.
        """
        named = {
            one.reading: chapter.id
            for chapter in self.words.chapters
            for one in chapter.sentences
            if one.reading
        }
        found: dict[str, list[RuleReading]] = {
            id_: [] for id_ in (*(chapter.id for chapter in self.words.chapters), "")
        }
        for reading in self.words.readings:
            of_section = [
                chapter.id
                for chapter in self.words.chapters
                for one in chapter.sentences
                if reading.section.endswith(f" {one.section}")
            ]
            most = max(of_section, key=of_section.count, default="")
            found[named.get(reading.id, most)].append(reading)
        return {id_: tuple(readings) for id_, readings in found.items() if readings}

    def _chapter_title(self, id_: str) -> Words:
        titles = {chapter.id: chapter.title for chapter in self.words.chapters}
        return titles[id_] if id_ in titles else Text("every match")

    def _unclear(self) -> tuple[MenuOption, ...]:
        return tuple(
            MenuOption(
                ReadingsWanted(id_),
                self._chapter_title(id_),
                Text("one question") if len(readings) == 1 else Text("{n} questions", n=len(readings)),
            )
            for id_, readings in self._by_chapter().items()
        )

    @property
    def _overview(self) -> tuple[MenuLine, ...]:
        games = tuple(
            MenuOption(RulesOfGame(name), title, is_chosen=name == self.game)
            for name, title in self.titles.items()
        )
        chapters = [
            MenuOption(
                ChaptersWanted((one.id,)),
                Text("{n}. {title}", n=n, title=one.title),
                is_main=self.phase in one.phases,
            )
            for n, one in enumerate(self.words.chapters, start=1)
        ]
        chapters.append(MenuOption(ReadingsWanted(), Text("open questions")))
        return (
            MenuLine("game", Text("game"), "", games),
            MenuLine("chapters", "", "", tuple(chapters), across=OPTIONS_A_LINE),
        )


def _readings(game: str, readings: Sequence[RuleReading]) -> tuple[MenuLine, ...]:
    return tuple(
        MenuLine(
            reading.id,
            reading.question,
            Text("{answer}", answer=reading.reading),
            cite=_cite_of(game, reading),
        )
        for reading in readings
    )


def _cite_of(game: str, reading: RuleReading) -> Text:
    """Return where an interpretation is needed, and its title; an asterisk says that it may be agreed otherwise."""
    section = tell_citation(within_rulebook(game, reading.section))
    where = Text("{section}: {title}", section=section, title=reading.title)
    return where if reading.house_rule is None else Text("{section} *", section=where)
