"""Reads what polhode writes with other people's programs, and the other way round.

Run by tools/readers. Every claim is printed with what was found.
"""

import json
import os
import subprocess
import sys
import tempfile

import brahe.ccsds
import mujoco
import numpy as np
import pyarrow
import pyarrow.parquet
import spiceypy as spice
from ccsds_ndm.ndm_io import NdmIo
from scipy.spatial.transform import Rotation

POLHODE = os.path.abspath(sys.argv[1])
EPOCH = "2026-01-01T00:00:00"
AEM = {"object_name": "TUMBLER", "object_id": "2026-001A", "epoch": EPOCH, "time_system": "TAI"}
QUATERNION = ["q_w", "q_x", "q_y", "q_z"]
failures = 0


def polhode(*arguments):
    subprocess.run([POLHODE, *arguments], check=True, stdout=subprocess.DEVNULL)


def claim(what, found, allowed=0.0):
    """The largest difference that was found, and how large it may be."""
    global failures
    good = bool(found <= allowed)
    failures += not good
    print(f"{'ok  ' if good else 'FAIL'}  {what}: {found:.2g} (at most {allowed:.2g})")


def holds(what, good):
    global failures
    failures += not good
    print(f"{'ok  ' if good else 'FAIL'}  {what}")


def csv(path):
    """Every column of a CSV, each number by Python's own float()."""
    with open(path) as file:
        names = file.readline().strip().split(",")
        rows = [[float(field) for field in line.split(",")] for line in file]
    return dict(zip(names, np.array(rows).T))


def off(ours, theirs):
    return np.max(np.abs(np.asarray(ours) - np.asarray(theirs)))


def same_bits(ours, theirs):
    theirs = np.ascontiguousarray(theirs, dtype=float)
    return np.array_equal(np.ascontiguousarray(ours).view("u8"), theirs.view("u8"))


def table(columns, names):
    return np.stack([columns[name] for name in names], axis=1)


def every_number_in_parquet():
    """Random bits, among them numbers that are none, in more rows than a group has."""
    group = 1 << 16
    bits = np.random.default_rng(1).integers(0, 2**64, (group + 1, 3), dtype="u8")
    bits[:6, 0] = np.array([np.nan, np.inf, -np.inf, -0.0, 5e-324, 1.0]).view("u8")
    np.savez("bits.npz", **{name: bits[:, k].view("f8") for k, name in enumerate("abc")})
    polhode("convert", "bits.npz", "bits.parquet")
    file = pyarrow.parquet.ParquetFile("bits.parquet", page_checksum_verification=True)
    read = file.read()
    theirs = np.stack([column.to_numpy() for column in read.columns], axis=1)
    holds("pyarrow: any bits", np.array_equal(bits, np.ascontiguousarray(theirs).view("u8")))
    groups = [file.metadata.row_group(k) for k in range(file.metadata.num_row_groups)]
    holds("pyarrow: groups of rows", [each.num_rows for each in groups] == [group, 1])
    holds("pyarrow: Snappy", {each.column(k).compression for each in groups
                              for k in range(each.num_columns)} == {"SNAPPY"})


def parquet_and_numpy(truth):
    read = pyarrow.parquet.read_table("run/trajectory.parquet")
    holds("pyarrow: the columns of the CSV", read.column_names == list(truth))
    holds("pyarrow: no column can be null", not any(field.nullable for field in read.schema))
    holds(
        "pyarrow: every bit of the CSV",
        all(same_bits(truth[name], read[name].to_numpy()) for name in truth),
    )
    about = json.loads(read.schema.metadata[b"polhode"])
    holds("pyarrow: method, version and scenario in the metadata",
          about["method"] == "buss-5:energy" and about["version"]
          and about["scenario"]["aem"]["object_name"] == "TUMBLER" and "[body]" in about["toml"])
    every_number_in_parquet()
    npz = np.load("run/trajectory.npz")
    holds("numpy, npz: every bit of the CSV",
          all(same_bits(truth[name], npz[name]) for name in truth))
    holds("numpy, npz: the same metadata", json.loads(str(npz["polhode"])) == about)
    npy = np.load("run/trajectory.npy")
    holds("numpy, npy: every bit of the CSV", same_bits(table(truth, truth), npy))


def messages(truth):
    q = table(truth, ["q_x", "q_y", "q_z", "q_w"])
    # brahe reads version 2.0 only, and normalises what it reads.
    states = brahe.ccsds.AEM.from_file("run/trajectory.aem").segments[0].states
    theirs = np.array([[s.quaternion.x, s.quaternion.y, s.quaternion.z, s.quaternion.w] for s in states])
    unit = q / np.linalg.norm(q, axis=1)[:, None]
    holds("brahe, AEM 2.0: all rows", len(states) == len(q))
    claim("brahe, AEM 2.0: quaternions", off(unit, theirs), 1e-15)
    rates = table(truth, ["w_bx", "w_by", "w_bz"])
    theirs = np.array([state.angular_velocity for state in states])
    claim("brahe, AEM 2.0: rates, relative", off(rates, theirs) / np.max(np.abs(rates)), 3e-16)
    times = np.array([state.epoch - states[0].epoch for state in states])
    claim("brahe, AEM 2.0: epochs", off(truth["t"] - truth["t"][0], times), 1e-9)
    # ccsds-ndm reads quaternions of version 1.0 only, as they are.
    polhode("convert", "run", "one.aem", "--aem", "version=1.0")
    states = NdmIo().from_path("one.aem").body.segment[0].data.attitude_state
    theirs = [state.quaternion_state.quaternion for state in states]
    theirs = np.array([[one.q1, one.q2, one.q3, one.qc] for one in theirs], dtype=float)
    holds("ccsds-ndm, AEM 1.0: every bit of the quaternions", same_bits(q, theirs))

    # What another program writes, polhode reads.
    brahe.ccsds.AEM.from_file("run/trajectory.aem").to_file("brahe.aem", "KVN")
    polhode("convert", "brahe.aem", "brahe.csv")
    back = csv("brahe.csv")
    claim("what brahe writes: quaternions", off(table(truth, QUATERNION), table(back, QUATERNION)), 3e-14)
    claim("what brahe writes: time", off(truth["t"] - truth["t"][0], back["t"]), 1e-9)


def conventions(truth):
    body, space = table(truth, ["l_bx", "l_by", "l_bz"]), table(truth, ["l_sx", "l_sy", "l_sz"])
    size = np.max(np.abs(space))

    def columns(convention):
        polhode("convert", "run", "c.npz", "--to-convention", convention, "--force", "--quiet")
        return np.load("c.npz")

    # That it is the rotation from the body to space is seen by the momentum.
    scipy = columns("scipy")
    rotation = Rotation.from_quat(table(scipy, ["q_x", "q_y", "q_z", "q_w"]))
    claim("scipy: body momentum becomes space momentum", off(rotation.apply(body), space) / size, 1e-13)
    theirs = table(columns("spice"), ["q_0", "q_1", "q_2", "q_3"])
    c_matrix = np.array([spice.q2m(q) for q in theirs])
    turned = np.einsum("nij,nj->ni", c_matrix, space)
    claim("SPICE: space momentum becomes body momentum", off(turned, body) / size, 1e-13)
    claim("SPICE and scipy: matrices are each other's inverse",
          off(c_matrix, rotation.inv().as_matrix()), 2e-15)
    m2q = np.array([spice.m2q(matrix) for matrix in rotation.inv().as_matrix()])
    m2q *= np.sign(np.sum(m2q * theirs, axis=1))[:, None]
    unit = theirs / np.linalg.norm(theirs, axis=1)[:, None]
    claim("SPICE: m2q of the C-matrix", off(m2q, unit), 1e-15)
    turned = np.zeros_like(body)
    for i, q in enumerate(table(columns("mujoco"), QUATERNION)):
        mujoco.mju_rotVecQuat(turned[i], body[i], q)
    claim("MuJoCo: body momentum becomes space momentum", off(turned, space) / size, 2e-15)
    for name, names in {
        "hoomd": QUATERNION, "lammps": ["quatw", "quati", "quatj", "quatk"],
        "glam": ["q_x", "q_y", "q_z", "q_w"], "ccsds": ["q_1", "q_2", "q_3", "q_c"],
    }.items():
        found = columns(name)
        last = names[-1] in ("q_w", "q_c")
        holds(f"{name}: its columns", same_bits(
            table(truth, QUATERNION[1:] + QUATERNION[:1] if last else QUATERNION), table(found, names)))


# What a leap seconds kernel says, as far as 2026 needs it.
LEAP_SECONDS = """KPL/LSK
\\begindata
DELTET/DELTA_T_A = 32.184
DELTET/K = 1.657D-3
DELTET/EB = 1.671D-2
DELTET/M = ( 6.239996D0 1.99096871D-7 )
DELTET/DELTA_AT = ( 36, @2015-JUL-1, 37, @2017-JAN-1 )
\\begintext
"""


def c_kernel(truth):
    with open("leap.tls", "w") as file:
        file.write(LEAP_SECONDS)
    spice.furnsh("leap.tls")
    polhode("convert", "run", "utc.msopck", "--aem", "time_system=UTC")
    rows = np.loadtxt("utc.msopck")
    et, q, rates = rows[:, 0], rows[:, 1:5].copy(), rows[:, 5:8]
    claim("msopck: ephemeris time of the epoch", abs(spice.str2et(EPOCH) - et[0]), 1e-6)
    claim("msopck: times", off(et - et[0], truth["t"] - truth["t"][0]), 3e-7)
    # A C-kernel wants rates in the base frame; ticks are tenths of milliseconds here.
    base = Rotation.from_quat(q[:, [1, 2, 3, 0]]).inv().apply(rates)
    ticks = np.round((et - et[0]) * 1e4)
    handle = spice.ckopn("t.bc", "polhode", 0)
    spice.ckw03(handle, ticks[0], ticks[-1], -999000, "J2000", True, "polhode", len(ticks), ticks,
                q, base, 1, ticks[:1])
    spice.ckcls(handle)
    spice.furnsh("t.bc")
    matrices, found = zip(*[spice.ckgpav(-999000, tick, 0.0, "J2000")[:2] for tick in ticks[::50]])
    turned = np.einsum("nij,nj->ni", np.array(matrices), table(truth, ["l_sx", "l_sy", "l_sz"])[::50])
    body = table(truth, ["l_bx", "l_by", "l_bz"])[::50]
    size = np.max(np.abs(body))
    claim("C-kernel: space momentum becomes body momentum", off(turned, body) / size, 1e-13)
    claim("C-kernel: rates", off(found, base[::50]) / np.max(np.abs(base)), 1e-15)


def from_others(truth):
    names = list(truth)
    pyarrow.parquet.write_table(pyarrow.table(truth), "theirs.parquet")  # dictionaries, nullable
    np.savez_compressed("theirs.npz", **truth)
    records = np.zeros(len(truth["t"]), dtype=[(name, "f8") for name in names])
    for name in names:
        records[name] = truth[name]
    np.save("records.npy", records)
    np.save("rows.npy", table(truth, names))
    for path in ["theirs.parquet", "theirs.npz", "records.npy", "rows.npy"]:
        polhode("convert", path, "back.csv", "--force")
        back = csv("back.csv")
        holds(f"polhode reads {path}: every bit",
              list(back) == names and all(same_bits(truth[name], back[name]) for name in names))
    np.save("quaternions.npy", table(truth, ["q_x", "q_y", "q_z", "q_w"]))
    polhode("convert", "quaternions.npy", "spice.npy", "--from-convention", "scipy",
            "--to-convention", "spice")
    w, x, y, z = np.load("spice.npy").T
    holds("polhode turns scipy's array into that of SPICE", all(
        same_bits(truth[name], sign * part)
        for name, sign, part in zip(QUATERNION, [1, -1, -1, -1], [w, x, y, z])))


def main():
    keys = [f"--set=aem.{key}={value}" for key, value in AEM.items()]
    polhode("run", "t-handle", "--out", "run", "--format", "csv,parquet,npy,npz,aem,msopck", *keys)
    truth = csv("run/trajectory.csv")
    for check in [parquet_and_numpy, messages, conventions, c_kernel, from_others]:
        check(truth)
    print("all is well" if failures == 0 else f"{failures} claims do not hold")
    return failures


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    code = main()
    os.chdir("/")
sys.exit(1 if code else 0)
