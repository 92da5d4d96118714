export interface Label {
  /** What it names, px. */
  readonly anchor: readonly [number, number];
  /** px. */
  readonly width: number;
}

interface Room {
  readonly width: number;
  readonly height: number;
  /** px that a label is high, and away from what it names. */
  readonly lineHeight: number;
  readonly gap: number;
}

/** Middles of labels, px: each beside its anchor on the side that turns away from `centre`, within the room, none over another. */
export function placeLabels(
  labels: readonly Label[],
  centre: readonly [number, number],
  { width, height, lineHeight, gap }: Room,
): [number, number][] {
  const placed: { x: number; y: number; half: number }[] = [];
  const clamp = (value: number, low: number, high: number): number =>
    Math.min(Math.max(value, low), Math.max(low, high));
  for (const { anchor, width: wide } of labels) {
    const half = wide / 2;
    const [dx, dy] = [anchor[0] - centre[0], anchor[1] - centre[1]];
    const away = Math.hypot(dx, dy);
    const [ux, uy] = away > 1e-6 ? [dx / away, dy / away] : [0, 1];
    const x = clamp(anchor[0] + ux * (half + gap), half, width - half);
    const low = lineHeight / 2;
    const start = clamp(anchor[1] + uy * (low + gap), low, height - low);
    const isFree = (y: number): boolean =>
      placed.every((other) => Math.abs(other.x - x) >= other.half + half || Math.abs(other.y - y) >= lineHeight);
    // To the nearest free line, first away from the middle.
    const step = (uy < 0 ? -1 : 1) * lineHeight;
    const candidates = [0, 1, -1, 2, -2, 3, -3].map((lines) => start + lines * step);
    const y = candidates.find((value) => value >= low && value <= height - low && isFree(value)) ?? start;
    placed.push({ x, y, half });
  }
  return placed.map(({ x, y }) => [x, y]);
}
