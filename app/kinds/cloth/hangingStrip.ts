import type { FabricPreset } from '../../../src/scene/fabricPresets.ts';

type Fabric = Pick<FabricPreset['fabric'], 'areaDensity' | 'bendingStiffness'>;

/** m/s2. */
const GRAVITY = 9.81;
/** Steps along the strip, and halvings of the angle at its end. */
const STEPS = 200;
const HALVINGS = 70;
/** The logarithm of the smallest angle from the vertical that is told from none. */
const SMALLEST = -690;
/** Every so many steps a point is drawn. */
const DRAWN = 5;

/**
 * Bending length (Peirce 1930) c = (D / (rho g))^(1/3), m, of a fabric on the ground: D = k_b / 4 is its flexural rigidity, N m. Folds are some
 * of them wide.
 */
export function bendingLength({ areaDensity, bendingStiffness }: Fabric): number {
  return Math.cbrt(bendingStiffness / 4 / (areaDensity * GRAVITY));
}

/**
 * How a strip of the given length (m) hangs over the edge of a table that it lies flat on: xy of points from the edge on, x outward, y up, m.
 * With phi the angle from the vertical and u the way from the free end, D phi'' = rho g u sin(phi), phi'(0) = 0, and phi = pi / 2 at the
 * edge; the angle at the end is found by halving.
 */
export function hangingStrip(fabric: Fabric, length: number): number[] {
  const cubed = bendingLength(fabric) ** 3;
  let low = SMALLEST;
  let high = Math.log(Math.PI / 2);
  for (let k = 0; k < HALVINGS; k++) {
    const middle = (low + high) / 2;
    if (angles(Math.exp(middle), cubed, length).at(-1)! > Math.PI / 2) high = middle;
    else low = middle;
  }
  const found = angles(Math.exp(low), cubed, length).reverse();
  const points = [0, 0];
  let x = 0;
  let y = 0;
  found.slice(1).forEach((phi, k) => {
    x += (length / STEPS) * Math.sin(phi);
    y -= (length / STEPS) * Math.cos(phi);
    if ((k + 1) % DRAWN === 0) points.push(x, y);
  });
  return points;
}

/** phi from the free end to the edge, by the rule of Verlet; no further than a right angle. */
function angles(end: number, cubed: number, length: number): number[] {
  const step = length / STEPS;
  const found = [end];
  let phi = end;
  let slope = 0;
  for (let k = 1; k <= STEPS; k++) {
    // Half a step of the slope at the free end, where it is flat and u = 0.
    slope += (step * ((k - 1) * step) * Math.sin(phi)) / cubed;
    phi = Math.min(phi + step * slope, Math.PI);
    found.push(phi);
    if (phi > Math.PI / 2 && k < STEPS) return [...found, Math.PI];
  }
  return found;
}
