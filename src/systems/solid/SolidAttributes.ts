import type { DeclaredAttribute } from '../../frames/AttributeDisplay.ts';
import { withValues } from '../../frames/makeStreams.ts';
import type { Attribute } from '../../frames/Stream.ts';
import type { QuasistaticIntegrator } from '../../solids/quasistatic/QuasistaticIntegrator.ts';
import type { DeformableBody } from '../../solids/DeformableBody.ts';
import type { SolidBodyInput, SolidOperators } from '../../solids/SolidOperators.ts';
import { fibreStretch, fibreTension, ringVolume } from '../../simulation/bodyAttributes.ts';
import { elasticStress } from './elasticStress.ts';
import { fibreMeans } from './fibres/fibreMeans.ts';
import type { SolidPlasticity } from './SolidPlasticity.ts';

/** What the attributes of a solid are read from. */
interface SolidParts {
  readonly body: SolidBodyInput;
  readonly operators: SolidOperators;
  readonly integrator: DeformableBody | QuasistaticIntegrator;
  readonly plasticity: SolidPlasticity | undefined;
}

/** The attributes of the mesh stream of a solid: of its plastic flow, its kept volume and its fibres, where it has these. */
export class SolidAttributes {
  private readonly parts: SolidParts;

  constructor(parts: SolidParts) {
    this.parts = parts;
  }

  /** The attributes that frames hold, and the stress of elastic solids, which follows from a frame by the material. */
  get declared(): readonly DeclaredAttribute[] {
    const { integrator, operators, plasticity } = this.parts;
    return [
      ...(plasticity?.attributes ?? [elasticStress.declared]),
      ...(integrator.volume === undefined ? [] : [ringVolume]),
      ...(operators.fibreStretches === undefined ? [] : [fibreStretch, fibreTension]),
    ];
  }

  /** The attributes of the present state that frames hold, at a strength and at an activation of the fibres. */
  values(strength: number, activation: number): Attribute[] {
    return [
      ...(this.parts.plasticity?.fields(strength) ?? []),
      ...this.ringVolumes(),
      ...this.fibreMeans(strength, activation),
    ];
  }

  /** One-ring volumes over those at rest, of a solid that keeps its volume. */
  private ringVolumes(): Attribute[] {
    const { volume, positions } = this.parts.integrator;
    return volume === undefined ? [] : [withValues(ringVolume, volume.volumeRatios(positions))];
  }

  /** Stretch and tension of the fibres of a solid that has any, per element. */
  private fibreMeans(strength: number, activation: number): Attribute[] {
    const { body, operators } = this.parts;
    const { fibreStretches, elementCount } = operators;
    if (fibreStretches === undefined) return [];
    const { stretch, tension } = fibreMeans(body.models[0], fibreStretches, elementCount, activation, strength);
    return [withValues(fibreStretch, stretch), withValues(fibreTension, tension)];
  }
}
