"""How rigid bodies turn: every published method side by side, with proof of how good it is.

>>> import polhode
>>> body = polhode.Body(inertia=[1.0, 2.0, 2.5])
>>> way = polhode.run(body, angular_velocity=[0.01, 2.0, 0.01], duration=10.0,
...                   method="exact", step=0.1)
>>> way.attitude.shape
(101, 4)

A quaternion is w x y z, from body to space, everywhere; `polhode.quaternion` converts.
"""

from . import quaternion, torque
from ._body import Body, State
from ._compare import Comparison, compare, describe, methods, scenarios
from ._ends import Ends
from ._ensemble import Ensemble, Result
from ._errors import Error, InputError, OutOfMemoryError, SolveError
from ._polhode import __version__
from ._run import exact, run
from ._scenario import Scenario, load
from ._trajectory import Certificate, Crossing, Moment, Sensitivity, Switches, Trajectory

__all__ = [
    "Body",
    "Certificate",
    "Comparison",
    "Crossing",
    "Ends",
    "Ensemble",
    "Error",
    "InputError",
    "Moment",
    "OutOfMemoryError",
    "Result",
    "Scenario",
    "Sensitivity",
    "SolveError",
    "State",
    "Trajectory",
    "__version__",
    "compare",
    "describe",
    "exact",
    "load",
    "methods",
    "quaternion",
    "run",
    "scenarios",
    "torque",
]
