import type { BenchRow } from './BenchRow.ts';
import { runClothBench } from './cloth.bench.ts';
import { runCoupledFormsBench } from './coupledForms.bench.ts';
import { runCoupledShotsBench } from './coupledShots.bench.ts';
import { runCouplingBench } from './coupling.bench.ts';
import { runFrameBench } from './frames.bench.ts';
import { runImplicitBench } from './implicit.bench.ts';
import { runLiquidBench } from './liquid.bench.ts';
import { runMuscleBench } from './muscle.bench.ts';
import { runKernelBench } from './kernels.bench.ts';
import { runLiquidSpeedBench } from './liquidSpeed.bench.ts';
import { runLiquidSurfaceBench } from './liquidSurface.bench.ts';
import { runPackingBench } from './packing.bench.ts';
import { runPlasticBench } from './plastic.bench.ts';
import { runSelfContactBench } from './selfContact.bench.ts';
import { runShotBench } from './shots.bench.ts';
import { runVolumeBench } from './volume.bench.ts';

/** Suites of long shots give their rows one by one. */
const SUITES: Record<string, () => Promise<BenchRow[]> | AsyncIterable<BenchRow>> = {
  kernels: runKernelBench,
  frames: runFrameBench,
  packing: runPackingBench,
  shots: runShotBench,
  implicit: runImplicitBench,
  muscle: () => Promise.resolve(runMuscleBench()),
  volume: runVolumeBench,
  selfContact: runSelfContactBench,
  plastic: runPlasticBench,
  cloth: runClothBench,
  coupledShots: runCoupledShotsBench,
  coupledForms: () => Promise.resolve(runCoupledFormsBench()),
  coupling: () => Promise.resolve(runCouplingBench()),
  liquid: () => Promise.resolve(runLiquidBench()),
  liquidSpeed: runLiquidSpeedBench,
  liquidSurface: () => Promise.resolve(runLiquidSurfaceBench()),
};

function printRow({ name, reference, fast, ratio, unit, note }: BenchRow): void {
  const slow = reference === undefined ? ''.padStart(10) : reference.toPrecision(4).padStart(10);
  const gain = ratio === undefined ? ''.padStart(8) : `${ratio.toFixed(2)} x`.padStart(8);
  process.stdout.write(
    `${name.padEnd(42)}${slow}${fast.toPrecision(4).padStart(10)} ${unit.padEnd(8)}${gain}  ${note}\n`,
  );
}

const chosen = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const json = process.argv.includes('--json');
const unknown = chosen.find((name) => !(name in SUITES));
if (unknown !== undefined) {
  process.stderr.write(`there is no benchmark '${unknown}'; known are ${Object.keys(SUITES).join(', ')}\n`);
  process.exit(2);
}
if (!json) process.stdout.write(`${''.padEnd(42)}${'reference'.padStart(10)}${'fast'.padStart(10)}\n`);
for (const [suite, run] of Object.entries(SUITES)) {
  if (chosen.length > 0 && !chosen.includes(suite)) continue;
  const rows = run();
  for await (const row of rows instanceof Promise ? await rows : rows) {
    if (json) process.stdout.write(`${JSON.stringify({ suite, ...row })}\n`);
    else printRow(row);
  }
}
