"""Runs notebooks from the first cell to the last: notebooks.py [--write] FILE..."""

import sys
import time

import nbformat
from nbclient import NotebookClient


def main(arguments: list[str]) -> None:
    write = "--write" in arguments
    for path in (one for one in arguments if one != "--write"):
        notebook = nbformat.read(path, as_version=4)
        begin = time.monotonic()
        NotebookClient(notebook, timeout=600, kernel_name="python3").execute()
        print(f"{path}: {time.monotonic() - begin:.0f} s")
        if write:
            notebook.metadata = {"kernelspec": notebook.metadata["kernelspec"]}
            for cell in notebook.cells:
                cell.metadata = {}
            nbformat.write(notebook, path)


if __name__ == "__main__":
    main(sys.argv[1:])
