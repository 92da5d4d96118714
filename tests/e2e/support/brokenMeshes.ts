type Triple = readonly [number, number, number];

/** Adds vertices and faces to an OBJ; faces count from the part's own first vertex, 1. */
class ObjText {
  private readonly lines: string[] = [];
  private vertices = 0;

  add(points: readonly Triple[], faces: readonly (readonly number[])[]): this {
    const before = this.vertices;
    this.lines.push(...points.map((point) => `v ${point.join(' ')}`));
    this.lines.push(...faces.map((face) => `f ${face.map((corner) => corner + before).join(' ')}`));
    this.vertices += points.length;
    return this;
  }

  toString(): string {
    return `${this.lines.join('\n')}\n`;
  }
}

/** Corners of a box about `centre`, and its six sides seen from outside counter-clockwise. */
function corners([x, y, z]: Triple, half: number): Triple[] {
  return [-1, 1].flatMap((k) =>
    [-1, 1].flatMap((j) => [-1, 1].map((i): Triple => [x + i * half, y + j * half, z + k * half])),
  );
}

const sides = [
  [1, 3, 4, 2],
  [5, 6, 8, 7],
  [1, 2, 6, 5],
  [3, 7, 8, 4],
  [1, 5, 7, 3],
  [2, 4, 8, 6],
] as const;

/**
 * Two boxes that pass through each other; one has a hole and a side that faces inwards, the other a fin on one of its edges, a side that is
 * there twice, a face without area and a vertex that no face uses.
 */
export function brokenObj(): string {
  const [back, front, ...others] = sides;
  return new ObjText()
    .add(corners([0, 0.5, 0], 0.5), [back, [...front].reverse(), ...others.slice(0, 3)])
    .add([...corners([0.4, 0.8, 0.3], 0.4), [2, 2, 2], [0.4, 1.6, 1]], [...sides, sides[2], [7, 8, 10], [1, 2, 2]])
    .toString();
}

/** A sheet: nothing to fill. */
export function sheetObj(): string {
  return new ObjText().add([[0, 0, 0], [1, 0, 0], [1, 0, 1], [0, 0, 1]], [[1, 2, 3, 4]]).toString(); // prettier-ignore
}

/** A PLY that promises more faces than it holds, as one whose copying was cut off. */
export function cutOffPly(): string {
  return [
    'ply',
    'format ascii 1.0',
    'element vertex 4',
    'property float x',
    'property float y',
    'property float z',
    'element face 4',
    'property list uchar int vertex_indices',
    'end_header',
    '0 0 0',
    '1 0 0',
    '0 1 0',
    '0 0 1',
    '3 0 2 1',
    '3 0 1',
  ].join('\n');
}

/** An OBJ with a number that is none, on its third line. */
export function garbledObj(): string {
  return 'v 0 0 0\nv 1 0 0\nv 0 one 0\nf 1 2 3\n';
}
