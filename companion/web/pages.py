"""Fills templates: all words in the reader's language, and everything that comes from outside is text, never markup.

{{ _('{count} plays', count=n) }}     a sentence of the catalogue
    {{ view.headline | say }}             words that data brings
    {{ _('score') | sentence }}           with a capital letter
    {{ apart('card.html', shown=shown) }} a part of its own: if it cannot be drawn, the rest of the page can

A template stands in the folder of its room; `base.html` here has what all pages share.
"""

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, StrictUndefined, Template, pass_context
from jinja2.nodes import Extends
from jinja2.runtime import Context
from markupsafe import Markup

from companion.storage.shipped_data import shipped_style
from companion.words import LANGUAGES, Text, Wording, as_sentence, harmless, translate

# --- language
# Chooses the language of a page: the one that the address asks for, or the first of ours that the browser asks for.

OTHER = {"en": "fr", "fr": "en"}
"""The language that a page offers besides its own."""


def language_wanted(headers: Mapping[str, str], chosen: str | None = None) -> str:
    """Return the language that was chosen, or the first of ours that a browser asks for; else English."""
    if chosen in LANGUAGES:
        return chosen
    for one in headers.get("accept-language", "").split(","):
        code = one.partition(";")[0].strip().lower()[:2]
        if code in LANGUAGES:
            return code
    return LANGUAGES[0]


# --- pages

_FOLDER = Path(__file__).parent / "templates"
_log = logging.getLogger(__name__)
MOST_ODD = 16
"""So many different reasons why a part could not be drawn are written down, each once."""


class PageMaker:
    """Makes pages and parts of pages from the templates of some folders."""

    def __init__(self, *folders: Path) -> None:
        self._environment = Environment(
            loader=ChoiceLoader([FileSystemLoader(folder) for folder in (*folders, _FOLDER)]),
            autoescape=True,
            finalize=_harmless,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._parts: dict[str, dict[str, Any]] = {}
        self._odd: set[str] = set()
        self._environment.globals["_"] = _translated
        self._environment.globals["looks"] = shipped_style().sides
        self._environment.globals["apart"] = self._apart
        self._environment.filters["say"] = _said
        self._environment.filters["sentence"] = as_sentence

    def html(self, template: str, language: str, **values: Any) -> str:
        """Return a whole page or a part of one. Raises what Jinja2 raises for a template that is wrong."""
        return self._template(template).render(language=language, other=OTHER[language], **values)

    def parts(self, template: str, language: str, **values: Any) -> dict[str, str]:
        """Return the live parts of a page by their ids: each block called `part_ID`, also of the templates it extends.

        Only these blocks are drawn: they use `include`, and nothing that the template imports outside of them.
        """
        context = self._template(template).new_context(
            {"language": language, "other": OTHER[language], **values}
        )
        return {
            name.removeprefix("part_").replace("_", "-"): "".join(block(context)).strip()
            for name, block in self._part_blocks(template).items()
        }

    def _part_blocks(self, template: str) -> dict[str, Any]:
        known = self._parts.get(template)
        if known is None:
            assert self._environment.loader is not None
            source, _, _ = self._environment.loader.get_source(self._environment, template)
            extends = self._environment.parse(source).find(Extends)
            parent = {} if extends is None else self._part_blocks(getattr(extends.template, "value", ""))
            own = self._template(template).blocks
            known = parent | {name: block for name, block in own.items() if name.startswith("part_")}
            self._parts[template] = known
        return known

    @pass_context
    def _apart(self, context: Context, template: str, /, **values: Any) -> Markup:
        """Draw what a table told, or the words that it cannot be drawn: other tables stand on the same page."""
        shown = {**context.get_all(), **values}
        try:
            drawn = self._template(template).render(shown)
            drawn.encode()
        except Exception as problem:  # noqa: BLE001 - whatever a table tells may not take the page from the others
            if repr(problem) not in self._odd and len(self._odd) < MOST_ODD:
                self._odd.add(repr(problem))
                _log.error("%s could not be drawn", template, exc_info=problem)
            drawn = self._template("broken.html").render(shown)
        # Both are templates of this program, which escape what is foreign.
        return Markup(drawn)  # noqa: S704

    def _template(self, name: str) -> Template:
        return self._environment.get_template(name)


def _harmless(value: Any) -> Any:
    """Keep names, which stand on pages without a sentence around them, from turning the line round."""
    return harmless(value) if type(value) is str else value


@pass_context
def _translated(context: Context, template: str, /, **args: Any) -> str:
    return translate(Text(template, **args), str(context["language"]))


@pass_context
def _said(context: Context, words: Text | Wording) -> str:
    return translate(words, str(context["language"]))
