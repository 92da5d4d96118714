import type { DeclaredAttribute } from '../../../src/frames/AttributeDisplay.ts';
import { withValues } from '../../../src/frames/makeStreams.ts';
import type { SolidField } from '../../../src/systems/solid/SolidField.ts';

const declared: DeclaredAttribute = {
  name: 'displacement',
  unit: 'm',
  location: 'vertex',
  components: 1,
  display: { label: 'Displacement', detail: 'from where it began', range: 'from-zero', least: 0.001 },
};

/** How far vertices are from where they began: the field that shows what it takes to add one of solids. */
const displacement: SolidField = {
  type: 'displacement',
  of: ({ volume, integrator }) => ({
    declared: [declared],
    values() {
      const rest = volume.mesh.positions;
      const distances = Float32Array.from({ length: rest.length / 3 }, (_, vertex) => {
        return Math.hypot(
          ...[0, 1, 2].map((axis) => integrator.positions[3 * vertex + axis] - rest[3 * vertex + axis]),
        );
      });
      return [withValues(declared, distances)];
    },
  }),
};

export default displacement;
