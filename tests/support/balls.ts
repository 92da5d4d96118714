import type { TestBody } from './bodies.ts';
import { boxOfHexes } from './bodies.ts';

/**
 * A ball of hexahedra about the origin: a cube of `cells` each way, whose cells are small about the points (0, -1, 0) and (0, 1, 0), blown up so that its layers are spheres near its surface. `radius` in
 * metres; `grading` at least 1: a coordinate s across becomes s^grading, and that along y thins out towards both ends alike.
 */
export function ballOfHexes(radius: number, cells: number, grading: number): TestBody {
  const box = boxOfHexes([cells, cells, cells], [2, 2, 2]);
  const across = (s: number) => Math.sign(s) * Math.abs(s) ** grading;
  const along = (s: number) => Math.sign(s) * (1 - (1 - Math.abs(s)) ** grading);
  const restPositions = box.restPositions.slice();
  for (let k = 0; k < restPositions.length; k += 3) {
    const p = [across(restPositions[k] - 1), along(restPositions[k + 1] - 1), across(restPositions[k + 2] - 1)];
    const largest = Math.max(...p.map(Math.abs));
    const length = Math.hypot(...p);
    const scale = length > 0 ? (radius * largest) / length : 0;
    for (let axis = 0; axis < 3; axis++) restPositions[k + axis] = scale * p[axis];
  }
  return { ...box, restPositions };
}
