"""Too little memory: an exception, and the interpreter lives."""

import subprocess
import sys

import pytest

pytest.importorskip("resource")
if not sys.platform.startswith("linux"):
    pytest.skip("the limit of memory is that of Linux", allow_module_level=True)

#: Does the work of a case with so much memory besides what is in use, and then something small.
CHILD = """
import resource, sys
import numpy as np
import polhode

START = {"angular_velocity": [0.1, 2.0, 0.3]}
BODY = polhode.Body([1.0, 2.0, 2.5])
MANY = 500_000

def bodies(count=MANY, **others):
    momentum = np.broadcast_to([0.3, 1.0, 0.2], (count, 3))
    values = {"method": "exact", "step": 0.1, **others}
    return polhode.Ensemble([1.0, 2.0, 2.5], momentum=momentum, **values)

def small():
    bodies(3000).step(1)
    polhode.run(BODY, **START, duration=1.0, method="exact", step=0.1).t

def limited(room, work):
    with open("/proc/self/statm") as file:
        used = int(file.read().split()[0]) * resource.getpagesize()
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (used + int(room), before[1]))
    try:
        work()
        return "done"
    except MemoryError:
        return "MemoryError"
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)
"""

#: What is done before the limit, and behind it; and about the memory that it takes, in MB.
CASES = {
    "bodies": ("small()", "bodies()", 100),
    "bodies in single precision": ("small()", "bodies(precision='f32')", 70),
    "steps of a method with memory": (
        "few = bodies(MANY // 5, method='abm4')", "few.step(1)", 80
    ),
    "steps in kicks": ("few = bodies(torque=lambda t, q, w: 0.0 * w)", "few.step(1)", 150),
    "torques of a host": (
        "few = bodies(precision='f32'); torque = np.broadcast_to([1.0, 0.0, 0.0], (MANY, 3))",
        "few.step(0, torque, kick=0.1)",
        60,
    ),
    "states": ("few = bodies(); few.step(1)", "few.result.energy", 100),
    "a run of bodies elsewhere": ("few = bodies(); few.step(1)", "few.run(0.1)", 150),
    "exact at many times": (
        "small(); times = np.linspace(0.0, 1.0, MANY)",
        "polhode.exact(BODY, polhode.State(**START), times)",
        90,
    ),
    "a run with many samples": (
        "small()",
        "polhode.run(BODY, **START, duration=2e4, method='exact', step=0.1, every_steps=1).t",
        50,
    ),
    "the certificate of many samples": (
        "small()",
        "polhode.run(BODY, **START, duration=500.0, method='exact', step=0.1, every_steps=1, "
        "certificate=True).certificate",
        50,
    ),
    "the sensitivity at many samples": (
        "small()",
        "polhode.run(BODY, **START, duration=30.0, method='exact', step=0.1, every_steps=1, "
        "sensitivity=['start']).sensitivity",
        50,
    ),
    "states between samples": (
        "way = polhode.run(BODY, **START, duration=1.0, method='exact', step=0.1); "
        "times = np.linspace(0.0, 1.0, MANY // 2)",
        "way.at(times)",
        70,
    ),
    "a file": (
        "way = polhode.exact(BODY, polhode.State(**START), np.linspace(0.0, 1.0, 100_000))",
        "way.to_parquet(sys.argv[1] + '/way.parquet')",
        80,
    ),
    "a table of torques": (
        "small(); times = np.arange(50_000.0); torques = np.zeros((50_000, 3))",
        "polhode.Body([1.0, 2.0, 2.5], polhode.torque.table(times=times, torques=torques))",
        100,
    ),
    "a long text": (
        "small(); rows = ', '.join(['[0.25, 0.5, 1.0]'] * 50_000); "
        "times = ', '.join(map(str, range(50_000))); text = "
        "polhode.scenarios()['t-handle'].replace('buss-5:energy', 'rkmk4') + "
        "f'[[torque]]\\nmodel = \"table\"\\ntimes = [{times}]\\ntorques = [{rows}]\\n'",
        "polhode.Scenario.parse(text)",
        200,
    ),
    "a surface": (
        "small(); corners = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]); "
        "faces = np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]); apart = np.arange(50_000); "
        "vertices = (corners + 2.0 * apart[:, None, None]).reshape(-1, 3); "
        "triangles = (faces + 4 * apart[:, None, None]).reshape(-1, 3)",
        "polhode.Body.surface(vertices, triangles, mass=1.0)",
        120,
    ),
    "the bodies of a scenario": (
        "small()",
        "polhode.load('water-ensemble', ensemble__count=100_000, run__duration=0.01, "
        "run__step=0.01).run_ensemble()",
        100,
    ),
}


def child(code, folder="."):
    done = subprocess.run(
        [sys.executable, "-c", CHILD + code, folder], capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, (done.returncode, done.stderr[-2000:])
    return done.stdout.split()


@pytest.mark.parametrize("case", CASES)
def test_too_little_memory_is_an_exception(case, tmp_path):
    before, work, size = CASES[case]
    parts = [0.02, 0.1, 0.2, 0.35, 0.5, 0.7, 0.9]
    found = child(f"""
{before}
for part in {parts}:
    print(limited(part * {size} * 1e6, lambda: {work}))
small()
{work}
print("alive")
""", tmp_path)
    assert found[-1] == "alive"
    assert found[0] == "MemoryError", found
    assert set(found[:-1]) <= {"MemoryError", "done"}, found


@pytest.mark.parametrize("count", [10**8, 10**10, 10**15])
def test_as_many_bodies_as_nobody_has_memory_for(count):
    found = child(f"""
print(limited(2e9, lambda: bodies({count})))
small()
print("alive")
""")
    assert found == ["MemoryError", "alive"]


def test_more_bodies_than_any_machine_has_memory_for_need_no_limit():
    found = child("""
try:
    bodies(10**15)
except MemoryError as error:
    assert "1000000000000000 bodies" in str(error)
    print("MemoryError")
small()
""")
    assert found == ["MemoryError"]


def test_threads_that_cannot_be_started_are_an_exception():
    """Where none was started before the limit."""
    found = child("""
few = bodies()
for room in (1e5, 1e6, 3e6, 1e7, 3e7):
    print(limited(room, lambda: few.step(1)))
few.step(1)
print("alive")
""")
    assert found[-1] == "alive"
    assert set(found[:-1]) <= {"MemoryError", "done"}, found


def test_the_exception_says_what_and_what_to_do():
    child("""
import pytest
def work():
    with pytest.raises(polhode.Error, match="500000 bodies.*fewer"):
        bodies()
    with pytest.raises(ValueError, match="samples.*every"):
        polhode.run(BODY, **START, duration=1e6, method="exact", step=0.1, every_steps=1)
small()
limited(15e6, work)
""")
