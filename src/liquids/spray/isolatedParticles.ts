import type { CellGrid } from '../CellGrid.ts';

/** Particles of a cell that is part of the body of a liquid: half of those that fill it. */
const BODY = 4;

/**
 * Which particles of a liquid fly apart from it: 1 for those that no cell with at least half of its particles is near, where `distance`, in cells, is measured along each
 * axis to the cell's own side.
 * @param positions xyz of `count` particles, m.
 */
export function isolatedParticles(
  grid: CellGrid,
  positions: Float64Array,
  count: number,
  distance: number,
): Uint8Array<ArrayBuffer> {
  const { counts: cells, h, origin } = grid;
  const within = (place: number, axis: number) => Math.min(Math.max(Math.floor(place), 0), cells[axis] - 1);
  const placeOf = (p: number, axis: number) => (positions[3 * p + axis] - origin[axis]) / h;
  const homes = new Uint32Array(count);
  const held = new Uint16Array(grid.size);
  for (let p = 0; p < count; p++) {
    homes[p] = grid.index(within(placeOf(p, 0), 0), within(placeOf(p, 1), 1), within(placeOf(p, 2), 2));
    held[homes[p]]++;
  }
  const isNearBody = (p: number) => {
    const [x, y, z] = [placeOf(p, 0), placeOf(p, 1), placeOf(p, 2)];
    for (let k = within(z - distance, 2); k <= within(z + distance, 2); k++) {
      for (let j = within(y - distance, 1); j <= within(y + distance, 1); j++) {
        const row = grid.index(0, j, k);
        for (let i = within(x - distance, 0); i <= within(x + distance, 0); i++) if (held[row + i] >= BODY) return true;
      }
    }
    return false;
  };
  const isolated = new Uint8Array(count);
  for (let p = 0; p < count; p++) isolated[p] = held[homes[p]] >= BODY || isNearBody(p) ? 0 : 1;
  return isolated;
}
