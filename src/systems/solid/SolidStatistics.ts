import type { EntityStats } from '../../frames/EntityStats.ts';
import type { VolumeMesh } from '../../geometry/TetMesh.ts';
import type { StatisticsSections } from '../../scene/statistics/statistic.ts';
import { DrawnStretch } from '../../simulation/judging/DrawnStretch.ts';
import { measuredCells, totalVolume, type MeasuredCells } from '../../simulation/rest/volumeMeasure.ts';
import { countInvertedElements } from '../../solids/countInverted.ts';
import type { DeformableBody } from '../../solids/DeformableBody.ts';
import type { QuasistaticIntegrator } from '../../solids/quasistatic/QuasistaticIntegrator.ts';
import type { SolidOperators } from '../../solids/SolidOperators.ts';
import type { IntegrationScheme } from './integrationScheme.ts';
import type { SolidPlasticity } from './SolidPlasticity.ts';

interface MeasuredSolid {
  /** The volume mesh at rest, as placed in the scene; m. */
  readonly volume: VolumeMesh;
  readonly operators: SolidOperators;
  readonly integrator: DeformableBody | QuasistaticIntegrator;
  /** The integrator of a quasistatic solid. */
  readonly still: QuasistaticIntegrator | undefined;
  readonly scheme: IntegrationScheme | undefined;
  readonly plasticity: SolidPlasticity | undefined;
  /** Parts of the elements of a torn solid that it has; undefined for a whole one. */
  readonly fractions: Float64Array | undefined;
}

/** What is measured of a solid in a frame: energies, volume, inverted elements, and sections of what it has. */
export class SolidStatistics {
  private readonly solid: MeasuredSolid;
  private readonly cells: MeasuredCells;
  /** Volume of the material at rest, m3, and over that of the elements. */
  readonly restVolume: number;
  private readonly filledShare: number;
  /** Made with the first numbers of a frame. */
  private drawnStretch: DrawnStretch | undefined;

  constructor(solid: MeasuredSolid) {
    const { volume, fractions } = solid;
    this.solid = solid;
    this.cells = measuredCells(volume);
    const { material } = volume;
    const elements = totalVolume(this.cells, volume.mesh.positions, fractions);
    this.restVolume = material === undefined ? elements : material.moments[0];
    this.filledShare = this.restVolume / elements;
  }

  /** Returns the statistics of the present state, which is that at `time`, s. */
  at(time: number): EntityStats {
    const { integrator, operators, plasticity, scheme, still, fractions } = this.solid;
    const { positions } = integrator;
    const { kinetic, elastic, gravitational } = integrator.energies(time);
    const own = {
      invertedElements: countInvertedElements(operators.singularValues, operators.elementCount),
      volume: this.filledShare * totalVolume(this.cells, positions, fractions),
      energies: { kinetic, elastic, gravity: gravitational },
    };
    const volumeConservation = integrator.volume?.errors(positions);
    const plastic = plasticity?.statistics();
    const surfaceStretch = this.measureDrawn();
    const sections: { -readonly [Name in keyof StatisticsSections]?: StatisticsSections[Name] } = {};
    if (surfaceStretch !== undefined) sections.surfaceStretch = surfaceStretch;
    if (volumeConservation !== undefined) sections.volumeConservation = volumeConservation;
    if (scheme !== undefined) sections.integration = { explicitSubsteps: scheme.explicitSubsteps };
    if (plastic !== undefined) sections.plasticity = plastic;
    if (still !== undefined) sections.equilibrium = { ...still.equilibrium };
    for (const _ in sections) return { ...own, sections };
    return own;
  }

  /** Measures how the drawn surface of a whole solid stretches: that of a torn one is cut where it tears. */
  private measureDrawn(): StatisticsSections['surfaceStretch'] | undefined {
    const { fractions, volume, integrator } = this.solid;
    if (fractions !== undefined) return undefined;
    this.drawnStretch ??= new DrawnStretch(volume);
    return this.drawnStretch.noted(integrator.positions);
  }
}
