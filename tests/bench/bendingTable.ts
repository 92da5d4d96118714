import { beam, beamElements, meshedBeam, relativeDroop, relativeTorsion } from '../support/beams.ts';
import type { TestBody } from '../support/bodies.ts';

/**
 * `npm run bench -- table bending`: how far the droop of a cantilever and the torsional stiffness of a bar of square section are from the beam's, by
 * element, number across and Poisson's ratio; of regular cells, and as meshers fill the bar.
 */
const RATIOS = [0, 0.3, 0.45];
const MOST: Readonly<Record<(typeof beamElements)[number], number>> = { tet: 4, tet10: 2, hex: 4, mixed: 4 };
const METHODS = ['graded-stuffing', 'stuffing', 'red-green'];
const percent = (ratio: number) => `${ratio < 1 ? '' : '+'}${(100 * (ratio - 1)).toFixed(2)} %`.padStart(11);

function row(name: string, bar: TestBody, torsion: TestBody): void {
  const droops = RATIOS.map((nu) => percent(relativeDroop(bar, nu)));
  const twists = RATIOS.map((nu) => percent(relativeTorsion(torsion, nu)));
  process.stdout.write(`${name.padEnd(32)}${droops.join('')}${twists.join('')}\n`);
}

const heads = ['droop', 'twist'].flatMap((what) => RATIOS.map((nu) => `${what} ${nu}`.padStart(11)));
process.stdout.write(`${'elements, number across'.padEnd(32)}${heads.join('')}\n`);
for (const element of beamElements) {
  for (let across = 1; across <= MOST[element]; across *= 2) {
    row(`${element}, ${across}`, beam(element, across, 20), beam(element, across, 10));
  }
}
for (const method of METHODS) {
  for (const order of [1, 2] as const) {
    for (const across of order === 1 ? [2, 4, 6] : [2]) {
      const bar = await meshedBeam(method, across, 10, order);
      row(`${method}, order ${order}, ${across}`, bar, bar);
    }
  }
}
