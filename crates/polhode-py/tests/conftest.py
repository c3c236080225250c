"""What tests share."""

import os
import pathlib
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]


def _program() -> str | None:
    """The command line: as the environment says, or as cargo has built it."""
    given = os.environ.get("POLHODE")
    if given:
        return given
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    built = [target / profile / "polhode" for profile in ("release", "debug")]
    built = [program for program in built if program.exists()]
    if built:
        return str(max(built, key=lambda program: program.stat().st_mtime))
    return shutil.which("polhode")


@pytest.fixture(scope="session")
def polhode_program():
    """Calls the command line."""
    program = _program()
    if program is None:
        pytest.fail("the command line is not there: cargo build -p polhode-cli, or say where it is by POLHODE")

    def call(*arguments: object) -> str:
        done = subprocess.run(
            [program, *map(str, arguments)], capture_output=True, text=True, check=True
        )
        return done.stdout

    return call
