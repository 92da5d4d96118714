import type { AttributeDisplay } from '../../AttributeDisplay.ts';
import type { StaticMesh } from '../../StaticStream.ts';
import { POSITION } from '../../Stream.ts';
import { ELEMENTS, elementsOf, restDeterminantsOf, type Derivation } from '../Derivation.ts';
import { volumeChanges } from '../elementNumbers.ts';

/** A volume cannot lose more than all of it, and a few elements that swell must not wash out the rest. */
const MOST_CHANGE = 0.5;

function displayOf({ mesh }: StaticMesh): AttributeDisplay {
  const shared = { range: 'symmetric', percent: true, least: 0.01, most: MOST_CHANGE } as const;
  if (mesh.kind === 'shell') return { label: 'Area change', detail: 'against rest, per triangle', ...shared };
  return { label: 'Volume change', detail: 'J − 1, per element', ...shared };
}

const volumeChange: Derivation = {
  type: 'volume change',
  order: 10,
  unit: '',
  needs: [POSITION, ELEMENTS],
  of(stream) {
    if (stream.type !== 'mesh') return undefined;
    // The surface of a liquid, and one that is another one in every frame, have no rest shape.
    if (stream.isLiquid === true || (stream.mesh.kind === 'shell' && stream.topology === 'changing')) return undefined;
    return { location: 'element', display: displayOf(stream) };
  },
  compute: (source, out) => volumeChanges(elementsOf(source), restDeterminantsOf(source), source.values(POSITION), out),
};

export default volumeChange;
