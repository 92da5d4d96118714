/** A place in the window, CSS pixels. */
export interface ScreenPoint {
  readonly clientX: number;
  readonly clientY: number;
}

/** Places between two moves of the pointer that are looked at, at most. */
const MOST = 64;

/** Places on the way from where the pointer was to where it is, no more than `step` pixels apart; the last one is its end. */
export function sampledPath(from: ScreenPoint, to: ScreenPoint, step: number): ScreenPoint[] {
  const dx = to.clientX - from.clientX;
  const dy = to.clientY - from.clientY;
  const count = Math.min(MOST, Math.max(1, Math.ceil(Math.hypot(dx, dy) / step)));
  return Array.from({ length: count }, (_, k) => {
    const share = (k + 1) / count;
    return { clientX: from.clientX + share * dx, clientY: from.clientY + share * dy };
  });
}
