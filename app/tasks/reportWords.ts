import type { CheckUnit, ExportCheck } from '../../src/base/exportCheck.ts';
import { bestUnit } from '../units/displayUnits.ts';
import { formatNumber, formatQuantity } from '../units/formatNumber.ts';

/** Shorter times, s, are rounding of the numbers that hold them. */
const LEAST_TIME = 1e-9;
/** Length, m, below which differences are shown in micrometres. */
const SMALL = 1e-3;

/** What the checks of a written file are called, in an artist's words, by what they are about; the others are called as they are. */
const NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Time: {
    frames: 'Frames',
    'frame rate': 'Frame rate',
    'sample times': 'Time of each frame',
  },
  Shape: {
    objects: 'Number of objects',
    'transform node': 'Objects by name',
    shape: 'Meshes by name',
    'vertex count': 'Vertices',
    'face count': 'Faces',
    polygons: 'Corners of each face',
    'polygon corners': 'Order of corners',
    positions: 'Vertex positions',
    'volume positions': 'Inner vertex positions',
    bounds: 'Bounding boxes',
    'cells that are missing': 'No element is missing',
    'cells that are too many': 'No element is too many',
  },
  Motion: {
    velocities: 'Velocities, for motion blur',
    'velocities at rest': 'Velocities at rest',
    'velocities in motion': 'Velocities in motion',
    'velocities not compared': 'Velocities not compared',
  },
};
/** Group of all other checks: face sets, UVs, ids, notes. */
const REST = 'Data';
const DATA_NAMES: Readonly<Record<string, string>> = {
  'face sets': 'Groups of faces',
  'faces of face sets': 'Faces of each group',
  uvs: 'UVs',
  ids: 'Ids of points',
  widths: 'Widths of points',
};

/** Checks under what they are about, in the order of reading; empty groups are left out. */
export function groupChecks<T extends Pick<ExportCheck, 'name'>>(
  checks: readonly T[],
): readonly { readonly title: string; readonly checks: readonly T[] }[] {
  const groups = [...Object.keys(NAMES), REST].map((title) => ({
    title,
    checks: checks.filter(({ name }) => groupOf(name) === title),
  }));
  return groups.filter((group) => group.checks.length > 0);
}

function groupOf(name: string): string {
  return Object.keys(NAMES).find((title) => Object.hasOwn(NAMES[title], name)) ?? REST;
}

export function checkName(name: string): string {
  const known = { ...DATA_NAMES, ...NAMES[groupOf(name)] };
  return known[name] ?? name.charAt(0).toUpperCase() + name.slice(1);
}

/** What a check found: how much was compared, and the largest difference with its unit. */
export interface CheckWords {
  /** Number of things compared; left out for what was noted and not compared. */
  readonly count?: string;
  readonly result: string;
  /** A number was measured: it says more than that things are the same. */
  readonly isNumber: boolean;
}

/** The numbers of a check; of one that failed or only notes something, its sentence. `metresPerUnit`: of the lengths in the file. */
export function checkWords({ passed, detail, measured }: ExportCheck, metresPerUnit: number): CheckWords {
  if (measured === undefined) return { result: detail, isNumber: false };
  const count = formatNumber(measured.count, 9);
  const { largest } = measured;
  if (!passed || largest === undefined) return { count, result: detail, isNumber: false };
  if (measured.unit === '' && largest === 0) return { count, result: 'same', isNumber: false };
  return { count, result: differenceText(largest, measured.unit, metresPerUnit), isNumber: true };
}

/** Describes the place of the largest difference and the tolerance; empty where there is no difference. */
export function checkPlace({ measured }: ExportCheck, metresPerUnit: number): string {
  if (measured?.largest === undefined || measured.largest === 0) return '';
  const { frame, object, point, limit, unit } = measured;
  const parts = [
    frame === undefined ? '' : `frame ${frame}`,
    object ?? '',
    point === undefined ? '' : `point ${formatNumber(point, 9)}`,
    `allowed ${differenceText(limit, unit, metresPerUnit)}`,
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** A difference with its unit, as an artist reads it: `0.6 µm`. */
export function differenceText(value: number, unit: CheckUnit, metresPerUnit: number): string {
  if (unit === 'share') return `${formatNumber(100 * value, 3)} %`;
  if (unit === 's' && value > 0 && value < LEAST_TIME) return '< 1\u00a0ns';
  if (unit === 's' || unit === '') return formatQuantity(value, bestUnit(unit, value), 3);
  const metres = value * metresPerUnit;
  const small = metres !== 0 && metres < SMALL;
  const shown = small ? { symbol: 'µm', factor: 1e-6 } : bestUnit('m', metres === 0 ? SMALL : metres);
  return formatQuantity(metres, unit === 'length' ? shown : { ...shown, symbol: `${shown.symbol}/s` }, 3);
}

/** The name of a file and the end of the way to its folder: `…/workspace/export`. */
export function shortPlace(path: string): { readonly name: string; readonly folder: string } {
  const steps = path.split(/[\\/]/);
  const name = steps.pop()!;
  const folder = steps.length > FOLDERS ? ['…', ...steps.slice(-FOLDERS)] : steps;
  return { name, folder: folder.join('/') };
}

/** A file with the folder that it is in: `…/export/shot.abc`. All of it where there is no more. */
export function endOfPath(path: string): string {
  const steps = path.split(/[\\/]/);
  return steps.length > 2 ? ['…', ...steps.slice(-2)].join('/') : path;
}

/** Folders that are named before a file. */
const FOLDERS = 2;
