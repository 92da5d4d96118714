import { POSITION } from '../../Stream.ts';
import { ELEMENTS, elementsOf, type Derivation } from '../Derivation.ts';
import { elementQualities } from '../elementNumbers.ts';

const elementQuality: Derivation = {
  type: 'element quality',
  order: 30,
  unit: '',
  needs: [POSITION, ELEMENTS],
  of(stream) {
    if (stream.type !== 'mesh' || stream.isLiquid === true) return undefined;
    const display = { label: 'Element quality', detail: 'mean ratio, 1 is regular', range: [0, 1] } as const;
    return { location: 'element', display };
  },
  compute: (source, out) => elementQualities(elementsOf(source), source.values(POSITION), out),
};

export default elementQuality;
