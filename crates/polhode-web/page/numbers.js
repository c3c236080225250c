// Numbers as people want to read them.

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

export function superscript(number) {
  const digits = String(Math.abs(number)).replace(/\d/g, (d) => SUPERSCRIPTS[d]);
  return number < 0 ? `⁻${digits}` : digits;
}

// With so many digits; very large and small ones as a power of ten.
export function number(x, digits = 3) {
  if (x === null || x === undefined || Number.isNaN(x)) return "–";
  if (!Number.isFinite(x)) return x > 0 ? "∞" : "−∞";
  if (x === 0) return "0";
  const size = Math.abs(x);
  if (size >= 1e5 || size < 1e-3) {
    const [mantissa, exponent] = x.toExponential(digits - 1).split("e");
    return `${minus(mantissa)} × 10${superscript(Number(exponent))}`;
  }
  return minus(String(Number(x.toPrecision(Math.max(digits, 3)))));
}

// An error: a digit or two are enough.
export function error(x) {
  if (x === null || x === undefined || Number.isNaN(x)) return "–";
  if (x === 0) return "0";
  return number(x, 2);
}

export const minus = (text) => text.replace("-", "−");

// 12345 as 12 345.
export function grouped(count) {
  return Math.round(count).toString().replace(/\B(?=(\d{3})+$)/g, " ");
}

export function rate(perSecond) {
  if (!Number.isFinite(perSecond)) return "–";
  for (const [size, name] of [[1e9, "G"], [1e6, "M"], [1e3, "k"]])
    if (perSecond >= size) return `${(perSecond / size).toPrecision(3)} ${name}/s`;
  return `${perSecond.toPrecision(3)} /s`;
}
