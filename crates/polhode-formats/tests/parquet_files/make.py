"""Writes the files of this folder, with the programs whose names they bear.

    pip install pyarrow==26.0.1 polars==2.1.0 duckdb==2.0.0 pandas==3.1.1 fastparquet
    python make.py
"""

from decimal import Decimal

import duckdb
import fastparquet
import numpy as np
import pandas
import polars
import pyarrow as pa
import pyarrow.parquet as pq

ROWS = 60
i = np.arange(ROWS)
COLUMNS = {
    "double": i / 8 - 3,
    "float": (i / 4 + 1).astype("f4"),
    "small": (i * 7 % 11 - 5).astype("i4"),
    "large": np.array([(-1) ** n * 2**n for n in range(ROWS)], dtype="i8"),
    "constant": np.full(ROWS, 1 / 3),
}
FLOATS, INTEGERS = ["double", "float", "constant"], ["small", "large"]
numbers = pa.table(COLUMNS)
required = pa.schema([pa.field(f.name, f.type, nullable=False) for f in numbers.schema])


def arrow(name, what=numbers, **how):
    pq.write_table(what, f"pyarrow_{name}.parquet", **{"store_schema": False, **how})


def encodings(**names):
    each = {column: name for name, columns in names.items() for column in columns}
    return {"use_dictionary": False, "column_encoding": each}


arrow("default", store_schema=True)
arrow("plain", numbers.cast(required), use_dictionary=False, compression="none")
arrow("gzip_v2", use_dictionary=False, compression="gzip", data_page_version="2.0")
arrow("dictionary_v2", data_page_version="2.0")
arrow("zstd", compression="zstd")
arrow("delta", compression="none",
      **encodings(DELTA_BINARY_PACKED=INTEGERS, BYTE_STREAM_SPLIT=FLOATS))
arrow("delta_v2", data_page_version="2.0",
      **encodings(DELTA_BINARY_PACKED=INTEGERS, PLAIN=FLOATS))
arrow("split", **encodings(BYTE_STREAM_SPLIT=INTEGERS + FLOATS))
arrow("groups", row_group_size=25, data_page_size=64, write_batch_size=4, write_page_checksum=True)
arrow("empty", numbers.slice(0, 0))
arrow("unsigned", pa.table({
    "bits32": (2**32 - 1 - i).astype("u4"), "bits64": np.array([2**64 - 2**12 * n for n in range(1, ROWS + 1)], dtype="u8")}))
pandas.DataFrame(COLUMNS, index=i + 100).to_parquet("pandas.parquet")
polars.DataFrame(COLUMNS).write_parquet("polars_default.parquet")
polars.DataFrame(COLUMNS).write_parquet("polars_snappy.parquet", compression="snappy")
relation = duckdb.sql("select * from numbers")
relation.write_parquet("duckdb_default.parquet")
relation.write_parquet("duckdb_gzip.parquet", compression="gzip")
duckdb.sql("copy (from numbers) to 'duckdb_v2.parquet' (parquet_version v2, compression uncompressed)")
duckdb.sql("""copy (select (i / 100 - 0.29)::decimal(9, 2) as cents, (i / 1000)::decimal(18, 3) as mills
              from range(60) t(i)) to 'duckdb_decimal.parquet'""")
frame = pandas.DataFrame(COLUMNS)
frame["constant"] = frame["constant"].astype("category")
fastparquet.write("fastparquet.parquet", frame, compression="GZIP")

# What is refused.
arrow("missing", pa.table({"all": [1.0, 2.0], "some": [1.0, None]}))
arrow("missing_v2", pa.table({"all": [1, 2], "some": [None, 1]}), data_page_version="2.0")
arrow("boolean", pa.table({"yes": [True, False]}))
arrow("text", pa.table({"t": [1.0], "name": ["a"]}))
arrow("decimal", pa.table({"price": [Decimal("1.25")]}))
arrow("list", pa.table({"t": [1.0], "q": [[1.0, 2.0]]}))
arrow("struct", pa.table({"s": [{"x": 1.0, "y": 2.0}]}))
arrow("brotli", compression="brotli")
arrow("lz4", compression="lz4")
