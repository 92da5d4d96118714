import type { Derivation } from '../../../src/frames/derived/Derivation.ts';
import { attributeOf, POSITION } from '../../../src/frames/Stream.ts';

/** Height above the ground: the attribute that shows what it takes to add one that follows from others. */
const height: Derivation = {
  type: 'height',
  unit: 'm',
  needs: [POSITION],
  of(stream) {
    const position = attributeOf(stream, POSITION);
    if (position === undefined || stream.type === 'grid') return undefined;
    const display = {
      label: 'Height',
      detail: 'above the ground',
      range: 'symmetric',
      colours: 'diverging-reversed',
    } as const;
    return { location: position.location, display };
  },
  compute(source, out) {
    const positions = source.values(POSITION);
    for (let place = 0; place < out.length; place++) out[place] = Number(positions[3 * place + 1]);
  },
};

export default height;
