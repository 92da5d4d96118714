import type { ContactSurface } from '../../src/collision/selfContact/ContactSurface.ts';

/** A sheet of `columns` x `rows` cells of near-equilateral triangles, side `edge` (m), in the plane z = 0 around the origin. */
export interface Sheet {
  readonly positions: Float64Array;
  readonly triangles: Int32Array;
}

export function equilateralSheet(columns: number, rows: number, edge: number): Sheet {
  const positions: number[] = [];
  const triangles: number[] = [];
  const height = edge * Math.sqrt(0.75);
  for (let j = 0; j <= rows; j++) {
    for (let i = 0; i <= columns; i++) {
      positions.push((i + (j % 2) / 2 - columns / 2) * edge, (j - rows / 2) * height, 0);
    }
  }
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < columns; i++) {
      const a = j * (columns + 1) + i;
      const b = a + columns + 1;
      if (j % 2 === 0) triangles.push(a, a + 1, b, a + 1, b + 1, b);
      else triangles.push(a, a + 1, b + 1, a, b + 1, b);
    }
  }
  return { positions: Float64Array.from(positions), triangles: Int32Array.from(triangles) };
}

/** Settings of a surface of `contactSurface`. */
export interface SurfaceSettings {
  /** m. */
  readonly thickness: number;
  readonly friction?: number;
  /** kg per vertex of each body. */
  readonly masses?: readonly number[];
}

/** One surface of several sheets, each a body, all of whose pairs touch. */
export function contactSurface(
  sheets: readonly Sheet[],
  { thickness, friction = 0, masses }: SurfaceSettings,
): ContactSurface {
  const rest: number[] = [];
  const triangles: number[] = [];
  const bodies: number[] = [];
  const mass: number[] = [];
  sheets.forEach((sheet, body) => {
    for (const vertex of sheet.triangles) triangles.push(vertex + rest.length / 3);
    rest.push(...sheet.positions);
    for (let v = 0; v < sheet.positions.length / 3; v++) {
      bodies.push(body);
      mass.push(masses?.[body] ?? 1e-3);
    }
  });
  const bodyCount = sheets.length;
  return {
    triangles: Int32Array.from(triangles),
    rest: Float64Array.from(rest),
    masses: Float64Array.from(mass),
    thickness: new Float64Array(mass.length).fill(thickness),
    bodies: Int32Array.from(bodies),
    pairs: {
      bodyCount,
      enabled: new Uint8Array(bodyCount * bodyCount).fill(1),
      friction: new Float64Array(bodyCount * bodyCount).fill(friction),
    },
  };
}
