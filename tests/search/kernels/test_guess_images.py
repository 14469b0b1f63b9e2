"""The images of guesses under the symmetries of the rules."""

from __future__ import annotations

import numpy as np
import pytest

from strategist.games.catalog import make_game
from strategist.search.adapters.registry import make_source
from strategist.search.kernels.symmetry.guess_images import orbits
from strategist.search.kernels.symmetry.same_guesses import orbit_minima


@pytest.mark.parametrize("name", ["mastermind(3,3)", "mastermind(2,5)", "bulls-and-cows(3,5)"])
def test_images_keep_all_responses(name: str) -> None:
    game = make_game(name)
    assert game.symmetry is not None
    found = list(orbits(game.symmetry, make_source(game).digits))
    count = len(game.secrets)
    assert sorted(image for orbit in found for image in orbit.images.tolist()) == list(range(count))
    assert [int(orbit.images[0]) for orbit in found] == orbit_minima(game, range(count))
    answers = np.array([[game.respond(guess, code) for code in game.secrets] for guess in game.secrets])
    for orbit in found:
        for image, names in zip(orbit.images, orbit.maps, strict=True):
            assert names[orbit.images[0]] == image
            assert np.array_equal(answers[np.ix_(names, names)], answers)
