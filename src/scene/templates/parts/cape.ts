import { presetFabric } from '../../fabricPresets.ts';
import type { ClothInput, EntityInput } from './EntityInput.ts';

/** Height of the upper edge of a cape of the walking figure, and its distance behind the middle of the figure, m. */
const HEIGHT = 1.46;
const BEHIND = 0.15;
/** How far down from its upper edge it is attached, m. */
const SEAM_DEPTH = 0.05;

/** A cape on the shoulders of the walking figure. */
export interface CapeShape {
  /** Half its width, length and edge of its triangles, m. */
  readonly halfWidth: number;
  readonly length: number;
  readonly edge: number;
  /** Angle to the vertical from which it falls against the back in the pre-roll, rad. */
  readonly tilt: number;
  /** Which part of the upper edge is attached to each shoulder: from and to, in half widths. */
  readonly seam: readonly [from: number, to: number];
  /** Id of what its seams follow. */
  readonly follow: string;
}

/** A woollen cape that is about to fall against the back of the figure, and its seams at both shoulders. */
export function cape(shape: CapeShape, own: Partial<ClothInput>): EntityInput[] {
  const { halfWidth, length, edge, tilt } = shape;
  const fabric = presetFabric('wool');
  return [
    {
      kind: 'cloth',
      id: 'cape',
      name: 'Cape',
      source: { kind: 'procedural', form: { shape: 'sheet', width: 2 * halfWidth, depth: length, edge } },
      // Layers that are thicker than the triangles are long cannot fold.
      fabric: { ...fabric, thickness: Math.min(fabric.thickness, edge / 2) },
      transform: {
        position: [0, HEIGHT - 0.5 * length * Math.cos(tilt), -BEHIND - 0.5 * length * Math.sin(tilt)],
        rotation: [Math.PI / 2 + tilt, 0, 0],
      },
      ...own,
    },
    seam(shape, 'left-seam', 'Left seam', 1),
    seam(shape, 'right-seam', 'Right seam', -1),
  ];
}

/** Part of the upper edge that goes along with a shoulder. */
function seam({ seam: [from, to], halfWidth, follow }: CapeShape, id: string, name: string, side: 1 | -1): EntityInput {
  const ends = [from, to].map((share) => side * share * halfWidth).sort((a, b) => a - b);
  return {
    kind: 'pin',
    id,
    name,
    target: 'cape',
    selection: {
      kind: 'box',
      min: [ends[0], HEIGHT - SEAM_DEPTH, -BEHIND - 0.05],
      max: [ends[1], HEIGHT + 0.01, -BEHIND + 0.01],
    },
    follow,
  };
}
