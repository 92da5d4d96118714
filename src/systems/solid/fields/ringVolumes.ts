import { withValues } from '../../../frames/makeStreams.ts';
import { ringVolume } from '../../../simulation/bodyAttributes.ts';
import type { SolidField } from '../SolidField.ts';

/** One-ring volumes over those at rest, of a solid that conserves its volume. */
const ringVolumes: SolidField = {
  type: 'one-ring volumes',
  order: 30,
  of({ integrator }) {
    const { volume } = integrator;
    if (volume === undefined) return undefined;
    return {
      declared: [ringVolume],
      values: () => [withValues(ringVolume, volume.volumeRatios(integrator.positions))],
    };
  },
};

export default ringVolumes;
