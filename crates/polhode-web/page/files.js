// Files that are dropped or chosen.

import { grouped } from "./numbers.js";

const MOST_BYTES = 12e6;

// What was dropped: files, or those of a folder.
export async function dropped({ items, files }) {
  const folder = [...items].map((item) => item.webkitGetAsEntry?.()).find((entry) => entry?.isDirectory);
  if (!folder) return [...files];
  const entries = await new Promise((resolve, reject) => folder.createReader().readEntries(resolve, reject));
  return Promise.all(entries.filter(({ isFile }) => isFile).map((entry) => new Promise((resolve, reject) => entry.file(resolve, reject))));
}

// A scenario and a trajectory among files, one of them at least, or why there is none to take.
export function sorted(files) {
  const named = (ending) => files.find(({ name }) => name.toLowerCase().endsWith(ending));
  const [toml, csv] = [named(".toml"), named(".csv")];
  if (!toml && !csv) return { refused: `${files[0]?.name ?? "This"}: drop a scenario (.toml), a trajectory (.csv), or a result’s folder.` };
  const large = [toml, csv].find((file) => file?.size > MOST_BYTES);
  if (large) return { refused: `${large.name} has ${grouped(large.size)} bytes; the page takes at most ${grouped(MOST_BYTES)}. Give the folder to the command: polhode view FOLDER` };
  return { toml, csv };
}
