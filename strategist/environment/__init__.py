"""Games as environments of agents: episodes, rewards, text, many games at once, and Gymnasium's conventions.

``README.md`` says what stands where. Only ``gymnasium_environment`` and ``vectors.many_gymnasium`` need Gymnasium, and
only what plays many games at once needs NumPy. Where Gymnasium is installed, importing this room tells it the names of
environments.
"""

from importlib.util import find_spec

from strategist.environment.make import REGISTERED as REGISTERED
from strategist.environment.make import make_environment as make_environment
from strategist.environment.make import register as register
from strategist.environment.scoring import score as score
from strategist.environment.text_environment import TextEnvironment as TextEnvironment

if find_spec("gymnasium") is not None:
    register()
