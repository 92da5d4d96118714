import { constraintCurveOf, type Pin } from '../../scene/kinds/pin.ts';
import type { EmbeddedVertices } from '../../solids/EmbeddedVertices.ts';
import type { NodeTargets } from '../../solids/NodeTargets.ts';
import type { KeyedInputs } from '../keyed/KeyedInputs.ts';
import { attachmentWarnings } from './attachmentWarnings.ts';
import { type FollowedEntity, type PinnedBody, pinnedVertices, pinTargets, pointsOf } from './pinTargets.ts';
import { RigidParent } from './RigidParent.ts';

/** The pins of a body: those that make vertices parts of rigid bodies, and those that pull vertices to where they have to be. */
export class BodyPins {
  /** Vertices that are parts of rigid bodies. */
  readonly embedded: readonly EmbeddedVertices[];
  private readonly pulling: readonly Pin[];

  /**
   * Pins of a body, whose masses are not needed yet, and what pins may follow. To be made while the inputs stand at the first interval. Throws
   * `document-invalid` as `pinnedVertices` does, for pins that follow rigid bodies.
   */
  constructor(
    private readonly pins: readonly Pin[],
    private readonly body: Omit<PinnedBody, 'masses'>,
    private readonly inputs: KeyedInputs,
    private readonly parents: readonly FollowedEntity[],
  ) {
    const embedded: EmbeddedVertices[] = [];
    const pulling: Pin[] = [];
    for (const pin of pins) {
      const parent = parents.find(({ id }) => id === pin.follow);
      if (parent instanceof RigidParent) embedded.push(this.embed(pin, parent));
      else pulling.push(pin);
    }
    this.embedded = embedded;
    this.pulling = pulling;
  }

  /** Returns the targets of the other pins; `masses` of the vertices, kg. Throws as `pinTargets` does. */
  targets(masses: Float64Array): NodeTargets[] {
    return this.pulling.map((pin) => pinTargets(pin, { ...this.body, masses }, this.inputs, this.parents));
  }

  /** Returns which of them are attached to a surface that is far away, in sentences. */
  warnings(): string[] {
    return attachmentWarnings(this.pins, this.body, this.parents);
  }

  private embed(pin: Pin, parent: RigidParent): EmbeddedVertices {
    const { body, inputs } = this;
    const { vertices } = pinnedVertices(pin, body, [parent]);
    return {
      vertices,
      boundary: parent.id,
      places: parent.places(pointsOf(vertices, body.positions)),
      activeAt: (time) => inputs.value(constraintCurveOf(inputs.of(pin)), time) > 0,
    };
  }
}
