import { POSITION } from '../../Stream.ts';
import { ELEMENTS, elementsOf, type Derivation } from '../Derivation.ts';
import { invertedElements } from '../elementNumbers.ts';

const inverted: Derivation = {
  type: 'inverted elements',
  order: 40,
  unit: '',
  needs: [POSITION, ELEMENTS],
  spread: 'greatest',
  of(stream) {
    // The triangles of a shell have no inside.
    if (stream.type !== 'mesh' || stream.mesh.kind === 'shell') return undefined;
    const detail = 'negative volume';
    return { location: 'element', display: { label: 'Inverted elements', detail, range: [0, 1], colours: 'alarm' } };
  },
  compute: (source, out) => invertedElements(elementsOf(source), source.values(POSITION), out),
};

export default inverted;
