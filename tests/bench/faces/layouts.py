"""What stands on the cards of each kind, and where: values from chance, drawn in the style of their box."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from tests.bench.faces import artwork
from tests.bench.faces.canvas import (
    BLACK,
    WHITE,
    Canvas,
    Colour,
    Lettering,
    Rectangle,
    any_colour,
    as_picture,
    mixed,
)
from tests.bench.faces.print_style import PrintStyle, draw_badge, draw_whistle

LETTERS = {"footballer": "JO", "team": "JE", "energy": "EN", "work": "TR", "event": "EV", "round": "MA",
           "glossy": "NO", "plain": "BL", "small": "PE"}  # fmt: skip
STATS = ("TIR", "TDL", "DRB", "PAS", "TAK", "INT")
POSTS = ("GB", "DG", "DC", "DD", "MG", "MC", "MD", "AG", "BU", "AD")
COLOURS: Mapping[str, Colour] = {"red": (205, 40, 40), "yellow": (240, 200, 40), "blue": (40, 90, 190)}
WORK_COLOURS = tuple((round(r), round(g), round(b)) for r, g, b in
                     ((200, 60, 50), (60, 130, 70), (50, 90, 170), (220, 170, 50), (120, 70, 140), (90, 90, 95)))  # fmt: skip
FIRST = "Florimond Aïssatou Anselme Odette Ulrique Gaspard Tim Éloïse Bérénice Côme Hélène Noël Zoé Raoul Inès Ménard Sidonie Théo Garance Lucien".split()  # fmt: skip
LAST = "Lestrade Kéréba Vautrois Mornebois Falaise Passereau Brochant Dufresne Gauvin Lécuyer Maréchal Ribot Sauvage Tanguy Vasseur Noisette Péridot Quesnel Éberlin Çavusoglu".split()  # fmt: skip
SENTENCES = (
    "Depuis la table : piochez 1 carte.",
    "Quand ce joueur centre, +2 à son score de passe.",
    "Si l'adversaire a une carte jaune, +1 au score de tacle.",
    "Défaussez une énergie rouge : relancez le dé de tir.",
    "Jusqu'à la fin du duel, le défenseur perd 1 en INT.",
    "Ce joueur ne peut pas être remplacé avant la mi-temps.",
    "Ajoutez 1 au total de votre équipe par énergie bleue.",
    "Une fois par match, annulez une faute commise près de la surface.",
    "L'équipe qui mène choisit l'engagement.",
    "Récupérez 2 énergies de votre défausse, puis mélangez.",
    "Les deux camps révèlent leur main.",
    "Gagnez 3 de réputation si la moyenne est dépassée.",
)
TARGETS = ("le plus haut", "le plus bas", "les bons", "les mauvais")

SHOWN_ON: Mapping[tuple[str, str], frozenset[str]] = {
    ("round", "front"): frozenset({"order.average"}),
    ("round", "back"): frozenset({"success", "failure"}),
}
"""The values that stand on one side of a card that has two; on others stand all."""

Chance = np.random.Generator


@dataclass(frozen=True, slots=True)
class Printed:
    """What stands on one card, and from which chance its picture comes."""

    values: Mapping[str, str]
    art: tuple[int, ...]
    tint: Colour = BLACK


def cards_of(kind: str, count: int, chance: Chance, style: PrintStyle) -> Iterator[Printed]:
    """Yield what stands on the cards of one kind; no two cards have the same values."""
    seen: set[tuple[str, ...]] = set()
    shared = tuple(int(part) for part in chance.integers(0, 2**31, 2))
    while len(seen) < count:
        printed = MAKERS[kind](chance, len(seen), shared)
        key = tuple(printed.values.values())
        if key not in seen:
            seen.add(key)
            yield printed


def _own(chance: Chance) -> tuple[int, ...]:
    return tuple(int(part) for part in chance.integers(0, 2**31, 2))


def _footballer(chance: Chance, n: int, shared: tuple[int, ...], *, is_team: bool = False) -> Printed:
    posts = chance.choice(POSTS, int(chance.integers(1, 4)), replace=False)
    values = {
        "name": f"{chance.choice(FIRST)} {chance.choice(LAST)}",
        "level": str(chance.integers(1, 10)),
        "posts": ", ".join(str(post) for post in posts),
        **{f"stats.{name}": str(chance.integers(1, 10)) for name in STATS},
        "text": " ".join(str(s) for s in chance.choice(SENTENCES, int(chance.integers(0, 3)), replace=False)),
    }
    art = (*shared, n // 12) if is_team else _own(chance)
    return Printed(values, art, any_colour(np.random.default_rng(art), (0.25, 0.7), (0.2, 0.9)))


def _energy(chance: Chance, n: int, shared: tuple[int, ...]) -> Printed:
    colour = str(chance.choice(list(COLOURS)))
    values = {
        "attack": str(chance.integers(-1, 5)),
        "defence": str(chance.integers(-1, 5)),
        "colour": colour,
        "whistle": "yes" if chance.random() < 0.35 else "no",
    }
    return Printed(values, shared, COLOURS[colour])


def _work(chance: Chance, n: int, shared: tuple[int, ...]) -> Printed:
    tint = int(chance.integers(6))
    values = {"value": str(chance.integers(1, 16)), "colour": str(tint)}
    return Printed(values, (*shared, tint), WORK_COLOURS[tint])


def _event(chance: Chance, n: int, shared: tuple[int, ...]) -> Printed:
    words = [str(s) for s in chance.choice(SENTENCES, int(chance.integers(3, 8)), replace=False)]
    values = {"name": f"L'affaire {chance.choice(LAST)} n° {n + 1}", "text": " ".join(words)}
    return Printed(values, shared if n % 2 else _own(chance), any_colour(chance, (0.3, 0.6), (0.3, 0.8)))


def _round(chance: Chance, n: int, shared: tuple[int, ...]) -> Printed:
    average = int(chance.integers(2, 10))
    values = {
        "order.average": str(average),
        **{f"order.totals.{players}": str(average * players) for players in (3, 4, 5, 6)},
        "success": f"{chance.choice(TARGETS)} {chance.integers(-3, 4):+d}",
        "failure": f"{chance.choice(TARGETS)} {chance.integers(-3, 4):+d}",
    }
    return Printed(values, shared)


def _named(chance: Chance, n: int, shared: tuple[int, ...]) -> Printed:
    values = {"name": f"{chance.choice(FIRST)} {n + 1}", "value": str(chance.integers(1, 13))}
    return Printed(values, _own(chance), any_colour(chance, (0.2, 0.6), (0.3, 0.9)))


def _team(chance: Chance, n: int, shared: tuple[int, ...]) -> Printed:
    return _footballer(chance, n, shared, is_team=True)


MAKERS: Mapping[str, Callable[[Chance, int, tuple[int, ...]], Printed]] = {
    "footballer": _footballer,
    "team": _team,
    "energy": _energy,
    "work": _work,
    "event": _event,
    "round": _round,
    "glossy": _named,
    "plain": _named,
    "small": _named,
}


def draw(
    kind: str,
    size_mm: tuple[float, float],
    style: PrintStyle,
    printed: Printed,
    reference: str,
    side: str,
) -> Canvas:
    """Draw one side of a card."""
    canvas = DRAWERS[kind](size_mm, style, printed, side)
    if style.prints_reference and kind != "plain":
        edge = style.border_mm + 3.2
        on_frame = Lettering(style.text, 1.3, WHITE, BLACK, 0.15)
        canvas.write((size_mm[0] - edge, size_mm[1] - style.border_mm - 2.2), reference, on_frame, "rm")
    return canvas


def draw_back(size_mm: tuple[float, float], style: PrintStyle, chance_of: tuple[int, ...]) -> Canvas:
    chance = np.random.default_rng(chance_of)
    width, height = size_mm
    canvas = Canvas(size_mm, style.border if style.border_mm else style.frame)
    edge = style.border_mm
    canvas.box((edge, edge, width - edge, height - edge), style.frame, round_mm=2)
    step = float(chance.uniform(4, 9))
    line = mixed(style.frame, style.accent, 0.6)
    for n in range(1, int((width + height) / step)):
        canvas.line([(n * step - height, 0), (n * step, height)], line, 0.6)
        canvas.line([(n * step, 0), (n * step - height, height)], line, 0.6)
    draw_badge(canvas, "shield", (width / 2, height / 2), 14, style.accent, style.ink)
    canvas.write((width / 2, height / 2), "OF", style.named(9), "mm")
    return canvas


def _framed(size_mm: tuple[float, float], style: PrintStyle, colour: Colour) -> tuple[Canvas, Rectangle]:
    """Return a canvas with border and frame, and the place inside."""
    edge = style.border_mm
    canvas = Canvas(size_mm, style.border if edge else colour)
    inside = (edge, edge, size_mm[0] - edge, size_mm[1] - edge)
    if edge:
        canvas.box(inside, colour, round_mm=1.5)
    return canvas, inside


def _draw_footballer(size_mm: tuple[float, float], style: PrintStyle, printed: Printed, side: str) -> Canvas:
    chance = np.random.default_rng(printed.art)
    canvas, (left, top, right, bottom) = _framed(size_mm, style, printed.tint)
    art = artwork.any_art(chance)
    look = chance.random()
    if look < 0.12:
        art = artwork.darkened(art, 0.25)
    elif look < 0.24:
        art = as_picture(0.55 * art + 0.45 * artwork.rainbow(chance))
    is_full = chance.random() < 0.25
    window = (left, top, right, bottom) if is_full else (left + 2.5, top + 9, right - 2.5, bottom - 25)
    if is_full:
        canvas.paste(art, (0, 0, *size_mm))
    else:
        canvas.paste(art, window, round_mm=style.window_mm)
    _footballer_values(canvas, style, printed, (left, top, right, bottom))
    return canvas


def _footballer_values(canvas: Canvas, style: PrintStyle, printed: Printed, inside: Rectangle) -> None:
    left, top, right, bottom = inside
    values = printed.values
    at_y = top + 4.6 if style.name_at == "top" else bottom - 21.5
    canvas.box((left + 1.5, at_y - 3.4, right - 1.5, at_y + 3.4), style.panel, round_mm=1.2, veil=225)
    canvas.write((left + 13, at_y), values["name"], style.named(2.7))
    style.number(canvas, (left + 6.5, top + 5.5), values["level"], 5.0, style.accent)
    canvas.write((right - 3, at_y + 6), values["posts"], Lettering(style.title, 2.4, WHITE, BLACK), "rm")
    canvas.box((left + 2, bottom - 17, right - 2, bottom - 4.5), style.panel, round_mm=1, veil=235)
    below = style.stats_at == "below"
    words = (left + 3.5, bottom - (10.2 if below else 16), right - 3.5, bottom - 4.8)
    canvas.paragraph(words, values["text"], style.small(1.5 if below else 1.8))
    for n, name in enumerate(STATS):
        at = _stat_place(style.stats_at, n, inside)
        canvas.write((at[0], at[1] - 3.2), name, Lettering(style.text, 1.5, WHITE, BLACK, 0.2), "mm")
        style.number(canvas, at, values[f"stats.{name}"], 3.0, printed.tint)


def _stat_place(where: str, n: int, inside: Rectangle) -> tuple[float, float]:
    left, top, right, bottom = inside
    match where:
        case "left":
            return left + 6, top + 17 + 8.2 * n
        case "right":
            return right - 6, top + 17 + 8.2 * n
        case "below":
            return left + 6.5 + (right - left - 13) / 5 * n, bottom - 13.3
        case _:
            return right - 14 + 9 * (n % 2), top + 20 + 9.5 * (n // 2)


def _draw_energy(size_mm: tuple[float, float], style: PrintStyle, printed: Printed, side: str) -> Canvas:
    canvas, (left, top, right, bottom) = _framed(size_mm, style, style.frame)
    chance = np.random.default_rng(printed.art)
    canvas.paste(artwork.rainbow(chance) if chance.random() < 0.4 else artwork.any_art(chance),
                 (left + 2, top + 2, right - 2, bottom - 2), round_mm=style.window_mm)  # fmt: skip
    middle = ((left + right) / 2, (top + bottom) / 2)
    canvas.disc(middle, 11, printed.tint, style.panel)
    values = printed.values
    number = float(chance.uniform(5.5, 9))
    style.number(canvas, (left + 12, top + 13), _signed(values["attack"]), number, style.accent)
    style.number(canvas, (right - 12, bottom - 13), _signed(values["defence"]), number, style.frame)
    if values["whistle"] == "yes":
        draw_whistle(canvas, (right - 10, top + 10), 7, style.ink)
    return canvas


def _signed(value: str) -> str:
    return value if value.startswith("-") or value == "0" else f"+{value}"


def _draw_work(size_mm: tuple[float, float], style: PrintStyle, printed: Printed, side: str) -> Canvas:
    canvas, (left, top, right, bottom) = _framed(size_mm, style, printed.tint)
    art = artwork.any_art(np.random.default_rng(printed.art))
    canvas.paste(art, (left + 3, top + 3, right - 3, bottom - 3), round_mm=style.window_mm)
    value = printed.values["value"]
    for at in ((left + 9, top + 9), (right - 9, bottom - 9)):
        style.number(canvas, at, value, 5.5, printed.tint)
    return canvas


def _draw_event(size_mm: tuple[float, float], style: PrintStyle, printed: Printed, side: str) -> Canvas:
    canvas, (left, top, right, bottom) = _framed(size_mm, style, printed.tint)
    canvas.box((left + 2, top + 2, right - 2, top + 11), style.panel, round_mm=1)
    canvas.write((left + 4, top + 6.5), printed.values["name"], style.named(2.8))
    art = artwork.any_art(np.random.default_rng(printed.art))
    canvas.paste(art, (left + 2, top + 12, right - 2, top + 34), round_mm=style.window_mm)
    canvas.box((left + 2, top + 35, right - 2, bottom - 5), style.panel, round_mm=1)
    canvas.paragraph((left + 4, top + 36.5, right - 4, bottom - 6), printed.values["text"], style.small(2.1))
    return canvas


def _draw_round(size_mm: tuple[float, float], style: PrintStyle, printed: Printed, side: str) -> Canvas:
    values = printed.values
    colour = style.frame if side == "front" else style.accent
    canvas, (left, top, right, bottom) = _framed(size_mm, style, colour)
    middle = (left + right) / 2
    canvas.box((left + 3, top + 3, right - 3, bottom - 6), style.panel, round_mm=2)
    if side == "back":
        for at, title in ((top + 14, "success"), (bottom - 40, "failure")):
            heading = "Réussite" if title == "success" else "Échec"
            canvas.write((middle, at), heading, style.named(3.5), "mm")
            canvas.write((middle, at + 9), values[title], style.small(2.6), "mm")
        return canvas
    canvas.write((middle, top + 10), "Moyenne", style.named(3.2), "mm")
    style.number(canvas, (middle, top + 26), values["order.average"], 9.0, style.accent)
    for n, players in enumerate((3, 4, 5, 6)):
        x = left + 10 + (right - left - 20) / 3 * n
        canvas.write((x, bottom - 34), f"{players} j.", style.small(2.0), "mm")
        style.number(canvas, (x, bottom - 24), values[f"order.totals.{players}"], 3.2, style.frame)
    return canvas


def _draw_glossy(size_mm: tuple[float, float], style: PrintStyle, printed: Printed, side: str) -> Canvas:
    """Draw a black face with thin print."""
    canvas = Canvas(size_mm, BLACK)
    chance = np.random.default_rng(printed.art)
    width, height = size_mm
    art = artwork.darkened(artwork.any_art(chance), float(chance.uniform(0.08, 0.22)))
    canvas.paste(art, (4, 14, width - 4, height - 16), round_mm=3)
    canvas.box((3, 3, width - 3, height - 3), None, round_mm=2.5, edge=mixed(BLACK, printed.tint, 0.8))
    canvas.write((width / 2, 8), printed.values["name"], style.named(3, (225, 215, 190)), "mm")
    value = Lettering(style.digits, 6, (225, 215, 190))
    canvas.write((width / 2, height - 9.5), printed.values["value"], value, "mm")
    return canvas


def _draw_plain(size_mm: tuple[float, float], style: PrintStyle, printed: Printed, side: str) -> Canvas:
    """Draw a white face with little print."""
    canvas = Canvas(size_mm, WHITE)
    width, height = size_mm
    canvas.write((width / 2, height * 0.4), printed.values["value"], Lettering(style.digits, 12), "mm")
    canvas.write((width / 2, height * 0.62), printed.values["name"], Lettering(style.text, 2.6), "mm")
    canvas.line([(8, height - 8), (width - 8, height - 8)], style.accent, 0.5)
    return canvas


def _draw_small(size_mm: tuple[float, float], style: PrintStyle, printed: Printed, side: str) -> Canvas:
    canvas, (left, top, right, bottom) = _framed(size_mm, style, printed.tint)
    art = artwork.any_art(np.random.default_rng(printed.art))
    canvas.paste(art, (left + 2, top + 8, right - 2, bottom - 6), round_mm=style.window_mm)
    canvas.write(((left + right) / 2, top + 4.2), printed.values["name"], style.named(2.4, WHITE), "mm")
    style.number(canvas, (left + 7, bottom - 9), printed.values["value"], 4, style.accent)
    return canvas


DRAWERS: Mapping[str, Callable[[tuple[float, float], PrintStyle, Printed, str], Canvas]] = {
    "footballer": _draw_footballer,
    "team": _draw_footballer,
    "energy": _draw_energy,
    "work": _draw_work,
    "event": _draw_event,
    "round": _draw_round,
    "glossy": _draw_glossy,
    "plain": _draw_plain,
    "small": _draw_small,
}
