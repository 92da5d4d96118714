import { beam, beamElements, relativeDroop, relativeTorsion } from '../support/beams.ts';

/** `npm run bench -- table bending`: how far the droop of a cantilever, 20 times as long as high, and the torsional stiffness of a square bar are from the beam's, by element and number across. */
const RATIOS = [0, 0.3, 0.45];
const MOST: Readonly<Record<(typeof beamElements)[number], number>> = { tet: 8, tet10: 4, hex: 8 };
const percent = (ratio: number) => `${ratio < 1 ? '' : '+'}${(100 * (ratio - 1)).toFixed(2)} %`.padStart(11);

process.stdout.write(
  `${'element, across'.padEnd(20)}${RATIOS.map((nu) => `droop ${nu}`.padStart(11)).join('')}${RATIOS.map((nu) => `twist ${nu}`.padStart(11)).join('')}\n`,
);
for (const element of beamElements) {
  for (let across = 1; across <= MOST[element]; across *= 2) {
    const bar = beam(element, across, 20);
    const droops = RATIOS.map((nu) => percent(relativeDroop(bar, nu)));
    const short = beam(element, across, 10);
    const twists = RATIOS.map((nu) => percent(relativeTorsion(short, nu)));
    process.stdout.write(`${`${element}, ${across}`.padEnd(20)}${droops.join('')}${twists.join('')}\n`);
  }
}
