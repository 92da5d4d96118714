/** m/s2. */
const GRAVITY = 9.81;
/** kg/m3. */
const DENSITY = 1000;

/** Pa; the range that a document may hold. */
const SOFTEST = 1e-3;
const STIFFEST = 1e13;
/** s; the longest damping time that a document may hold. */
const SLOWEST = 100;

/** The numbers of a material, SI. */
export interface SizedMaterial {
  readonly density: number;
  readonly youngsModulus: number;
  readonly poissonRatio: number;
  readonly dampingTime: number;
}

/**
 * A material whose stiffness follows the size of the body, so that a scan of any size behaves alike under gravity:
 * E = firmness density g diagonal, tau = 0.05 sqrt(diagonal / g). `firmness` 30 is jelly, 300 firm rubber; `diagonal` of the bounding box, m.
 */
export function materialForSize(firmness: number, diagonal: number): SizedMaterial {
  const stiffness = firmness * DENSITY * GRAVITY * diagonal;
  return {
    density: DENSITY,
    youngsModulus: rounded(Math.min(Math.max(stiffness, SOFTEST), STIFFEST)),
    poissonRatio: 0.4,
    dampingTime: rounded(Math.min(0.05 * Math.sqrt(diagonal / GRAVITY), SLOWEST)),
  };
}

/** Two significant digits: a number that reads well in the inspector. */
function rounded(value: number): number {
  return Number(value.toPrecision(2));
}
