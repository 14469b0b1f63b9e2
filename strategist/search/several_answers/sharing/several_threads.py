"""The questions at the beginning, divided among threads that share a memo.

Each thread takes the next question and proves what it costs, or that it costs no less than the best one so far. When
a better one is found, the others begin theirs again, for less: the memo holds what they have proven. That
changes no result: all that it leaves is what the memo knows, a budget, and the question of the best tree, and the
search by one thread that follows goes through all questions again. It finds the cells of each in the memo. So trees and
figures depend on no number of threads, and on no order in which these come to their ends.
"""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

from strategist.search.several_answers.several_arrays import FIXED, FULL, OPENING, RESULT
from strategist.search.several_answers.several_desks import Found, StagePosition
from strategist.search.several_answers.several_memo import EXACT, LOWER
from strategist.search.several_answers.several_stage import SeveralStage
from strategist.search.several_answers.solve_several import LOOK, PROVE, search


def prove_together(stage: SeveralStage, root: StagePosition, budget: Found) -> bool:
    """Let the memo learn what the questions at a position cost below a budget; returns whether the search may go on,
    which it may not if it was stopped."""
    bounds = questions_at(stage, root, budget)
    pending = list(bounds)
    lock = threading.Lock()
    afresh: set[int] = set()
    best = budget

    def work(place: int) -> None:
        nonlocal best
        desk = stage.desks[place]
        while True:
            with lock:
                if not pending or stage.brake.stopped:
                    return
                question = pending.pop(0)
                stage.sit(root, desk)
                stage.allow(best, desk)
                desk.own[OPENING] = -1
                if place in afresh:
                    # If the memo is full, the kernel will say so again.
                    afresh.remove(place)
                    desk.own[FULL] = 0
            kind = search(stage.arrays, desk, stage.memo_for(PROVE, desk), root.left, question, PROVE)
            with lock:
                if kind < 0:
                    pending.insert(0, question)
                    if place in afresh:
                        continue
                    # Stopped, or the memo is full.
                    return
                if kind == EXACT:
                    found = stage.read(RESULT, desk)
                    if is_less(found, best):
                        best = stage.best = found
                        stage.opening = question
                        for other, busy in enumerate(stage.desks):
                            if other != place:
                                afresh.add(other)
                                busy.own[FULL] = 1
                del bounds[question]
                stage.begun += 1

    stage.open_bounds, stage.begun, stage.listed = bounds, 0, len(bounds)
    with ThreadPoolExecutor(len(stage.desks)) as pool:
        while pending and not stage.brake.stopped:
            list(pool.map(work, range(len(stage.desks))))
            if pending and not stage.grown() and not stage.brake.stopped:
                # What no thread can go on with is left to the search by one.
                break
    for place in afresh:
        stage.desks[place].own[FULL] = 0
    if stage.brake.stopped:
        return False
    stage.open_bounds, stage.begun, stage.listed = None, 0, 0
    return True


def questions_at(stage: SeveralStage, root: StagePosition, budget: Found) -> dict[int, Found]:
    """The questions that are not decided at once, those that look cheapest first, with what each costs at least."""
    desk = stage.desk
    stage.sit(root)
    stage.allow(budget)
    desk.own[OPENING] = -1
    desk.guess[0, :] = -1.0
    if search(stage.arrays, desk, stage.memo_for(PROVE, desk), root.left, -1, LOOK) != LOWER:
        return {}
    found = {}
    for at in range(stage.arrays.questions):
        if desk.guess[0, at] < 0.0:
            break
        question = int(desk.listed[0, at])
        found[question] = float(desk.guess[0, at]), stage.read(FIXED + at)
    return {question: bound for question, (_, bound) in sorted(found.items(), key=lambda each: (each[1][0], each[0]))}


def is_less(found: Found, best: Found) -> bool:
    """Whether a cost looks less: any budget that some tree keeps will do."""
    return (*found.sums, found.depth) < (*best.sums, best.depth)
