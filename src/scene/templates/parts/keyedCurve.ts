type Interpolation = 'step' | 'linear' | 'bezier';

/** A curve through (frame, value, how it goes on from there). */
export function keyedCurve(
  ...keys: readonly (readonly [frame: number, value: number, interpolation: Interpolation])[]
) {
  return { keys: keys.map(([frame, value, interpolation]) => ({ frame, value, interpolation })) };
}
