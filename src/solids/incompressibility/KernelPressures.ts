import { PressureKernel } from '../../kernels/pressure/PressureKernel.ts';
import type { KernelPool } from '../../kernels/threads/KernelPool.ts';
import type { KernelQueue } from '../../kernels/threads/KernelQueue.ts';
import type { ResidualTarget } from '../../math/minimalResidual.ts';
import type { VelocityConstraints } from '../../collision/VelocityConstraints.ts';
import { smoothingWeights, type PressureInput, type PressureReport, type PressureSystem } from './PressureSystem.ts';

/** `PressureSystem` on the SIMD kernels. The same bytes for any number of threads. */
export class KernelPressures implements PressureSystem {
  private readonly kernel: PressureKernel;
  private readonly report = { iterations: 0, maxIterations: 0, converged: true };

  constructor({ rings, masses, restVolumes }: PressureInput, pool: KernelPool) {
    this.kernel = new PressureKernel(
      {
        vertexCount: rings.vertexCount,
        cells: rings.cells,
        cellWeights: smoothingWeights(rings, masses),
        inverseMasses: masses.map((mass) => (mass > 0 ? 1 / mass : 0)),
        restVolumes,
      },
      pool,
    );
  }

  volumesAt(positions: Float64Array, out: Float64Array): void {
    this.kernel.positions.set(positions);
    this.kernel.findVolumes();
    out.set(this.kernel.volumes);
  }

  update(positions: Float64Array): void {
    this.kernel.positions.set(positions);
    this.kernel.updateMatrix();
  }

  rates(v: Float64Array, out: Float64Array): void {
    this.kernel.velocity.set(v);
    this.kernel.findRates();
    out.set(this.kernel.rhs);
  }

  forces(p: Float64Array, out: Float64Array): void {
    this.kernel.pressures.set(p);
    this.kernel.findForces();
    out.set(this.kernel.forces);
  }

  begin(rhs: Float64Array, constraints: VelocityConstraints, target: ResidualTarget, queue?: KernelQueue): void {
    const { kernel, report } = this;
    kernel.rhs.set(rhs);
    kernel.constrain(constraints.kinds, constraints.normals);
    report.maxIterations = target.maxIterations;
    kernel.solve(target.relative, target.absolute, target.maxIterations, queue);
  }

  take(p: Float64Array, force: Float64Array): PressureReport {
    const { kernel, report } = this;
    p.set(kernel.pressures);
    force.set(kernel.forces);
    report.iterations = kernel.iterations;
    report.converged = report.iterations < report.maxIterations;
    return report;
  }

  dispose(): void {
    this.kernel.dispose();
  }
}
