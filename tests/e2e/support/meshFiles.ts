/** Corners and quads of a cube, 2 on a side about the origin, seen from outside counter-clockwise. */
const CUBE = {
  corners: [
    [-1, -1, -1],
    [1, -1, -1],
    [1, 1, -1],
    [-1, 1, -1],
    [-1, -1, 1],
    [1, -1, 1],
    [1, 1, 1],
    [-1, 1, 1],
  ],
  quads: [
    [0, 3, 2, 1],
    [4, 5, 6, 7],
    [0, 1, 5, 4],
    [2, 3, 7, 6],
    [1, 2, 6, 5],
    [0, 4, 7, 3],
  ],
} as const;

type Point = readonly [number, number, number];

/** A closed OBJ: a sphere about the origin with bumps, of `cells` x `cells` quads per side of the cube that it is blown up from. */
export function bumpySphereObj(radius: number, cells: number): string {
  const lines: string[] = ['o bumpy_sphere'];
  const numbers = new Map<string, number>();
  const vertex = (point: Point): number => {
    const key = point.map((value) => value.toFixed(6)).join(' ');
    const known = numbers.get(key);
    if (known !== undefined) return known;
    lines.push(
      `v ${bumped(point, radius)
        .map((value) => value.toFixed(6))
        .join(' ')}`,
    );
    numbers.set(key, numbers.size + 1);
    return numbers.size;
  };
  const faces = CUBE.quads.flatMap((quad) => {
    const at = patch(quad.map((corner) => CUBE.corners[corner]) as unknown as readonly [Point, Point, Point, Point]);
    return Array.from({ length: cells * cells }, (_, index) => {
      const [u, v] = [index % cells, Math.floor(index / cells)];
      const corners = [at(u, v, cells), at(u + 1, v, cells), at(u + 1, v + 1, cells), at(u, v + 1, cells)];
      return `f ${corners.map(vertex).join(' ')}`;
    });
  });
  return [...lines, ...faces, ''].join('\n');
}

/** Points of a bilinear patch. */
function patch([a, b, c, d]: readonly [Point, Point, Point, Point]) {
  return (i: number, j: number, cells: number): Point => {
    const [u, v] = [i / cells, j / cells];
    const mix = (k: 0 | 1 | 2) => (1 - v) * ((1 - u) * a[k] + u * b[k]) + v * ((1 - u) * d[k] + u * c[k]);
    return [mix(0), mix(1), mix(2)];
  };
}

/** Returns the point on the sphere, lifted by waves along the axes. */
function bumped(point: Point, radius: number): Point {
  const length = Math.hypot(...point);
  const [x, y, z] = point.map((value) => value / length) as unknown as Point;
  const lifted = radius * (1 + 0.12 * Math.sin(5 * x) * Math.sin(5 * y + 1) * Math.sin(5 * z + 2));
  return [x * lifted, y * lifted, z * lifted];
}

/** A closed OBJ: a box standing on y = 0. */
export function boxObj([width, height, depth]: Point): string {
  const corners = CUBE.corners.map(([x, y, z]) => `v ${(x * width) / 2} ${((y + 1) * height) / 2} ${(z * depth) / 2}`);
  return ['o box', ...corners, ...CUBE.quads.map((quad) => `f ${quad.map((k) => k + 1).join(' ')}`), ''].join('\n');
}
