import { constraintCurveOf, type Pin } from '../../scene/kinds/pin.ts';
import type { EmbeddedVertices } from '../../solids/EmbeddedVertices.ts';
import type { KeyedInputs } from '../keyed/KeyedInputs.ts';
import { type PinnedBody, pinnedVertices, pointsOf } from './pinTargets.ts';
import type { RigidParent } from './RigidParent.ts';

/** The pins of a body: those that make vertices parts of rigid bodies, as what they do, and the others. */
export interface SortedPins {
  readonly embedded: readonly EmbeddedVertices[];
  readonly others: readonly Pin[];
}

/** Sorts the pins of a body by what they follow; `rigid` are the rigid bodies of the shot. To be made while the inputs stand at the first interval. Throws as `pinnedVertices` does. */
export function sortPins(
  pins: readonly Pin[],
  body: Omit<PinnedBody, 'masses'>,
  inputs: KeyedInputs,
  rigid: readonly RigidParent[],
): SortedPins {
  const parentOf = ({ follow }: Pin) => rigid.find(({ id }) => id === follow);
  const embedded = pins.flatMap((pin) => {
    const parent = parentOf(pin);
    return parent === undefined ? [] : embeddedVertices(pin, body, inputs, parent);
  });
  return { embedded, others: pins.filter((pin) => parentOf(pin) === undefined) };
}

function embeddedVertices(
  pin: Pin,
  body: Omit<PinnedBody, 'masses'>,
  inputs: KeyedInputs,
  parent: RigidParent,
): EmbeddedVertices {
  const { vertices } = pinnedVertices(pin, body, [parent]);
  return {
    vertices,
    boundary: parent.id,
    places: parent.places(pointsOf(vertices, body.positions)),
    activeAt: (time) => inputs.value(constraintCurveOf(inputs.of(pin)), time) > 0,
  };
}
