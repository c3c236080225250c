// Surfaces as triangles with normals, and lines.

import { add, between, cross, scale, turned, unit } from "./vector.js";

const triangle = (to, a, b, c, normals) => {
  const flat = unit(cross(add(b, scale(a, -1)), add(c, scale(a, -1))));
  [a, b, c].forEach((corner, i) => {
    to.positions.push(...corner);
    to.normals.push(...(normals ? normals[i] : flat));
  });
};
const empty = () => ({ positions: [], normals: [], edges: [] });

export function box([x, y, z]) {
  const to = empty();
  const corner = (i) => [((i & 1) - 0.5) * x, (((i >> 1) & 1) - 0.5) * y, (((i >> 2) & 1) - 0.5) * z];
  const faces = [[1, 3, 7, 5], [0, 4, 6, 2], [2, 6, 7, 3], [0, 1, 5, 4], [4, 5, 7, 6], [0, 2, 3, 1]];
  for (const [a, b, c, d] of faces) {
    triangle(to, corner(a), corner(b), corner(c));
    triangle(to, corner(a), corner(c), corner(d));
  }
  for (let i = 0; i < 8; i++)
    for (const bit of [1, 2, 4]) if (!(i & bit)) to.edges.push(...corner(i), ...corner(i | bit));
  return to;
}

export function sphere(parts = 48, at = [0, 0, 0], radius = 1) {
  const to = empty();
  const point = (i, j) => {
    const [polar, around] = [(Math.PI * i) / parts, (Math.PI * j) / parts];
    return [Math.sin(polar) * Math.cos(around), Math.sin(polar) * Math.sin(around), Math.cos(polar)];
  };
  for (let i = 0; i < parts; i++)
    for (let j = 0; j < 2 * parts; j++) {
      const [a, b, c, d] = [point(i, j), point(i + 1, j), point(i + 1, j + 1), point(i, j + 1)];
      const place = (p) => add(at, scale(p, radius));
      triangle(to, place(a), place(b), place(c), [a, b, c]);
      triangle(to, place(a), place(c), place(d), [a, c, d]);
    }
  return to;
}

// Between two points, with a radius at each; closed.
export function rod(from, to, radius, tip = radius, joined = false, parts = 40) {
  const out = empty();
  const along = add(to, scale(from, -1));
  const q = between([0, 0, 1], along);
  const ring = (centre, r, i) => {
    const angle = (2 * Math.PI * i) / parts;
    return add(centre, turned(q, [r * Math.cos(angle), r * Math.sin(angle), 0]));
  };
  const slope = (radius - tip) / Math.hypot(...along);
  const normal = (i) => {
    const angle = (2 * Math.PI * i) / parts;
    return unit(turned(q, [Math.cos(angle), Math.sin(angle), slope]));
  };
  for (let i = 0; i < parts; i++) {
    const [a, b] = [ring(from, radius, i), ring(from, radius, i + 1)];
    const [c, d] = [ring(to, tip, i + 1), ring(to, tip, i)];
    triangle(out, a, b, c, [normal(i), normal(i + 1), normal(i + 1)]);
    if (tip > 0) triangle(out, a, c, d, [normal(i), normal(i + 1), normal(i)]);
    triangle(out, from, b, a);
    if (tip > 0) triangle(out, to, d, c);
    if (!joined) out.edges.push(...a, ...b);
    out.edges.push(...d, ...c);
  }
  return out;
}

function surface({ vertices, triangles }) {
  const to = empty();
  for (const [a, b, c] of triangles) triangle(to, vertices[a], vertices[b], vertices[c]);
  return to;
}

function together(parts) {
  const to = empty();
  for (const part of parts)
    for (const name of ["positions", "normals", "edges"]) for (const x of part[name]) to[name].push(x);
  return to;
}

// A body as the engine describes it, made as large as the unit sphere.
export function body(shape) {
  const made = raw(shape);
  let largest = 0;
  for (let i = 0; i < made.positions.length; i += 3)
    largest = Math.max(largest, Math.hypot(...made.positions.slice(i, i + 3)));
  const factor = largest > 0 ? 0.92 / largest : 1;
  for (const name of ["positions", "edges"]) made[name] = made[name].map((x) => x * factor);
  return made;
}

function raw(shape) {
  switch (shape.kind) {
    case "box":
    case "moments":
      return box(shape.size);
    case "ellipsoid": {
      const to = sphere(48);
      const axes = shape.semi_axes;
      to.positions = to.positions.map((x, i) => x * axes[i % 3]);
      for (let i = 0; i < to.normals.length; i += 3) {
        const n = unit([0, 1, 2].map((k) => to.normals[i + k] / axes[k]));
        [0, 1, 2].forEach((k) => (to.normals[i + k] = n[k]));
      }
      return to;
    }
    case "cylinder":
      return rod([0, 0, -shape.height / 2], [0, 0, shape.height / 2], shape.radius);
    case "cone": // about its centre of mass, a quarter of the height above the base
      return rod([0, 0, -shape.height / 4], [0, 0, (3 * shape.height) / 4], shape.radius, 0);
    case "rods":
      return together(shape.rods.map(({ from, to, radius, joined }) => rod(from, to, radius, radius, joined)));
    case "points":
      return together(atoms(shape));
    case "mesh":
      return surface(shape);
    default:
      return box([1, 1, 1]);
  }
}

function atoms({ masses, positions }) {
  const reach = Math.max(...positions.map((p) => Math.hypot(...p)), 1e-300);
  const heaviest = Math.max(...masses);
  const balls = positions.map((p, i) => sphere(20, p, 0.34 * reach * Math.cbrt(masses[i] / heaviest)));
  const bonds = positions.map((p) => rod([0, 0, 0], p, 0.05 * reach));
  return [...balls, ...bonds.filter((_, i) => Math.hypot(...positions[i]) > 0.01 * reach)].map((part) => ({
    ...part,
    edges: [],
  }));
}
