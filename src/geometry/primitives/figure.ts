import type { SurfaceMesh } from '../TriMesh.ts';
import { distanceToPart, distanceToParts, sampledSurface, type Part } from './blendedParts.ts';

/** A joint of the figure: where it is at rest, m, what it hangs on, and the parts that follow it. */
export interface FigureJoint {
  readonly name: string;
  readonly parent?: string;
  readonly at: readonly [number, number, number];
  readonly parts: readonly Part[];
}

/** Length over which parts are blended, m, and over which the weights of joints are. */
const BLEND = 0.06;
const WEIGHT_BLEND = 0.07;
/** Sampling region; 34 samples per metre make some 2 000 vertices. */
const ROOM = { low: [-0.75, -0.1, -0.35], high: [0.75, 1.85, 0.35], samples: 34 } as const;
/** Joints that a vertex follows at most. */
const PER_VERTEX = 4;

const arm = (side: 1 | -1, name: string): FigureJoint[] => [
  {
    name: `${name} arm`,
    parent: 'chest',
    at: [0.19 * side, 1.4, 0],
    parts: [[[0.19 * side, 1.4, 0], 0.07, [0.34 * side, 1.17, 0], 0.055]],
  },
  {
    name: `${name} forearm`,
    parent: `${name} arm`,
    at: [0.34 * side, 1.17, 0],
    parts: [[[0.34 * side, 1.17, 0], 0.055, [0.46 * side, 0.96, 0.03], 0.045]],
  },
];
const leg = (side: 1 | -1, name: string): FigureJoint[] => [
  {
    name: `${name} thigh`,
    parent: 'hips',
    at: [0.1 * side, 0.92, 0],
    parts: [[[0.1 * side, 0.9, 0], 0.1, [0.11 * side, 0.5, 0], 0.07]],
  },
  {
    name: `${name} shin`,
    parent: `${name} thigh`,
    at: [0.11 * side, 0.5, 0],
    parts: [
      [[0.11 * side, 0.5, 0], 0.07, [0.11 * side, 0.09, -0.01], 0.05],
      [[0.11 * side, 0.055, -0.02], 0.05, [0.12 * side, 0.05, 0.13], 0.045],
    ],
  },
];

/** The joints of a figure that stands at the origin and looks along z, parents first. */
export const figureJoints: readonly FigureJoint[] = [
  {
    name: 'hips',
    at: [0, 0.95, 0],
    parts: [[[-0.05, 0.95, 0], 0.13, [0.05, 0.95, 0], 0.13]],
  },
  {
    name: 'chest',
    parent: 'hips',
    at: [0, 1.08, 0],
    parts: [
      [[0, 1.05, 0], 0.125, [0, 1.3, 0], 0.14],
      [[-0.13, 1.38, 0], 0.085, [0.13, 1.38, 0], 0.085],
    ],
  },
  {
    name: 'head',
    parent: 'chest',
    at: [0, 1.46, 0],
    parts: [
      [[0, 1.44, 0], 0.06, [0, 1.52, 0.01], 0.06],
      [[0, 1.6, 0.015], 0.105, [0, 1.65, 0.01], 0.1],
    ],
  },
  ...arm(1, 'left'),
  ...arm(-1, 'right'),
  ...leg(1, 'left'),
  ...leg(-1, 'right'),
];

/** Radii of bones as shares of those of the parts around them: where flesh is thin, they are thick. */
const BONE: Readonly<Record<string, number>> = { head: 0.8, chest: 0.72, hips: 0.6 };
const OTHER_BONE = 0.5;
const BONE_BLEND = 0.02;
/** Bones of limbs, and the share of their length by which they end before their joints, which flesh can fold around. */
const LIMB = /arm|thigh|shin/;
const GAP = 0.14;
/** Samples per metre of bones. */
const BONE_SAMPLES = 62;

/** A closed surface whose vertices follow the joints of the figure: four numbers of joints and their weights each, which sum to 1. */
export interface FigureSurface {
  readonly surface: SurfaceMesh;
  readonly joints: Uint8Array;
  readonly weights: Float32Array;
}

/** A figure 1.75 m high with its arms held away. */
export function figureSurface(): FigureSurface {
  const parts = figureJoints.flatMap((joint) => joint.parts);
  return followingJoints(sampledSurface('figure', ROOM, (x, y, z) => distanceToParts(parts, BLEND, x, y, z)));
}

/** The bones inside the figure, apart at the joints of its limbs. */
export function figureBones(): FigureSurface {
  const parts = figureJoints.flatMap((joint) => {
    const share = BONE[joint.name] ?? OTHER_BONE;
    const short = LIMB.test(joint.name) ? GAP : 0;
    return joint.parts.map(([from, radius, to, toRadius]): Part => {
      const [start, end] = [short, 1 - short].map(
        (t) => from.map((x, k) => x + t * (to[k] - x)) as [number, number, number],
      );
      return [start, share * radius, end, share * toRadius];
    });
  });
  const room = { ...ROOM, samples: BONE_SAMPLES };
  return followingJoints(sampledSurface('bones', room, (x, y, z) => distanceToParts(parts, BONE_BLEND, x, y, z)));
}

/** Weighs the joints by how near their parts are. */
function followingJoints(surface: SurfaceMesh): FigureSurface {
  const { positions } = surface;
  const count = positions.length / 3;
  const joints = new Uint8Array(PER_VERTEX * count);
  const weights = new Float32Array(PER_VERTEX * count);
  for (let v = 0; v < count; v++) {
    const [x, y, z] = positions.subarray(3 * v, 3 * v + 3);
    const distances = figureJoints.map((joint) =>
      joint.parts.reduce((nearest, part) => Math.min(nearest, distanceToPart(part, x, y, z)), Infinity),
    );
    const nearest = Math.min(...distances);
    const found = distances
      .map((distance, joint) => ({ joint, weight: Math.max(0, 1 - (distance - nearest) / WEIGHT_BLEND) ** 2 }))
      .sort((a, b) => b.weight - a.weight || a.joint - b.joint)
      .slice(0, PER_VERTEX);
    const sum = found.reduce((total, { weight }) => total + weight, 0);
    found.forEach(({ joint, weight }, k) => {
      joints[PER_VERTEX * v + k] = joint;
      weights[PER_VERTEX * v + k] = weight / sum;
    });
  }
  return { surface, joints, weights };
}
