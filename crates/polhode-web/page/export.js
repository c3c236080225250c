// Files for the user, made in the page.

export function save(name, content, kind = "text/plain") {
  const blob = content instanceof Blob ? content : new Blob([content], { type: kind });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // For tests, which look at what was saved.
  window.dispatchEvent(new CustomEvent("polhode-saved", { detail: { name, blob } }));
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// A table of columns that may have different lengths.
export function csv(columns) {
  const rows = Math.max(0, ...columns.map(({ values }) => values.length));
  const quoted = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = [columns.map(({ name }) => quoted(name)).join(",")];
  for (let i = 0; i < rows; i++)
    lines.push(columns.map(({ values }) => (i < values.length ? String(values[i]) : "")).join(","));
  return lines.join("\n") + "\n";
}

export const fileName = (title) => title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "polhode";
