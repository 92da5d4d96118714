import { withValues } from '../../../frames/makeStreams.ts';
import { fibreStretch, fibreTension } from '../../../simulation/bodyAttributes.ts';
import { fibreMeans } from '../fibres/fibreMeans.ts';
import type { SolidField } from '../SolidField.ts';

/** Stretch and tension of the fibres of a solid that has any, per element. */
const fibres: SolidField = {
  type: 'fibres',
  order: 40,
  of({ body, operators }) {
    const { fibreStretches, elementCount } = operators;
    if (fibreStretches === undefined) return undefined;
    return {
      declared: [fibreStretch, fibreTension],
      values({ strength, activation }) {
        const { stretch, tension } = fibreMeans(body.models[0], fibreStretches, elementCount, activation, strength);
        return [withValues(fibreStretch, stretch), withValues(fibreTension, tension)];
      },
    };
  },
};

export default fibres;
