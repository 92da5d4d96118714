import { writeFileSync } from 'node:fs';
import { PAPER_PRESS, pressCurve, worstDownTo } from './pressCurve.ts';
import { pressPlot } from './pressPlot.ts';

/** Young's modulus of the pressed ball, Pa, and its edges as a share of its diagonal, %. */
const STIFFNESS = 2e3;
const PERCENT = 3.35;

const [file] = process.argv.slice(2);
const curve = await pressCurve(STIFFNESS, PERCENT, 2);
process.stdout.write(`pressed ball of ${curve.elements} tetrahedra\nthickness %   error % down to it   the paper's\n`);
for (const { thickness, error } of PAPER_PRESS) {
  const ours = worstDownTo(curve.points, thickness).toFixed(3);
  process.stdout.write(
    `${(100 * thickness).toFixed(1).padStart(11)} ${ours.padStart(20)} ${String(error).padStart(13)}\n`,
  );
}
if (file !== undefined) writeFileSync(file, pressPlot(curve));
