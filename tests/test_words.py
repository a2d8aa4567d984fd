"""Nobody at a French table reads an English sentence: the catalogue is whole, and what ships is what it says."""

import gettext
import re
from functools import cache
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from companion.words import DOMAIN, LANGUAGES, LOCALE_DIR, Program, Text, and_last, translate, with_names

# Layouts of screens hold words too, and are read as if they were modules; templates of pages hold them in their own way.
METHODS = [("**.py", "python"), ("**.kv", "python"), ("**.html", "jinja2")]
PACKAGES = ("companion", "vision", "devices", "ui", "calibration")
# The same as `make words` collects.
KEYWORDS = {"_": None, "N_": None, "Text": (1,), "illegal": (2,)}
ADVICE = "run `make words`, translate what is new in companion/locale/fr, run it again"


@cache
def sentences() -> set[str]:
    """Every English sentence in the code that may be shown to a person."""
    root = LOCALE_DIR.parent.parent
    found = set()
    for package in PACKAGES:
        for _, _, message, _, _ in extract_from_dir(root / package, METHODS, keywords=KEYWORDS):
            found.add(message if isinstance(message, str) else message[0])
    return found


@cache
def french() -> Catalog:
    with (LOCALE_DIR / "fr" / "LC_MESSAGES" / f"{DOMAIN}.po").open("rb") as file:
        return read_po(file, locale="fr", domain=DOMAIN)


def placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def test_every_sentence_is_in_the_french_catalogue() -> None:
    missing = sorted(sentences() - {str(message.id) for message in french()})
    assert not missing, f"{ADVICE}: {missing}"


def test_the_french_catalogue_holds_no_sentence_that_the_code_has_lost() -> None:
    left_over = sorted({str(message.id) for message in french() if message.id} - sentences())
    assert not left_over, f"{ADVICE}: {left_over}"
    assert not french().obsolete, f"{ADVICE}: obsolete {list(french().obsolete)}"


def test_every_sentence_is_translated() -> None:
    empty = [str(message.id) for message in french() if message.id and not message.string]
    assert not empty, f"without a translation: {empty}"


def test_every_translation_was_looked_at_by_a_person() -> None:
    fuzzy = [str(message.id) for message in french() if message.id and message.fuzzy]
    assert not fuzzy, f"look at these, then remove their `fuzzy` line: {fuzzy}"


def test_a_translation_fills_the_same_braces_as_its_sentence() -> None:
    odd = [
        (str(message.id), str(message.string))
        for message in french()
        if message.id and message.string
        if placeholders(str(message.id)) != placeholders(str(message.string))
    ]
    assert not odd


def strings(catalog: Catalog) -> list[str]:
    """Return every translation of a catalogue, each plural form by itself."""
    given = [message.string for message in catalog if message.id]
    return [
        str(one) for some in given for one in (some if isinstance(some, (list, tuple)) else (some,)) if one
    ]


def test_no_line_of_french_begins_with_a_sign_or_ends_with_an_opening_quote() -> None:
    # What stands between backticks is typed as it stands, so it may hold an ordinary space.
    breakable = re.compile(r"[ \u202f\n][:;?!»]|«[ \u202f\n]")
    odd = [said for said in strings(french()) if breakable.search(re.sub(r"`[^`]*`", "", said))]
    assert not odd, f"write a no-break space (U+00A0) before : ; ? ! » and after « in: {odd}"


def test_french_has_a_space_before_each_high_sign() -> None:
    # A sign inside an address, a time or a typed example is none of a sentence.
    joined = re.compile(r"[^\W\d_][;?!»](\s|$)|«\w")
    odd = [said for said in strings(french()) if joined.search(re.sub(r"`[^`]*`", "", said))]
    assert not odd, f"write a no-break space (U+00A0) before ; ? ! » and after « in: {odd}"


def test_french_has_the_apostrophe_of_print_everywhere() -> None:
    typed = [str(message.string) for message in french() if message.id and "'" in str(message.string)]
    assert not typed, f"write ’ instead of ' in: {typed}"


def test_what_ships_has_it_too() -> None:
    """Cards, mats and clocks in French; English is written with the one of the keyboard, and shown with that of print."""
    lines = [
        line
        for path in (LOCALE_DIR.parent / "data").glob("*/*.yaml")
        for line in path.read_text(encoding="utf-8").splitlines()
        if not line.lstrip().startswith("#") and "fr:" in line
    ]
    assert [line for line in lines if re.search(r"\w'\w", line.partition("fr:")[2])] == []


def test_english_sentences_have_one_apostrophe() -> None:
    assert [sentence for sentence in sentences() if "’" in sentence] == []


def test_the_compiled_catalogue_is_the_one_in_the_tree() -> None:
    compiled = gettext.translation(DOMAIN, LOCALE_DIR, languages=["fr"])
    stale = [m.id for m in french() if m.id and isinstance(m.id, str) and compiled.gettext(m.id) != m.string]
    assert not stale, ADVICE


@pytest.mark.parametrize("keyword", KEYWORDS)
def test_the_keywords_are_the_ones_that_make_words_collects(keyword: str) -> None:
    makefile = (LOCALE_DIR.parent.parent / "Makefile").read_text(encoding="utf-8")
    arguments = KEYWORDS[keyword]
    assert f"-k {keyword}{f':{arguments[0]}' if arguments else ''} " in makefile


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Amedeo Torrechiusa", "retournez l’énergie d’Amedeo Torrechiusa\u00a0: 1 sur\u00a02"),
        ("Élise", "retournez l’énergie d’Élise\u00a0: 1 sur\u00a02"),
        ("Hélène", "retournez l’énergie d’Hélène\u00a0: 1 sur\u00a02"),
        ("Yves", "retournez l’énergie d’Yves\u00a0: 1 sur\u00a02"),
        ("Yann", "retournez l’énergie de Yann\u00a0: 1 sur\u00a02"),
        ("Florimond", "retournez l’énergie de Florimond\u00a0: 1 sur\u00a02"),
        ("EN010-901", "retournez l’énergie de EN010-901\u00a0: 1 sur\u00a02"),
        ("A", "retournez l’énergie de A\u00a0: 1 sur\u00a02"),
    ],
)
def test_french_shortens_de_before_a_name_that_begins_with_a_vowel(name: str, said: str) -> None:
    asked = Text("turn over the energy card of {card}: {n} of {most}", card=name, n=1, most=2)
    assert translate(asked, "fr") == said


def test_the_last_of_several_things_stands_behind_an_and() -> None:
    names = [Text("Red"), Text("Yellow"), Text("Blue")]
    assert [translate(and_last(names[:n]), "en") for n in range(4)] == [
        "",
        "Red",
        "Red and Yellow",
        "Red, Yellow and Blue",
    ]
    assert translate(and_last(names), "fr") == "Rouge, Jaune et Bleu"


@pytest.mark.parametrize("marker", ["stunned", "knocked out"])
def test_who_goes_down_is_told_in_french_without_a_gender(marker: str) -> None:
    said = translate(Text(f"{{player}} goes down, {marker}", player="n° 3 Odile"), "fr")
    assert said in {"le n° 3 Odile va au sol (Étourdi)", "le n° 3 Odile va au sol, K.O."}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_command_in_a_sentence_stands_there_as_it_is_typed_here(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = Text("no table has joined; `companion hall` tells how")
    assert "`companion hall`" in translate(told, language)
    monkeypatch.setattr(Program, "name", ".venv/bin/companion")
    assert "`.venv/bin/companion hall`" in translate(told, language)


def test_people_stand_in_place_of_their_colour_but_not_beside_their_own_name() -> None:
    names = {"Red": "Anna"}
    laid = Text("{seat} has laid a card", seat=Text("Red"))
    assert translate(with_names(laid, names), "en") == "Anna has laid a card"
    beside = Text("{person} ({club})", person=Text("{name}", name="Anna"), club=Text("Red"))
    assert translate(with_names(beside, names), "en") == "Anna (Red)"
    typed = Text("{name}", name="Red")
    assert translate(with_names(typed, names), "en") == "Red", "a team that somebody called so keeps its name"
