/** Units that mesh files are made in. */
export const fileUnits = [
  { symbol: 'm', label: 'Metres', metresPerUnit: 1 },
  { symbol: 'cm', label: 'Centimetres', metresPerUnit: 0.01 },
  { symbol: 'mm', label: 'Millimetres', metresPerUnit: 0.001 },
  { symbol: 'in', label: 'Inches', metresPerUnit: 0.0254 },
  { symbol: 'ft', label: 'Feet', metresPerUnit: 0.3048 },
] as const;
export type FileUnit = (typeof fileUnits)[number]['symbol'];
export type UpAxis = 'y' | 'z';

export function metresPerUnit(unit: FileUnit): number {
  return fileUnits.find(({ symbol }) => symbol === unit)!.metresPerUnit;
}

/** The unit that is so many metres long; metres where none is. */
export function unitOfLength(metres: number): FileUnit {
  return fileUnits.find((unit) => Math.abs(unit.metresPerUnit - metres) < 1e-9)?.symbol ?? 'm';
}

/** A box of the file (min xyz, max xyz in its own numbers, Y up as read) in metres with Y up: (x, y, z) -> (x, z, -y) for Z up. */
export function boxInMetres(box: readonly number[], unit: FileUnit, upAxis: UpAxis): number[] {
  const scale = metresPerUnit(unit);
  const [minX, minY, minZ, maxX, maxY, maxZ] = box.map((value) => scale * value);
  return upAxis === 'y' ? [minX, minY, minZ, maxX, maxY, maxZ] : [minX, minZ, -maxY, maxX, maxZ, -minY];
}

/** Sides of a box, x y z. */
export function sidesOf(box: readonly number[]): readonly [number, number, number] {
  return [box[3] - box[0], box[4] - box[1], box[5] - box[2]];
}

/** Column-major matrix that takes points of the file to the world: turned to Y up, scaled, moved to `position`. */
export function fileToWorld(unit: FileUnit, upAxis: UpAxis, position: readonly number[]): number[] {
  const s = metresPerUnit(unit);
  const [x, y, z] = position;
  return upAxis === 'y'
    ? [s, 0, 0, 0, 0, s, 0, 0, 0, 0, s, 0, x, y, z, 1]
    : [s, 0, 0, 0, 0, 0, -s, 0, 0, s, 0, 0, x, y, z, 1];
}

/** Longest sides, m, outside of which something is probably in another unit: smaller than a pea, larger than a hall. */
const USUAL_SIDE = { least: 0.005, most: 100 };

/** What is odd about a size, with the unit that would make it usual; undefined where it may well be. */
export function sizeWarning(box: readonly number[], unit: FileUnit, likely: FileUnit): string | undefined {
  const longest = Math.max(...sidesOf(box).map((side) => side * metresPerUnit(unit)));
  if (!(longest > 0) || (longest >= USUAL_SIDE.least && longest <= USUAL_SIDE.most)) return undefined;
  const what = longest < USUAL_SIDE.least ? 'smaller than a pea' : 'larger than a hall';
  const hint = likely === unit ? 'Check the unit.' : `Its numbers look like ${labelOf(likely)}.`;
  return `The longest side is ${plainLength(longest)}: ${what}. ${hint}`;
}

/** A length as people say it: `0.3 mm`, `41 cm`, `1.8 m`, `3 km`. */
export function plainLength(metres: number): string {
  const [factor, symbol] =
    metres < 0.01 ? [1000, 'mm'] : metres < 1 ? [100, 'cm'] : metres < 1000 ? [1, 'm'] : [0.001, 'km'];
  return `${Number((metres * Number(factor)).toPrecision(3))}\u00a0${symbol}`;
}

function labelOf(unit: FileUnit): string {
  return fileUnits.find(({ symbol }) => symbol === unit)!.label.toLowerCase();
}
