"""Games as environments of agents: episodes, rewards, text, many games at once, and Gymnasium's conventions.

``README.md`` here is the guide. Only ``gymnasium_environment`` and ``many_gymnasium`` need Gymnasium, and only what
plays many games at once needs NumPy.
"""
