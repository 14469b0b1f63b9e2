"""The tree of a strategy file: its columns, written and read. The docstring of :mod:`~strategist.files.strategy`
specifies them.

Reading validates all of a tree, and a tree has exactly one form.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterator, Sequence

from strategist.common.errors import StrategyFileError
from strategist.common.lazy_numpy import numpy_for
from strategist.common.quoting import shortened
from strategist.files.columns import compressed, restored
from strategist.files.envelope import width_of
from strategist.model.game import Game, Rules
from strategist.model.solitaire import LAST_MOVE, MOVE_ON, AnyGame, Solitaire
from strategist.model.tree import GIVE_UP, DecisionTree, packed

_TYPECODES = {array(code).itemsize: code for code in "BHILQ"}
_BITS_OF_BYTE = [[bit for bit in range(8) if byte >> bit & 1] for byte in range(256)]


def columns_of(tree: DecisionTree, game: Rules) -> tuple[bytes, bytes, bytes, bytes]:
    """The columns of a tree: guesses, which slots have a mask of their own, these masks, and the links, which are empty
    unless slots are shared.

    >>> from strategist.files.shipped import find_shipped
    >>> data = find_shipped("mastermind-4x4.optimal").data
    >>> read_tree([*columns_of(data.tree, data.game)], data.game).guesses == data.tree.guesses
    True
    """
    guesses, (inner, masks) = _guess_column(tree, _guess_width(game)), _mask_columns(tree, _mask_width(game))
    links = b""
    if tree.links is not None:
        masks = compressed(masks)
        links = compressed(_little_endian(array(_TYPECODES[width_of(len(tree))], tree.links)))
    return guesses, inner, masks, links


def read_tree(columns: list[bytes], game: AnyGame) -> DecisionTree:
    """The tree that columns hold. Raises :class:`~strategist.common.errors.StrategyFileError`, which names the column
    and the slot."""
    guess_bytes, inner_bytes, mask_bytes = columns[:3]
    shared = any(columns[3:])
    if shared:
        mask_bytes = restored("masks", mask_bytes)
    width, mask_width = _guess_width(game), _mask_width(game)
    slots, partial = divmod(len(guess_bytes), width)
    if partial or not slots:
        raise StrategyFileError(f"columns.guesses: expected a multiple of {width} bytes, got {len(guess_bytes)}")
    if len(inner_bytes) != -(-slots // 8) or inner_bytes[-1] >> ((slots - 1) % 8 + 1):
        raise StrategyFileError(f"columns.inner: expected one bit for each of {slots} slots")
    if len(mask_bytes) % mask_width:
        raise StrategyFileError(f"columns.masks: expected a multiple of {mask_width} bytes, got {len(mask_bytes)}")

    guesses = _read_guesses(guess_bytes, width, len(game.guesses))
    masks = _integers(mask_bytes, mask_width)
    solved_bit = 1 << (game.response_count - 1)
    # A slot whose mask is the solved bit alone is a leaf and stores no mask: each tree has exactly one file.
    if masks and (not 0 < min(masks) <= max(masks) < 2 * solved_bit or solved_bit in masks):
        wrong = (rank for rank, mask in enumerate(masks) if not 0 < mask < 2 * solved_bit or mask == solved_bit)
        rank = next(wrong)
        raise StrategyFileError(f"columns.masks: mask {rank}: expected responses of the game, got {masks[rank]:#x}")
    own = int.from_bytes(inner_bytes, "little").bit_count()
    if own != len(masks):
        raise StrategyFileError(f"columns.masks: expected {own} masks, got {len(masks)}")
    slot_masks = _masks_of_slots(guesses, inner_bytes, masks, solved_bit, shared)
    links = _read_links(columns[3], slot_masks, solved_bit) if shared else None
    if isinstance(game, Solitaire):
        _check_line(slot_masks)
    elif game.announces:
        _check_announcements(guesses, slot_masks, game)
    elif game.guesses is not game.secrets:
        _check_solved(guesses, slot_masks, game)
    return DecisionTree(guesses, slot_masks, game.response_count, links)


def _guess_width(game: Rules) -> int:
    return width_of(len(game.guesses) + 1)


def _mask_width(game: Rules) -> int:
    width = -(-game.response_count // 8)
    return next((size for size in (1, 2, 4, 8) if width <= size), width)


def _little_endian(values: array[int]) -> bytes:
    if sys.byteorder == "big":
        values = values[:]
        values.byteswap()
    return values.tobytes()


def _integers(data: bytes, width: int) -> Sequence[int]:
    """Decode a column; integers of a width that no machine type has are decoded one by one."""
    if width in _TYPECODES:
        values = array(_TYPECODES[width])
        values.frombytes(data)
        if sys.byteorder == "big":
            values.byteswap()
        return values
    return [int.from_bytes(data[at : at + width], "little") for at in range(0, len(data), width)]


def _guess_column(tree: DecisionTree, width: int) -> bytes:
    """The column of the guesses. A guess of -1 is all ones in any width."""
    if isinstance(tree.guesses, array) and tree.guesses.itemsize == width:
        return _little_endian(tree.guesses)
    nothing = (1 << 8 * width) - 1
    return _little_endian(array(_TYPECODES[width], (nothing if guess == GIVE_UP else guess for guess in tree.guesses)))


def _mask_columns(tree: DecisionTree, width: int) -> tuple[bytes, bytes]:
    """The columns that say which slots have a mask of their own, and their masks."""
    if isinstance(tree.masks, array) and (np := numpy_for(len(tree))):
        masks = np.frombuffer(tree.masks, dtype=np.uint64)
        own = (masks != 0) & (masks != np.uint64(tree.solved_bit))
        return np.packbits(own, bitorder="little").tobytes(), masks[own].astype(f"<u{width}").tobytes()
    inner = bytearray(-(-len(tree) // 8))
    kept = []
    for slot, mask in enumerate(tree.masks):
        if mask not in (0, tree.solved_bit):
            inner[slot >> 3] |= 1 << (slot & 7)
            kept.append(mask)
    return bytes(inner), b"".join(mask.to_bytes(width, "little") for mask in kept)


def _read_links(data: bytes, masks: Sequence[int], solved_bit: int) -> Sequence[int]:
    """The slots behind the branches of a tree that shares some: each behind its own, and each led to."""
    slots, below = len(masks), solved_bit - 1
    width = width_of(slots)
    branches = array("i", ((mask & below).bit_count() for mask in masks))
    links = _integers(restored("links", data, width * sum(branches)), width)
    if _may_be_faulty(links, branches):
        _name_fault(links, branches)
    return packed("i", array("i", links))


def _may_be_faulty(links: Sequence[int], branches: array[int]) -> bool:
    """Whether :func:`_name_fault` has something to refuse, or has to find out, because there are few links or there is
    no NumPy."""
    slots = len(branches)
    np = numpy_for(len(links))
    if np is None:
        return True
    to = np.array(links, dtype=np.int64)
    led_to = np.zeros(slots, dtype=bool)
    led_to[0] = True
    behind = (to > np.repeat(np.arange(slots), np.array(branches))) & (to < slots)
    led_to[to[behind]] = True
    return not (behind.all() and led_to.all()) or bool(len(to) == slots - 1 and (np.diff(to) == 1).all())


def _name_fault(links: Sequence[int], branches: array[int]) -> None:
    """Raise :class:`~strategist.common.errors.StrategyFileError` if a slot does not stand behind one that leads to it,
    if nothing leads to it, or if no slot is shared."""
    slots = len(branches)
    led_to = bytearray(slots)
    branch = 0
    for slot, count in enumerate(branches):
        for child in links[branch : (branch := branch + count)]:
            if not slot < child < slots:
                raise StrategyFileError(f"columns.links: slot {slot}: expected {slot + 1} to {slots - 1}, got {child}")
            led_to[child] = 1
    if (nowhere := led_to.find(0, 1)) > 0:
        raise StrategyFileError(f"columns.links: no branch leads to slot {nowhere}")
    if list(links) == list(range(1, slots)):
        raise StrategyFileError("columns.links: expected no bytes where no slot is shared")


def _read_guesses(data: bytes, width: int, count: int) -> array[int]:
    """The guesses of all slots, each below ``count`` or :data:`~strategist.model.tree.GIVE_UP`."""
    nothing = (1 << 8 * width) - 1
    values = _integers(data, width)
    top = max(values)
    if top >= count:
        top = max((guess for guess in values if guess != nothing), default=0)
        if top >= count:
            at = next(slot for slot, guess in enumerate(values) if guess == top)
            raise StrategyFileError(f"columns.guesses: slot {at}: expected below {count}, got {top}")
    if isinstance(values, array) and values.itemsize == array("i").itemsize:
        # All ones are -1 when they are signed.
        return packed("i", memoryview(values))
    return array("i", (GIVE_UP if guess == nothing else guess for guess in values))


def _masks_of_slots(
    guesses: array[int], inner: bytes, masks: Sequence[int], solved_bit: int, shared: bool
) -> Sequence[int]:
    """The masks of all slots. In breadth-first order the slots form one tree if the masks before each lead to it; where
    slots are ``shared``, links say what leads to them."""
    slots, below = len(guesses), solved_bit - 1
    if isinstance(masks, array) and (np := numpy_for(slots)):
        at = np.flatnonzero(np.unpackbits(np.frombuffer(inner, dtype=np.uint8), bitorder="little"))
        own = np.array(masks, dtype=np.uint64)
        reached = 1 + np.cumsum(np.bitwise_count(own & np.uint64(below)), dtype=np.int64)
        asked = np.frombuffer(guesses, dtype=np.int32)
        before = np.concatenate(([1], reached[:-1]))
        # A fault is named by the slower loop below.
        leads = shared or (len(at) and reached[-1] == slots and (at < before).all())
        if len(at) and leads and (asked[at] != GIVE_UP).all():
            told = np.where(asked == GIVE_UP, np.uint64(0), np.uint64(solved_bit))
            told[at] = own
            return packed("Q", told)
    slot_masks: list[int] | array[int] = [solved_bit] * slots
    if isinstance(masks, array):
        slot_masks = array("Q", [solved_bit]) * slots
    if GIVE_UP in guesses:
        for slot, guess in enumerate(guesses):
            if guess == GIVE_UP:
                slot_masks[slot] = 0
    to = 1
    for slot, mask in zip(_ones(inner), masks, strict=True):
        if slot >= to and not shared:
            raise StrategyFileError(f"columns.inner: slot {slot} stands before its parent")
        if guesses[slot] == GIVE_UP:
            raise StrategyFileError(f"columns.inner: slot {slot} gives up and goes on")
        slot_masks[slot] = mask
        to += (mask & below).bit_count()
    if to != slots and not shared:
        raise StrategyFileError(f"columns: the masks lead to {to} slots, the guesses fill {slots}")
    return slot_masks


def _check_announcements(guesses: Sequence[int], masks: Sequence[int], game: Game) -> None:
    """Check that leaves, and only leaves, announce a secret; a question never gets the solved response."""
    solved_bit = 1 << (game.response_count - 1)
    for slot, (guess, mask) in enumerate(zip(guesses, masks, strict=True)):
        if guess >= game.question_count and mask != solved_bit:
            raise StrategyFileError(f"columns.guesses: slot {slot}: expected a question, got an announcement")
        if guess < game.question_count and mask & solved_bit:
            raise StrategyFileError(f"columns.guesses: slot {slot}: expected an announcement, got a question")


def _check_solved(guesses: Sequence[int], masks: Sequence[int], game: Game) -> None:
    """Check that the solved response occurs only at guesses that are secrets, or where none can be, get it."""
    solved_bit = 1 << (game.response_count - 1)
    secrets = frozenset(game.secrets)
    named = {guess: game.guesses[guess] for guess in set(guesses) if guess != GIVE_UP}
    right = {
        guess: code in secrets if game.secrets_are_questions else game.response_count - 1 in game.can_get(code)
        for guess, code in named.items()
    }
    for slot, (guess, mask) in enumerate(zip(guesses, masks, strict=True)):
        if mask & solved_bit and not right[guess]:
            text = shortened(game.format_code(game.guesses[guess]))
            raise StrategyFileError(f"columns.masks: slot {slot}: {text} is no secret, but has the solved response")


def _check_line(masks: Sequence[int]) -> None:
    """Check that every slot of a solitaire leads to the next one, and the last slot to the goal."""
    for slot, mask in enumerate(masks):
        expected = LAST_MOVE if slot == len(masks) - 1 else MOVE_ON
        if mask != expected:
            raise StrategyFileError(f"columns.masks: slot {slot}: expected a line of moves, got mask {mask:#x}")


def _ones(bitmap: bytes) -> Iterator[int]:
    """The positions of the set bits."""
    return (at * 8 + bit for at, byte in enumerate(bitmap) if byte for bit in _BITS_OF_BYTE[byte])
