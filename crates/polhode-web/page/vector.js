// Vectors, unit quaternions (w x y z, body to space) and 4x4 matrices by columns: for drawing only.

export const add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const scale = (a, s) => [a[0] * s, a[1] * s, a[2] * s];
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a, b) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const length = (a) => Math.hypot(a[0], a[1], a[2]);
export const mix = (a, b, t) => a.map((x, i) => x + (b[i] - x) * t);

export function unit(a) {
  const size = length(a);
  return size > 0 ? scale(a, 1 / size) : [0, 0, 1];
}

export function product(p, q) {
  const [a, b, c, d] = p;
  const [w, x, y, z] = q;
  return [
    a * w - b * x - c * y - d * z,
    a * x + b * w + c * z - d * y,
    a * y - b * z + c * w + d * x,
    a * z + b * y - c * x + d * w,
  ];
}

export function turned(q, v) {
  const u = [q[1], q[2], q[3]];
  const t = scale(cross(u, v), 2);
  return add(v, add(scale(t, q[0]), cross(u, t)));
}

// The shorter way from one attitude to another.
export function slerp(p, q, t) {
  let cosine = p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3];
  const sign = cosine < 0 ? -1 : 1;
  cosine *= sign;
  let a = 1 - t;
  let b = t * sign;
  if (cosine < 0.9995) {
    const angle = Math.acos(cosine);
    const sine = Math.sin(angle);
    a = Math.sin(a * angle) / sine;
    b = (sign * Math.sin(t * angle)) / sine;
  }
  const r = p.map((x, i) => a * x + b * q[i]);
  const norm = Math.hypot(...r);
  return r.map((x) => x / norm);
}

// The rotation that takes one direction to another, by the shortest way.
export function between(from, to) {
  const [a, b] = [unit(from), unit(to)];
  const w = 1 + dot(a, b);
  if (w < 1e-9) {
    const axis = unit(cross(a, Math.abs(a[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0]));
    return [0, ...axis];
  }
  const q = [w, ...cross(a, b)];
  const norm = Math.hypot(...q);
  return q.map((x) => x / norm);
}

// Rotation and translation as a matrix.
export function placed(q, at = [0, 0, 0]) {
  const [x, y, z] = [turned(q, [1, 0, 0]), turned(q, [0, 1, 0]), turned(q, [0, 0, 1])];
  return [...x, 0, ...y, 0, ...z, 0, ...at, 1];
}

export function times(a, b) {
  const c = new Array(16).fill(0);
  for (let j = 0; j < 4; j++)
    for (let i = 0; i < 4; i++)
      for (let k = 0; k < 4; k++) c[4 * j + i] += a[4 * k + i] * b[4 * j + k];
  return c;
}

export function perspective(field, aspect, near, far) {
  const f = 1 / Math.tan(field / 2);
  const n = 1 / (near - far);
  return [f / aspect, 0, 0, 0, 0, f, 0, 0, 0, 0, (far + near) * n, -1, 0, 0, 2 * far * near * n, 0];
}

export function lookingAt(eye, target, up) {
  const z = unit(add(eye, scale(target, -1)));
  const x = unit(cross(up, z));
  const y = cross(z, x);
  return [
    x[0], y[0], z[0], 0, x[1], y[1], z[1], 0, x[2], y[2], z[2], 0,
    -dot(x, eye), -dot(y, eye), -dot(z, eye), 1,
  ];
}

export function projected(m, [x, y, z]) {
  const row = (i) => m[i] * x + m[4 + i] * y + m[8 + i] * z + m[12 + i];
  const w = row(3);
  return [row(0) / w, row(1) / w, w];
}
