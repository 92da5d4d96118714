import { PersonStanding } from 'lucide-react';
import { newLimb } from '../../src/scene/kinds/importedAnimation.ts';
import type { AppKind } from '../entities/AppKind.ts';
import type { RestSurface, ViewportKind } from '../entities/ViewportKind.ts';
import { placementGizmo } from '../viewport/tools/gizmoMath.ts';
import { sourceDetail } from './parts/shapes.ts';

/** What is drawn of an animation beside its streams: the pose in which the pre-roll begins, on which cloth is dressed, at the first frame. */
const viewport: ViewportKind<'importedAnimation'> = {
  gizmo: placementGizmo,
  marker({ id, preRoll }, { frame, firstFrame, restOf }) {
    if (preRoll.kind === 'hold') return [];
    const rest = frame === firstFrame ? restOf(id) : undefined;
    const lines = rest === undefined ? [] : edgeLines(rest.surface);
    return { lines, colour: 'ghost', keepsColour: true, opacity: 0.3, moves: true };
  },
};

/** Both ends of each edge, xyz each. */
function edgeLines({ restPositions, edges }: RestSurface): number[] {
  return Array.from(edges).flatMap((vertex) => [...restPositions.subarray(3 * vertex, 3 * vertex + 3)]);
}

const importedAnimation: AppKind<'importedAnimation'> = {
  kind: 'importedAnimation',
  order: 55,
  icon: () => PersonStanding,
  detail: ({ source }) => sourceDetail(source),
  // It stands where its file has it.
  heightOver: ({ transform: { position } }) => position[1],
  add: {
    menu: 'Animation',
    keywords: 'animation deforming collider character limb',
    entries: [{ id: 'importedAnimation.limb', label: 'Bending limb', make: ({ entities }) => [newLimb(entities)] }],
  },
  inspector: {
    placementFolded: true,
    sections: ['own'],
    // What kind of source it is, and its file, are chosen where it is imported.
    own: {
      hides: ({ path }) => path[0] === 'source' && (path[1] === 'kind' || path[1] === 'path' || path[1] === 'sha256'),
    },
  },
  viewport,
};

export default importedAnimation;
