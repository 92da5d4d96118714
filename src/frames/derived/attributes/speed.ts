import { attributeOf, VELOCITY } from '../../Stream.ts';
import type { Derivation } from '../Derivation.ts';
import { vertexSpeeds } from '../elementNumbers.ts';

const speed: Derivation = {
  type: 'speed',
  order: 20,
  unit: 'm/s',
  needs: [VELOCITY],
  of(stream) {
    const velocity = attributeOf(stream, VELOCITY);
    if (velocity === undefined || stream.type === 'grid') return undefined;
    const { location } = velocity;
    return { location, display: { label: 'Speed', detail: `|v|, per ${location}`, range: 'from-zero', least: 0.01 } };
  },
  compute: (source, out) => vertexSpeeds(source.values(VELOCITY), out),
};

export default speed;
