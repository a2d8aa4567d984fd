"""A board as it is printed, with its pieces and the ball: white edges and dots may be touched, a ring is chosen."""

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup, Mesh, SmoothRoundedRectangle
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty
from kivy.uix.floatlayout import FloatLayout

from companion.showing.scene import Board, Piece, Scene, Words
from companion.showing.spots import BALL
from companion.words import Text, joined
from ui.look import TARGET_MM, rgba
from ui.presenters.palette import (
    LIVERIES,
    ON_LIVERIES,
    STYLE,
    Cut,
    Livery,
    Palette,
    Place,
    Rim,
    box_rim,
    round_rim,
    way_rim,
)
from ui.presenters.plan import BoardPlan, PieceSpot, Rectangle, free_corner, shortened
from ui.presenters.play_choice import Choosing
from ui.widgets.board_ground import BoardGround
from ui.widgets.board_pieces import (
    BALL_AMONG,
    DOT,
    DOT_ON_PIECE,
    PieceNumber,
    carried_ball,
    draw_arrow,
    draw_ball,
    draw_ball_over,
    draw_disc,
    draw_frame,
    draw_halo,
    draw_piece,
    draw_ring,
    halo_px,
    piece_rim,
    ring_px,
    shaft_of,
)
from ui.widgets.pool import fill
from ui.widgets.says import Says, Sign, letters_px

GAP_PX = 0.5
"""Around each cell, so that cells of one colour are told apart."""
EDGE_MM = 3.8
"""How deep the letters and numbers along the edges are at least: they are looked up, and read from near."""
COST = 0.62
"""Diameter of a dot with its cost, as a share of its cell."""
COST_ON_PIECE, COST_AWAY = 0.6, 0.52
"""The same on a piece, as a share of it; and how far from its middle it is, so that it covers no number."""
PRICE_LETTERS, WIDER = 2.0, 1.2
"""Letters that fit on such a dot; for more of them it is so many times as wide, and they are smaller."""
LARGE_CELL = 3.0
"""In cells so many times as large as a dot that must be read from afar, the dot stands beside the pieces."""
WIDE_LETTERS = 1.85
"""Letters that fit across a piece in the height of a single one; more of them are smaller."""
LEAST_DOT_PX = 9.0
"""The least diameter of a target's dot: in less, the rim leaves no white."""
MINIATURE_PX = 12
"""On a board with smaller cells nothing can be read but where the pieces are."""
TAG_LETTERS = 0.85
"""How high the letters of a tag are, as a share of it."""
DOUBT_MM = 2.0
"""So near to a piece's rim a finger may mean the piece or its cell."""
LEGEND_HIGH = 1.2
"""The room that a line below the board needs, as a share of the height of its letters."""
LEAST_BOARD_MM = 12
"""In less room nothing of a board is told apart."""
AWAY = 0.44
"""How far from a piece's middle an arrow begins or ends, as a share of a cell."""
SEEN = 0.5
"""How strong the cells are lit on which something was just seen."""
LEAST_SIGN, LEAST_SIGN_PX = 12, 9
"""The least height of a sign, in pixels of a screen of 1280 x 800, and in pixels of any screen."""
LAST, NEXT = 0.7, 1.0
"""How strong the arrows of the last play are, and of the one that is to be confirmed."""


class EdgeSign(Sign):
    """A letter or a number along a board's edge."""


def edge_px() -> float:
    """Return the least depth of the labels along a board's edges."""
    return float(App.get_running_app().look.mm * EDGE_MM)


class BoardPanel(FloatLayout):
    """The panel of a board. `on_place` carries the name of the touched place, if it is offered; `on_doubt` the names of
    several, where a finger may mean a piece or its cell; `on_other` that of a piece or a cell that is not offered.
    """

    offered: tuple[str, ...] = ObjectProperty(())
    """Cells and pieces that a touch may choose now, by name."""
    costs: dict[str, Words] = ObjectProperty({})
    """What some of them cost, in a few signs."""
    chosen: tuple[str, ...] = ObjectProperty(())
    """Cells and pieces that were chosen so far."""
    seen: tuple[str, ...] = ObjectProperty(())
    """The cells on which things were just seen that no play accounts for yet."""
    answers_all = BooleanProperty(False)
    """Touches of what is not offered are reported too; else they go to what lies below."""
    ways: tuple[tuple[str, ...], ...] = ObjectProperty(())
    """The cells of the way that is to be confirmed, or of the ways that may be chosen."""

    least_price = NumericProperty(0)
    """The least diameter of the dots with costs, where few of them must be read from afar."""

    __events__ = ("on_place", "on_doubt", "on_other")

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._scene: Scene | None = None
        self._plan: BoardPlan | None = None
        self._ground = BoardGround(self._redraw)
        self._cells = InstructionGroup()
        self._ways = InstructionGroup()
        self._pieces = InstructionGroup()
        self._targets = InstructionGroup()
        for group in (self._cells, self._ground.instructions, self._ways, self._pieces):
            self.canvas.before.add(group)
        self._prices = FloatLayout()
        self._prices.canvas.before.add(self._targets)
        self._letters: list[PieceNumber] = []
        self._signs, self._tags = FloatLayout(), FloatLayout()
        self._legend = Says(size_hint=(None, None), type_role="cite", is_sentence=True, is_across=True)
        self.add_widget(self._signs)
        self.add_widget(self._tags)
        self.add_widget(self._legend)
        self.add_widget(self._prices)
        App.get_running_app().look.bind(theme=self._anew, game=self._anew)
        # Several of these change together, and are drawn once.
        redraw, draw_hints = (Clock.create_trigger(draw, -1) for draw in (self._redraw, self._draw_hints))
        self.bind(pos=redraw, size=redraw)
        self.bind(offered=draw_hints, costs=draw_hints, chosen=draw_hints, ways=draw_hints, seen=draw_hints)

    def on_other(self, name: str) -> None:
        """Report that a piece or a cell was touched that is not offered."""

    def on_doubt(self, names: tuple[str, ...]) -> None:
        """Report that a piece or its cell was touched, and both are offered."""

    def on_place(self, name: str) -> None:
        """Report that a place was touched."""

    def show(self, scene: Scene) -> None:
        """Show a board. It is drawn once for each scene, because the seconds of a clock do not change it."""
        if scene is not self._scene:
            self._scene = scene
            self._redraw()

    def offer(self, choosing: Choosing | None) -> None:
        """Show what a touch may choose in a step of a choice, what it costs, and what was chosen so far."""
        places = () if choosing is None else choosing.on_board
        self.offered = tuple(place.name for place in places)
        self.costs = {
            place.name: place.button.weight.says for place in places if place.button.weight is not None
        }
        self.chosen = () if choosing is None else choosing.chosen
        self.ways = () if choosing is None or not choosing.way else (choosing.way,)

    # --- drawing

    def _anew(self, *_: object) -> None:
        """Draw everything again, because the colours have changed."""
        self._plan = None
        self._redraw()

    def _redraw(self, *_: object) -> None:
        board = None if self._scene is None else self._scene.board
        if board is None or min(self.size) <= LEAST_BOARD_MM * App.get_running_app().look.mm:
            self._plan = None
            for group in (
                self._cells, self._ground.instructions, self._ways, self._pieces, self._targets,
            ):  # fmt: skip
                group.clear()
            for letter in self._letters:
                letter.opacity = 0
            for signs in (self._signs, self._tags, self._prices):
                signs.clear_widgets()
            self._tags.canvas.before.clear()
            self._legend.says = ""
            return
        room = Rectangle(self.x, self.y, self.width, self.height)
        self._plan = plan = BoardPlan(board, room, self._plan, edge_px=edge_px())
        assert self._scene is not None
        if self._ground.show(self._scene.game, plan):
            self._cells.clear()
        elif not plan.has_cells_of_before or self._cells.length() == 0:
            self._draw_cells(plan)
        if not plan.has_cells_of_before:
            self._draw_signs(plan)
        self._draw_hints()
        self._draw_pieces(plan)

    def _draw_cells(self, plan: BoardPlan) -> None:
        """Draw all cells of one colour at once; one by one, hundreds of cells would take a whole frame."""
        self._cells.clear()
        alike: dict[str, list[Rectangle]] = {}
        palette = App.get_running_app().look.palette
        for n, cell in enumerate(plan.board.cells):
            tone = _tones(palette, n)[cell.tone]
            alike.setdefault(tone, []).append(plan.cells[cell.name])
        for tone, cells in alike.items():
            self._cells.add(Color(*rgba(tone)))
            self._cells.add(_filled(cells))

    def _draw_signs(self, plan: BoardPlan) -> None:
        """Draw the labels of rows and columns, as plays and the printed board name them."""
        signs = plan.laid.signs
        for sign, (says, at) in zip(fill(self._signs, _new_sign, len(signs)), signs, strict=True):
            sign.says, sign.sign_px = says, min(at.width, at.height) * 0.95
            sign.size, sign.pos = (at.width, at.height), (at.x, at.y)
            sign.opacity = 1 if _is_read(sign.sign_px) else 0

    def _draw_tags(self, plan: BoardPlan) -> None:
        """Tell what is printed on cells, upright, if there is room below the board for what it means."""
        look = App.get_running_app().look
        field = plan.field
        room = Rectangle(field.x, self.y, field.width, field.y - self.y)
        has_room = room.height >= LEGEND_HIGH * letters_px(STYLE.type["cite"], look.unit)
        tags = [
            (says, at)
            for says, at in plan.tags((*self.offered, *self.costs))
            if has_room and _is_read(at.height * TAG_LETTERS)
        ]
        dots = [Text("White dot: a possible cell.")] if any(self._dots(plan)) else []
        self._legend.says = joined([*dots, plan.board.legend], " ") if tags and plan.board.legend else ""
        self._legend.pos, self._legend.size = (room.x, room.y), (room.width, room.height)
        ground = self._tags.canvas.before
        ground.clear()
        ground.add(Color(*look.panel))
        for sign, (says, at) in zip(fill(self._tags, _new_sign, len(tags)), tags, strict=True):
            sign.says, sign.sign_px = says, at.height * TAG_LETTERS
            sign.size, sign.pos = (at.width, at.height), (at.x, at.y)
            ground.add(SmoothRoundedRectangle(pos=sign.pos, size=sign.size, radius=[at.height * 0.25]))

    def _draw_hints(self, *_: object) -> None:
        """Draw the hints: what was seen, ways and costs; targets, and rings or frames around what is chosen."""
        self._ways.clear()
        self._targets.clear()
        plan = self._plan
        if plan is None:
            return
        self._draw_tags(plan)
        self._draw_halos(plan)
        self._draw_seen(plan)
        self._draw_ways(plan)
        self._draw_costs(plan)
        for _name, middle, side in self._dots(plan):
            draw_disc(self._targets, middle, side)
        for name in self.seen:
            if name in plan.cells:
                draw_frame(self._targets, plan.cells[name])
        for name in self.chosen:
            if name in plan.cells:
                draw_frame(self._targets, plan.cells[name])

    def _haloed(self, plan: BoardPlan) -> Iterator[tuple[Piece, PieceSpot]]:
        """Return the pieces that may be touched, and of which nothing else is told."""
        for piece in plan.board.pieces:
            told_else = piece.name in self.costs or piece.name in self.chosen
            if piece.name in self.offered and not told_else and piece.name in plan.spots:
                yield piece, plan.spots[piece.name]

    def _draw_halos(self, plan: BoardPlan) -> None:
        for piece, spot in self._haloed(plan):
            draw_halo(self._ways, spot, self._livery(piece), is_lying=piece.is_lying)
        for piece in plan.board.pieces:
            if piece.name in self.chosen and piece.name in plan.spots:
                draw_ring(self._ways, plan.spots[piece.name], self._livery(piece))

    def _dots(self, plan: BoardPlan) -> Iterator[tuple[str, Place, float]]:
        """Return the name, the middle and the diameter of each target's dot."""
        for name in self.offered:
            if name in self.costs and (name in plan.cells or name in plan.spots):
                yield name, *self._price_place(plan, name)
            elif name in plan.cells:
                cell, stands = plan.cells[name], plan.standing_on(name)
                if stands or name == plan.board.ball:
                    side = stands[0].side if stands else min(cell.width, cell.height)
                    yield name, _at_corner(cell), max(LEAST_DOT_PX, side * DOT_ON_PIECE)
                else:
                    yield name, cell.middle, min(cell.width, cell.height) * DOT

    def _draw_costs(self, plan: BoardPlan) -> None:
        """Write on the dot of a target what it costs."""
        costs = [
            (self._price_place(plan, name), says)
            for name, says in self.costs.items()
            if name in plan.cells or name in plan.spots
        ]
        for sign, ((middle, side), says) in zip(
            fill(self._prices, _new_price, len(costs)), costs, strict=True
        ):
            letters = len(App.get_running_app().look.say(says))
            sign.says, sign.sign_px = says, side * 0.8 * min(1.0, PRICE_LETTERS / max(1, letters))
            sign.size, sign.center = (side, side), middle

    def _price_place(self, plan: BoardPlan, name: str) -> tuple[Place, float]:
        """Return the middle and the diameter of a dot with a cost: in the middle of a free cell, at the rim of a piece."""
        stands = (plan.spots[name],) if name in plan.spots else plan.standing_on(name)
        letters = len(App.get_running_app().look.say(self.costs[name]))
        wider = WIDER if letters > PRICE_LETTERS else 1.0
        cell = plan.cells.get(name)
        if self.least_price:
            return self._sign_place(plan, cell, stands, name)
        if stands:
            spot = stands[0]
            middle = (spot.x - spot.side * COST_AWAY, spot.y + spot.side * COST_AWAY)
            return middle, spot.side * COST_ON_PIECE * wider
        assert cell is not None
        if name == plan.board.ball:
            # Where four cells meet it covers neither the ball nor a piece.
            return (cell.x + cell.width, cell.y), min(cell.width, cell.height) * COST_ON_PIECE * wider
        return cell.middle, min(cell.width, cell.height) * COST * wider

    def _sign_place(
        self, plan: BoardPlan, cell: Rectangle | None, stands: Sequence[PieceSpot], name: str
    ) -> tuple[Place, float]:
        """Return the middle and the diameter of a dot that is read from afar: all these have one size and lie on the board."""
        smallest = min((spot.side for spot in plan.spots.values()), default=0.0)
        is_shared = len(App.get_running_app().look.say(self.costs[name])) > PRICE_LETTERS
        side = max(self.least_price, smallest * COST_ON_PIECE) * (WIDER if is_shared else 1)
        if cell is not None and stands and min(cell.width, cell.height) > LARGE_CELL * self.least_price:
            middle = free_corner(plan, cell, self.least_price)
        elif stands:
            away = stands[0].side * COST_AWAY
            middle = stands[0].x - away, stands[0].y + away
        else:
            assert cell is not None
            corner = cell.x + cell.width - side / 2, cell.y + side / 2
            middle = corner if name == plan.board.ball else cell.middle
        field = plan.field
        return (
            min(max(middle[0], field.x + side / 2), field.x + field.width - side / 2),
            min(max(middle[1], field.y + side / 2), field.y + field.height - side / 2),
        ), side

    def _draw_seen(self, plan: BoardPlan) -> None:
        """Light the cells on which something was just seen."""
        seen = [plan.cells[name] for name in self.seen if name in plan.cells]
        if seen:
            self._ways.add(Color(*App.get_running_app().look.ink[:3], SEEN))
            self._ways.add(_filled(seen))

    def _draw_ways(self, plan: BoardPlan) -> None:
        """Draw the ways that may be gone next as arrows; without any, those of the last play."""
        for cells in self.ways or [way.cells for way in plan.board.last]:
            self._draw_way(plan, cells, NEXT if self.ways else LAST)

    def _draw_way(self, plan: BoardPlan, names: Sequence[str], alpha: float) -> None:
        """Draw a way as an arrow."""
        places, width = _arrow(plan, names)
        if places:
            draw_arrow(self._ways, places, width, alpha)

    def _draw_pieces(self, plan: BoardPlan) -> None:
        self._pieces.clear()
        standing = [piece for piece in plan.board.pieces if piece.name in plan.spots]
        while len(self._letters) < len(standing):
            letter = PieceNumber(size_hint=(None, None), font_name="title", printed=rgba(ON_LIVERIES))
            self._letters.append(letter)
            self.add_widget(letter, 1)
        for letter in self._letters[len(standing) :]:
            letter.opacity = 0
        # Where one number is too small to be read, no piece has one: those without would look like others.
        are_read = has_numbers(plan)
        for piece, letter in zip(standing, self._letters, strict=False):
            self._draw_piece(piece, letter, plan.spots[piece.name])
            letter.opacity = 1 if are_read else 0
        for piece in standing:
            if piece.has_ball:
                draw_ball(self._pieces, *carried_ball(plan.spots[piece.name], plan.cells.get(piece.cell)))
        self._draw_ball(plan.board, plan)

    def _draw_piece(self, piece: Piece, letter: PieceNumber, spot: PieceSpot) -> None:
        livery = self._livery(piece)
        fill = livery.fill if livery else App.get_running_app().look.palette.paper
        draw_piece(self._pieces, spot, fill, livery, is_lying=piece.is_lying)
        letter.says = piece.number
        letter.sign_px = _letter_px(App.get_running_app().look.say(piece.number), spot)
        letter.turn = 90 if piece.is_lying else 0
        letter.size = (spot.side * 0.84, spot.side * 0.84)
        letter.pos = (spot.x - letter.width / 2, spot.y - letter.height / 2)

    def _livery(self, piece: Piece) -> Livery | None:
        return LIVERIES[self._scene.side(piece.seat).role] if self._scene and piece.seat else None

    def _draw_ball(self, board: Board, plan: BoardPlan) -> None:
        """Draw the loose ball at its cell's centre; on a piece that stands there, beside its number."""
        if board.ball is None or board.ball not in plan.cells:
            return
        cell = plan.cells[board.ball]
        stands = plan.standing_on(board.ball)
        if board.is_ball_up and stands:
            draw_ball_over(self._pieces, stands[0], cell)
        else:
            draw_ball(self._pieces, *_loose(plan, cell), is_up=board.is_ball_up)

    # --- touching

    def on_touch_down(self, touch: Any) -> bool:
        if self._plan is not None and self.collide_point(*touch.pos):
            reach = App.get_running_app().look.mm * TARGET_MM / 2
            offered = frozenset(self.offered)
            doubt = App.get_running_app().look.mm * DOUBT_MM
            names = self._plan.meant(touch.x, touch.y, offered, reach, doubt)
            under = self._plan.under(touch.x, touch.y) if self.answers_all else None
            if under is not None and (not names or self._is_another_piece(under, offered)):
                self.dispatch("on_other", under)
                return True
            if len(names) > 1:
                self.dispatch("on_doubt", names)
                return True
            if names:
                self.dispatch("on_place", names[0])
                return True
        return bool(super().on_touch_down(touch))

    def _is_another_piece(self, name: str, offered: frozenset[str]) -> bool:
        """Tell whether a finger on a piece that is not offered means it, and not what is offered beside it."""
        assert self._plan is not None
        piece = next((one for one in self._plan.board.pieces if one.name == name), None)
        return piece is not None and not {piece.name, piece.cell} & offered

    def rims(self) -> Iterator[Rim]:
        """Return the outlines of all that stands on the board or is marked on it; nothing of a miniature, which shows only
        where pieces are.
        """
        plan = self._plan
        if (
            plan is None
            or min(side for cell in plan.cells.values() for side in (cell.width, cell.height)) < MINIATURE_PX
        ):
            return
        for piece in plan.board.pieces:
            if piece.name not in plan.spots:
                continue
            spot = plan.spots[piece.name]
            if not piece.is_lying:
                yield piece_rim(f"piece {piece.name}", spot, self._livery(piece))
            if piece.name in self.chosen:
                yield piece_rim(f"ring {piece.name}", spot, self._livery(piece), ring_px(spot))
            if piece.has_ball:
                middle, side = carried_ball(spot, plan.cells.get(piece.cell))
                yield round_rim(f"ball of {piece.name}", middle, side / 2)
        for piece, spot in self._haloed(plan):
            if not piece.is_lying:
                yield piece_rim(f"edge of {piece.name}", spot, self._livery(piece), halo_px(spot))
        for name, middle, side in self._dots(plan):
            yield round_rim(f"dot {name}", middle, side / 2)
        for name in self.chosen:
            if name in plan.cells:
                yield box_rim(f"frame {name}", plan.cells[name])
        for cells in self.ways or [one.cells for one in plan.board.last]:
            places, width = _arrow(plan, cells)
            rim = way_rim(f"way to {cells[-1]}", shaft_of(places, width), width) if places else None
            # Pieces and the dots of targets lie over a way.
            over = [(spot.x, spot.y, spot.side) for spot in plan.spots.values()]
            over += [(*middle, side) for _, middle, side in self._dots(plan)]
            seen = [] if rim is None else [cut for cut in rim.cuts if not _is_covered(cut, over)]
            if rim is not None and seen:
                yield Rim(rim.says, tuple(seen))

    def places_to_touch(self) -> dict[str, Rectangle]:
        """Return where the offered pieces and cells are, in pixels of the window, for the focus of the keyboard."""
        plan = self._plan
        if plan is None:
            return {}
        boxes = {
            name: Rectangle(spot.x - spot.side / 2, spot.y - spot.side / 2, spot.side, spot.side)
            for name, spot in plan.spots.items()
        }
        return {
            name: box for name in self.offered if (box := boxes.get(name) or plan.cells.get(name)) is not None
        }

    def touch_place(self, name: str) -> None:
        """Choose an offered place, as a finger would."""
        self.dispatch("on_place", name)

    def place_px(self, name: str) -> tuple[float, float]:
        """Return where a cell or a piece is, in pixels of the window. Raises `KeyError`."""
        assert self._plan is not None
        return self._plan.middle_of(name)


def _is_covered(cut: Cut, over: Sequence[tuple[float, float, float]]) -> bool:
    """Tell whether something lies over a cut; `over` has the middle and the side of each piece and dot."""
    return any(
        max(abs(place[0] - x), abs(place[1] - y)) <= side / 2 + 1
        for x, y, side in over
        for place in (cut.inner, cut.outer)
    )


def _arrow(plan: BoardPlan, names: Sequence[str]) -> tuple[list[Place], float]:
    """Return a way from rim to rim of the pieces at its ends, and how thick it is drawn; no places for no way."""
    cells = [plan.cells[name] for name in names if name in plan.cells]
    if len(cells) < 2:
        return [], 0.0
    side = min(cells[0].width, cells[0].height)
    occupied = {piece.cell for piece in plan.board.pieces}
    away = [side * AWAY if name in occupied else 0.0 for name in (names[0], names[-1])]
    return shortened([cell.middle for cell in cells], away[0], away[1]), max(3.0, side * 0.1)


def _piece_under(plan: BoardPlan, place: Place) -> PieceSpot | None:
    """Return the piece whose number a sign in this place would cover; None: no piece stands there."""
    return next(
        (
            spot
            for spot in plan.spots.values()
            if math.hypot(spot.x - place[0], spot.y - place[1]) < spot.side / 2
        ),
        None,
    )


def _loose(plan: BoardPlan, cell: Rectangle) -> tuple[Place, float]:
    """Return the middle and the diameter of a ball that nobody carries."""
    under = _piece_under(plan, cell.middle)
    if under is not None:
        return carried_ball(under, cell)
    x, y = cell.middle
    is_shared = any(
        abs(spot.x - x) < cell.width / 2 and abs(spot.y - y) < cell.height / 2 for spot in plan.spots.values()
    )
    return cell.middle, min(cell.width, cell.height) * (BALL_AMONG if is_shared else BALL)


def _at_corner(cell: Rectangle) -> Place:
    """Return the middle of a dot for a cell on which pieces stand, or the ball lies."""
    return cell.x + cell.width * 0.87, cell.y + cell.height * 0.87


def _letter_px(says: str, spot: PieceSpot) -> float:
    """Return the height of the letters on a piece."""
    return spot.side * 0.7 * min(1.0, WIDE_LETTERS / max(1, len(says)))


def has_numbers(plan: BoardPlan) -> bool:
    """Tell whether the numbers of all standing pieces are read on a board that is laid out so."""
    say = App.get_running_app().look.say
    return all(
        _is_read(_letter_px(say(piece.number), spot))
        for piece in plan.board.pieces
        if (spot := plan.spots.get(piece.name)) is not None and not piece.is_lying
    )


def _is_read(sign_px: float) -> bool:
    """Tell whether a sign of this height is read; on a small board it would only be dirt."""
    return sign_px >= max(LEAST_SIGN_PX, LEAST_SIGN * App.get_running_app().look.unit)


def _new_price() -> EdgeSign:
    return EdgeSign(size_hint=(None, None), font_name="strong", printed=rgba(ON_LIVERIES))


def _new_sign() -> EdgeSign:
    return EdgeSign(size_hint=(None, None), font_name="strong")


def _tones(palette: Palette, n: int) -> dict[str, str]:
    """Return the colours of the cells; the cells of the pitch alternate."""
    return {
        "pitch": palette.pitch_other if n % 2 else palette.pitch,
        "area": palette.area,
        "goal": palette.goal,
        "end": palette.area,
        "path": palette.pitch_other,
        "bench": palette.raised,
    }


def _filled(cells: Iterable[Rectangle]) -> Mesh:
    vertices: list[float] = []
    indices: list[int] = []
    for n, cell in enumerate(cells):
        left, bottom = cell.x + GAP_PX, cell.y + GAP_PX
        right, top = cell.x + cell.width - GAP_PX, cell.y + cell.height - GAP_PX
        for x, y in ((left, bottom), (right, bottom), (right, top), (left, top)):
            vertices += (x, y, 0.0, 0.0)
        indices += (4 * n, 4 * n + 1, 4 * n + 2, 4 * n, 4 * n + 2, 4 * n + 3)
    return Mesh(vertices=vertices, indices=indices, mode="triangles")
