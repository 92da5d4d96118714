import { materialForSize } from '../../../src/scene/materialForSize.ts';
import { bestUnit } from '../../units/displayUnits.ts';
import { formatQuantity } from '../../units/formatNumber.ts';
import { plainLength } from '../../tasks/import/fileUnits.ts';

/** What numbers that are given by the size of the mesh come to, as sentences; `diagonal` in metres, undefined before the mesh is known. */
export function derivedNotes(
  type: string,
  params: Readonly<Record<string, unknown>>,
  diagonal: number | undefined,
): readonly string[] {
  const notes: string[] = [];
  if (diagonal !== undefined && type !== 'drop-test')
    notes.push('The mesh is scaled to the size of this shot, whatever its unit.');
  const number = (name: string) => (typeof params[name] === 'number' ? params[name] : undefined);
  const [height, percent, firmness, frames] = ['height', 'percent', 'firmness', 'frames'].map(number);
  if (diagonal !== undefined && type === 'drop-test') {
    if (height !== undefined) notes.push(`It falls from ${plainLength(height * diagonal)} above the floor.`);
    if (percent !== undefined) {
      const edge = plainLength((percent / 100) * diagonal);
      notes.push(`The long edge is ${edge}, ${percent} % of the diagonal of ${plainLength(diagonal)}.`);
    }
    if (firmness !== undefined && (params['preset'] ?? '') === '') {
      const { youngsModulus } = materialForSize(firmness, diagonal);
      notes.push(
        `Without a preset, Young's modulus is ${formatQuantity(youngsModulus, bestUnit('Pa', youngsModulus), 2)}.`,
      );
    }
  }
  if (frames !== undefined) {
    notes.push(`Frames 1 to ${frames}: frame 1 is the start pose, ${frames - 1} intervals are simulated.`);
  }
  return notes;
}
