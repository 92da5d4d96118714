import { figureBones, figureJoints, figureSurface, type FigureSurface } from '../geometry/primitives/figure.ts';
import { FLOAT, GltfBuffer, UNSIGNED_BYTE, UNSIGNED_SHORT } from './GltfBuffer.ts';
import type { SampleMesh } from './SampleMesh.ts';

/** Frames per second of the keys, and how many there are. */
const RATE = 24;
const KEYS = 97;
/** Seconds of two steps, and in which the figure begins to walk. */
const CYCLE = 1.1;
const BEGINNING = 0.8;
/** Way of two steps, m, and how far the hips bob, m. */
const STRIDE = 1;
const BOB = 0.02;
/** Largest angles, rad. */
const THIGH = 0.42;
const KNEE = 0.75;
const ARM = 0.5;
const ELBOW = 0.35;
const CHEST = 0.12;

/** A figure that stands and begins to walk along z, as a glTF file with a skin: what the program has in place of an artist's character. */
export function walkingFigure(): SampleMesh {
  return walking('figure', figureSurface());
}

/** The bones inside that figure, which walk as it does: one mesh with a skin. */
export function walkingSkeleton(): SampleMesh {
  return walking('skeleton', figureBones());
}

function walking(called: string, { surface, joints, weights }: FigureSurface): SampleMesh {
  const buffer = new GltfBuffer();
  const position = buffer.add('VEC3', FLOAT, Float32Array.from(surface.positions), true);
  const attributes = {
    POSITION: position,
    JOINTS_0: buffer.add('VEC4', UNSIGNED_BYTE, joints),
    WEIGHTS_0: buffer.add('VEC4', FLOAT, weights),
  };
  const indices = buffer.add('SCALAR', UNSIGNED_SHORT, Uint16Array.from(surface.faceVertices));
  const inverseBindMatrices = buffer.add(
    'MAT4',
    FLOAT,
    Float32Array.from(figureJoints.flatMap(({ at }) => inverseOf(at))),
  );
  const times = Float32Array.from({ length: KEYS }, (_, key) => key / RATE);
  const input = buffer.add('SCALAR', FLOAT, times, true);
  const place = new Map(figureJoints.map(({ name }, joint) => [name, joint]));
  const samplers: object[] = [];
  const channels: object[] = [];
  const animate = (joint: string, path: string, type: string, valuesAt: (time: number) => number[]): void => {
    const output = buffer.add(type, FLOAT, Float32Array.from([...times].flatMap(valuesAt)));
    channels.push({ sampler: samplers.push({ input, output }) - 1, target: { node: place.get(joint), path } });
  };
  animate('hips', 'translation', 'VEC3', hipsAt);
  for (const [joint, angleAt] of Object.entries(angles)) {
    animate(joint, 'rotation', 'VEC4', (time) => {
      const half = 0.5 * angleAt(time);
      return [Math.sin(half), 0, 0, Math.cos(half)];
    });
  }
  const nodes = figureJoints.map(({ name, parent, at }, joint) => {
    const from = parent === undefined ? [0, 0, 0] : figureJoints[place.get(parent)!].at;
    const children = figureJoints.flatMap((other, k) => (other.parent === name ? [k] : []));
    const translation = at.map((value, axis) => Number((value - from[axis]).toFixed(6)));
    return { name, translation, ...(children.length > 0 && { children }), joint };
  });
  const json = {
    asset: { version: '2.0', generator: 'Ductile' },
    scene: 0,
    scenes: [{ nodes: [0, nodes.length] }],
    nodes: [...nodes.map(({ joint: _, ...node }) => node), { name: called, mesh: 0, skin: 0 }],
    meshes: [{ name: called, primitives: [{ attributes, indices }] }],
    skins: [{ joints: nodes.map(({ joint }) => joint), inverseBindMatrices }],
    animations: [{ name: 'walk', channels, samplers }],
    ...buffer.tables(),
  };
  return { fileName: `walking-${called}.gltf`, bytes: new TextEncoder().encode(JSON.stringify(json)) };
}

/** How much it walks: 0 at first, 1 after the beginning, with a continuous slope. */
function ease(time: number): number {
  const t = Math.min(1, time / BEGINNING);
  return t * t * (3 - 2 * t);
}

const phaseAt = (time: number): number => (2 * Math.PI * time) / CYCLE;

/** The hips go on by the integral of the eased speed, m. */
function hipsAt(time: number): number[] {
  const t = Math.min(1, time / BEGINNING);
  const eased = BEGINNING * (t * t * t - 0.5 * t ** 4) + Math.max(0, time - BEGINNING);
  const bob = -BOB * ease(time) * (1 - Math.cos(2 * phaseAt(time)));
  return [0, figureJoints[0].at[1] + bob, (STRIDE / CYCLE) * eased];
}

const swing = (side: 1 | -1, most: number) => (time: number) => side * most * ease(time) * Math.sin(phaseAt(time));
/** A knee bends while its thigh comes forward. */
const bend = (side: 1 | -1) => (time: number) =>
  KNEE * ease(time) * Math.max(0, side * Math.cos(phaseAt(time))) ** 2 * 0.8;

/** Angles about x by joint, rad; positive turns a limb that hangs down backwards. */
const angles: Readonly<Record<string, (time: number) => number>> = {
  chest: (time) => CHEST * ease(time),
  'left thigh': swing(-1, THIGH),
  'right thigh': swing(1, THIGH),
  'left shin': bend(1),
  'right shin': bend(-1),
  'left arm': swing(1, ARM),
  'right arm': swing(-1, ARM),
  'left forearm': (time) => -ELBOW * ease(time),
  'right forearm': (time) => -ELBOW * ease(time),
};

/** The inverse of a translation, by columns. */
function inverseOf([x, y, z]: readonly number[]): number[] {
  return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -x, -y, -z, 1];
}
