import type { BenchRow } from './BenchRow.ts';
import { runAnimationsBench } from './animations.bench.ts';
import { runClothBench } from './cloth.bench.ts';
import { runCoupledFormsBench } from './coupledForms.bench.ts';
import { runCoupledShotsBench } from './coupledShots.bench.ts';
import { runCouplingBench } from './coupling.bench.ts';
import { runElementsBench } from './elements.bench.ts';
import { runFrameBench } from './frames.bench.ts';
import { runImplicitBench } from './implicit.bench.ts';
import { runKernelBench } from './kernels.bench.ts';
import { runLiquidBench } from './liquid.bench.ts';
import { runLiquidSpeedBench } from './liquidSpeed.bench.ts';
import { runLiquidSurfaceBench } from './liquidSurface.bench.ts';
import { runMuscleBench } from './muscle.bench.ts';
import { runPackingBench } from './packing.bench.ts';
import { runPlasticBench } from './plastic.bench.ts';
import { runRigidBench } from './rigid.bench.ts';
import { runSelfContactBench } from './selfContact.bench.ts';
import { runShallowWaterBench } from './shallowWater.bench.ts';
import { runShotBench } from './shots.bench.ts';
import { runSurfaceTensionBench } from './surfaceTension.bench.ts';
import { runTallCellsBench } from './tallCells.bench.ts';
import { runVolumeBench } from './volume.bench.ts';

type Rows = readonly BenchRow[] | Iterable<BenchRow> | AsyncIterable<BenchRow>;

/** The benchmarks by name. Suites of long shots give their rows one by one. */
export const SUITES: Readonly<Record<string, () => Rows | Promise<Rows>>> = {
  kernels: runKernelBench,
  frames: runFrameBench,
  packing: runPackingBench,
  animations: runAnimationsBench,
  shots: runShotBench,
  implicit: runImplicitBench,
  muscle: runMuscleBench,
  elements: runElementsBench,
  volume: runVolumeBench,
  selfContact: runSelfContactBench,
  plastic: runPlasticBench,
  rigid: runRigidBench,
  cloth: runClothBench,
  coupledShots: runCoupledShotsBench,
  coupledForms: runCoupledFormsBench,
  coupling: runCouplingBench,
  liquid: runLiquidBench,
  liquidSpeed: runLiquidSpeedBench,
  liquidSurface: runLiquidSurfaceBench,
  shallowWater: runShallowWaterBench,
  surfaceTension: runSurfaceTensionBench,
  tallCells: runTallCellsBench,
};
