/** A signed singular value below this is an inverted element; rounding of flat ones stays above. */
export const INVERTED = -1e-6;

/** How many quadrature points have a negative signed singular value, of three per point in descending order. */
export function countInverted(singularValues: ArrayLike<number>): number {
  let inverted = 0;
  for (let k = 2; k < singularValues.length; k += 3) if (singularValues[k] < INVERTED) inverted++;
  return inverted;
}

/** How many of `elementCount` elements have a quadrature point with a negative signed singular value. */
export function countInvertedElements(singularValues: ArrayLike<number>, elementCount: number): number {
  const perElement = singularValues.length / elementCount;
  let count = 0;
  for (let element = 0; element < elementCount; element++) {
    let inverted = false;
    for (let k = 2; k < perElement; k += 3) inverted ||= singularValues[perElement * element + k] < INVERTED;
    if (inverted) count++;
  }
  return count;
}
