/**
 * Returns sqrt(x^2 + y^2 + z^2) of finite numbers without overflow and with the bits of V8's `Math.hypot` (squares over the largest component,
 * Kahan summation, 1965), which allocates at every call.
 */
export function hypot3(x: number, y: number, z: number): number {
  const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  if (largest === 0) return 0;
  const a = x / largest;
  const b = y / largest;
  const c = z / largest;
  const first = a * a;
  const second = first + b * b;
  const term = c * c - (second - first - b * b);
  return Math.sqrt(second + term) * largest;
}
