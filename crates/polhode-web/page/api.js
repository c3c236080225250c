// Asks the engine. Answers with many numbers are a head in JSON and columns of doubles.

export class Refused extends Error {
  constructor(answer) {
    super(answer.error ?? "the engine did not answer");
    this.remedy = answer.remedy ?? "";
    this.line = answer.line;
  }
}

export async function catalogue() {
  const response = await fetch("api/catalogue");
  if (!response.ok) throw new Refused(await response.json());
  return response.json();
}

export async function ask(name, question, signal) {
  const response = await fetch(`api/${name}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(question),
    signal,
  });
  if (!response.ok) throw new Refused(await response.json().catch(() => ({})));
  const kind = response.headers.get("content-type");
  return kind.startsWith("application/json") ? response.json() : unpacked(await response.arrayBuffer());
}

// Each run gets its columns by name.
function unpacked(buffer) {
  const size = new DataView(buffer).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, size)));
  for (const run of head.runs) {
    run.column = {};
    run.columns.forEach((name, i) => {
      const begin = 4 + size + 8 * (run.offset + i * run.rows);
      run.column[name] = new Float64Array(buffer, begin, run.rows);
    });
  }
  return head;
}
