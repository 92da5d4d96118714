import { atPlace } from '../../base/errors.ts';
import type { VolumeMesh } from '../../geometry/TetMesh.ts';
import type { Pin } from '../../scene/kinds/pin.ts';
import { BodyPins } from '../../simulation/attachment/BodyPins.ts';
import { animatedTargets } from '../../simulation/goals/animatedTargets.ts';
import type { EmbeddedVertices } from '../../solids/EmbeddedVertices.ts';
import type { NodeTargets } from '../../solids/NodeTargets.ts';
import { checkEmbedded } from './attachmentErrors.ts';
import type { SimulatedSolidInput } from './SimulatedSolidInput.ts';
import { wholeVertices, wholeVolume } from './solidBody.ts';
import { targetWarnings } from './targetWarnings.ts';

/** The vertices of a solid where it begins, in the world and in its own axes (m, xyz interleaved), and their masses, kg. */
export interface SolidStart {
  readonly positions: Float64Array;
  readonly ownPositions: Float64Array;
  readonly masses: Float64Array;
}

/** What says where vertices of a solid have to be: its pins, and the animation that it is pulled to. */
export class SolidConstraints {
  readonly targets: readonly NodeTargets[];
  /** Vertices that are parts of rigid bodies. */
  readonly embedded: readonly EmbeddedVertices[];
  /** Vertices that pins constrain. */
  readonly pinned: ReadonlySet<number>;
  private readonly pins: BodyPins;
  private readonly input: SimulatedSolidInput;
  private readonly volume: VolumeMesh;

  /** `volume`: the solid as placed at the first frame. Throws where an animation or a rigid body cannot hold what is asked of it. */
  constructor(pins: readonly Pin[], input: SimulatedSolidInput, volume: VolumeMesh, start: SolidStart) {
    const { scene, solid, inputs, colliders, surfaces, rigid } = input;
    const whole = wholeVertices(start, input);
    this.input = input;
    this.volume = volume;
    this.pins = new BodyPins(pins, whole, inputs, [...colliders, ...surfaces, ...rigid]);
    this.embedded = this.pins.embedded;
    const pinned = this.pins.targets(whole.masses);
    const { masses, ownPositions } = whole;
    const pulled = { scene, solid, volume: wholeVolume(volume, input), masses, ownPositions, inputs, surfaces };
    // Errors of pins name the pin.
    const target = atPlace(`solid '${solid.id}'`, () => {
      checkEmbedded(this.embedded, input);
      return animatedTargets(pulled);
    });
    this.targets = target === undefined ? pinned : [...pinned, target];
    this.pinned = new Set([...pinned, ...this.embedded].flatMap(({ vertices }) => [...vertices]));
  }

  /** What of it does not do what the document asks: for the first frame. */
  warnings(): readonly string[] {
    const { scene, solid, surfaces } = this.input;
    return [...this.pins.warnings(), ...targetWarnings(solid, scene, surfaces, this.volume.surface.positions)];
  }
}
