"""What a type checker must accept; it is not run."""

from __future__ import annotations

import numpy as np
import polhode
from numpy.typing import NDArray


def push(t: float, q: NDArray[np.float64], w: NDArray[np.float64]) -> NDArray[np.float64]:
    return -0.1 * w


body = polhode.Body(inertia=[1.0, 2.0, 2.5], torque=[push, polhode.torque.damping(0.1)])
way: polhode.Trajectory = polhode.run(
    body, angular_velocity=(0.0, 0.0, 1.0), duration=1.0, method="rk4", step=0.1
)
energy: NDArray[np.float64] = way.energy
state: polhode.Moment = way.at([0.1, 0.2])
bodies = polhode.Ensemble(np.ones(3), momentum=np.ones((5, 3)), method="exact", step=0.1)
bodies.step(3, torque=np.zeros((5, 3)))
