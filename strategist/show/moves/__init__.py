"""Reports on guesses and answers: advice, rankings, explanations, reviews, what a guess divides, which answers lied."""
