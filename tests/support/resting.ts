import { catalogue } from '../../src/host/catalogue/catalogue.ts';
import type { Frame } from '../../src/frames/Frame.ts';
import { documentVersion, frameDuration, type Scene, type SceneInput } from '../../src/scene/Scene.ts';
import { validateScene } from '../../src/scene/validateScene.ts';
import type { SourceMesh } from '../../src/simulation/rest/proceduralMesh.ts';
import type { SurfaceMesh } from '../../src/geometry/TriMesh.ts';
import { runShot } from './shots.ts';
import { meshesIn } from './streams.ts';

type SolidInput = Extract<NonNullable<SceneInput['entities']>[number], { kind: 'solid' }>;

/** What is looked at while it rests. */
export interface RestingCase {
  readonly shot: 'handle' | 'star' | 'ring' | 'stack' | 'pile';
  readonly integration: 'semi-implicit' | 'implicit' | 'implicit-second-order' | 'quasistatic';
  readonly method: 'graded-stuffing' | 'stuffing' | 'red-green' | 'embedded-bcc' | 'hexahedra';
  readonly keepVolume: boolean;
  /** Edge of elements, as a share of the diagonal. */
  readonly percent: number;
  /** Pa. */
  readonly youngsModulus?: number;
  /** Boxes of a stack, 5 if left out. */
  readonly boxes?: number;
}

/** Largest motion over all frames looked at and all vertices. */
export interface RestingMotion {
  /** Longest way of a vertex from one frame to the next, m. */
  jitter: number;
  /** Largest stored speed, m/s. */
  speed: number;
  /** Largest difference of a stored velocity and the way to the next frame over its time, m/s. */
  apart: number;
  /** Kinetic energy of the last frame, J. */
  kinetic: number;
  vertices: number;
}

const NONE: RestingMotion = { jitter: 0, speed: 0, apart: 0, kinetic: 0, vertices: 0 };

/** An outline in the xy plane, counter-clockwise, drawn out along z by `depth`, m. */
function extruded(name: string, outline: readonly (readonly [number, number])[], depth: number): SurfaceMesh {
  const n = outline.length;
  const positions = Float64Array.from(
    [0, 1].flatMap((side) => outline.flatMap(([x, y]) => [x, y, (side - 0.5) * depth])),
  );
  const faces: number[][] = [
    outline.map((_, k) => n - 1 - k),
    outline.map((_, k) => n + k),
    ...outline.map((_, k) => [k, (k + 1) % n, n + ((k + 1) % n), n + k]),
  ];
  const faceOffsets = new Uint32Array(faces.length + 1);
  faces.forEach((face, f) => (faceOffsets[f + 1] = faceOffsets[f] + face.length));
  return {
    name,
    positions,
    faceOffsets,
    faceVertices: Uint32Array.from(faces.flat()),
    groups: [],
    vertexAttributes: [],
  };
}

const HANDLE: readonly (readonly [number, number])[] = [
  [-0.08, 0],
  [0.08, 0],
  [0.08, 0.3],
  [0.3, 0.3],
  [0.3, 0.46],
  [-0.3, 0.46],
  [-0.3, 0.3],
  [-0.08, 0.3],
];
const STAR = Array.from({ length: 10 }, (_, k): [number, number] => {
  const radius = k % 2 === 0 ? 0.3 : 0.13;
  const turn = Math.PI * (0.2 * k - 0.5);
  return [radius * Math.cos(turn), radius * Math.sin(turn)];
});

const SOURCES: ReadonlyMap<string, SourceMesh> = new Map([
  ['handle', { surface: extruded('handle', HANDLE, 0.16) }],
  ['star', { surface: extruded('star', STAR, 0.2) }],
]);

/** Heights of storeys of boxes, m: elements that a box is embedded in stand out of it, and must not begin in each other. */
const STOREYS: Readonly<Record<RestingCase['method'], number>> = {
  'graded-stuffing': 0.11,
  stuffing: 0.11,
  'red-green': 0.11,
  hexahedra: 0.115,
  'embedded-bcc': 0.17,
};

/** What lies in each shot, and where: lowest first. */
function bodies({ shot, boxes = 5, ...settings }: RestingCase): SolidInput[] {
  switch (shot) {
    case 'handle':
      return [solid('handle', settings, { position: [0, 0.1, 0], rotation: [Math.PI / 2, 0.2, 0] }, false)];
    case 'star':
      return [solid('star', settings, { position: [0, 0.3, 0], rotation: [Math.PI / 2 - 0.2, 0, 0.1] }, false)];
    case 'ring':
      return [solid('torus', settings, { position: [0, 0.12, 0], rotation: [0.05, 0.2, 0] }, false)];
    case 'stack':
      return Array.from({ length: boxes }, (_, k) =>
        solid(`box${k}`, settings, { position: [0, 0.055 + STOREYS[settings.method] * k, 0] }, true),
      );
    case 'pile':
      return [0, 1, 2, 3].map((k) =>
        solid(`torus${k}`, settings, { position: [0.05 * k, 0.2 + 0.32 * k, 0], rotation: [0.1, k, 0.1 * k] }, true),
      );
  }
}

function solid(
  id: string,
  settings: Omit<RestingCase, 'shot' | 'boxes'>,
  transform: SolidInput['transform'],
  touches: boolean,
): SolidInput {
  const { integration, method, keepVolume, percent, youngsModulus = 3e4 } = settings;
  const source: SolidInput['source'] = SOURCES.has(id)
    ? { kind: 'file', path: `${id}.obj`, sha256: '0'.repeat(64) }
    : id.startsWith('torus')
      ? { kind: 'procedural', form: { shape: 'torus', majorRadius: 0.2, minorRadius: 0.08 } }
      : { kind: 'procedural', form: { shape: 'box', size: [0.3, 0.1, 0.3] } };
  return {
    kind: 'solid',
    id,
    source,
    meshing: { method, edge: { percent } },
    material: { model: 'neo-hookean', density: 1000, youngsModulus, poissonRatio: 0.4, dampingTime: 0.01 },
    integration,
    ...(keepVolume && { volumeConservation: { enabled: true } }),
    ...(touches && { contact: { others: true, friction: 0.5 } }),
    transform,
  };
}

function restingScene(given: RestingCase, frames: number, quality?: SceneInput['quality']): Scene {
  return validateScene(
    {
      format: 'ductile-shot',
      version: documentVersion,
      project: '00000000-0000-4000-8000-000000000000',
      name: given.shot,
      range: { first: 1, last: 1 + frames },
      ...(quality && { quality }),
      entities: [
        ...bodies(given),
        { kind: 'collider', id: 'floor', shape: { kind: 'registered', type: 'plane' }, friction: 0.5 },
      ],
    } satisfies SceneInput,
    catalogue,
  );
}

/** Kinetic energy after every frame, J, with at least so many substeps in each. */
export async function kineticEnergies(given: RestingCase, frames: number, minSubsteps: number): Promise<number[]> {
  const scene = restingScene(given, frames, { draft: { minSubsteps } });
  const { simulation, dispose } = await runShot(scene, { sources: SOURCES });
  const energies: number[] = [];
  while (simulation.frame < 1 + frames) {
    simulation.advance(() => false);
    energies.push(simulation.currentFrame().stats.energies.kinetic);
  }
  dispose();
  return energies;
}

/** The scene of a case, frame by frame: how what is in it moves from the last frame to the next. */
async function motions(given: RestingCase, frames: number): Promise<Motions> {
  const scene = restingScene(given, frames);
  const { simulation, advanceTo, dispose } = await runShot(scene, { sources: SOURCES });
  const dt = frameDuration(scene);
  let last = simulation.currentFrame();
  return {
    skipTo: (frame) => {
      advanceTo(frame);
      last = simulation.currentFrame();
    },
    dispose,
    next: () => {
      const before = last;
      simulation.advance(() => false);
      last = simulation.currentFrame();
      return motionBetween(before, last, dt);
    },
  };
}

interface Motions {
  readonly skipTo: (frame: number) => void;
  readonly next: () => RestingMotion;
  readonly dispose: () => void;
}

function motionBetween(before: Frame, after: Frame, dt: number): RestingMotion {
  const motion = { ...NONE, kinetic: after.stats.energies.kinetic };
  const moved = meshesIn(after);
  meshesIn(before).forEach(({ positions, velocities }, b) => {
    motion.vertices += positions.length / 3;
    for (let k = 0; k < positions.length; k += 3) {
      const way = [0, 1, 2].map((axis) => moved[b].positions[k + axis] - positions[k + axis]);
      const off = way.map((x, axis) => x / dt - velocities[k + axis]);
      motion.jitter = Math.max(motion.jitter, Math.hypot(...way));
      motion.apart = Math.max(motion.apart, Math.hypot(...off));
      motion.speed = Math.max(motion.speed, Math.hypot(...velocities.subarray(k, k + 3)));
    }
  });
  return motion;
}

/** The most of both, and the kinetic energy of the second. */
function most(a: RestingMotion, b: RestingMotion): RestingMotion {
  const [jitter, speed, apart] = (['jitter', 'speed', 'apart'] as const).map((key) => Math.max(a[key], b[key]));
  return { jitter, speed, apart, kinetic: b.kinetic, vertices: b.vertices };
}

/** How it moves in the last `looked` of so many frames. */
export async function restingMotion(given: RestingCase, frames: number, looked: number): Promise<RestingMotion> {
  const { skipTo, next, dispose } = await motions(given, frames);
  skipTo(1 + frames - looked);
  let motion = NONE;
  for (let k = 0; k < looked; k++) motion = most(motion, next());
  dispose();
  return motion;
}

/**
 * How it moves in the `looked` frames before frame `at`, and from which frame on it has moved by less than `calm` from frame to frame for `calmFrames` of them; undefined where it had not
 * by frame `last`. It ends as soon as both are known.
 */
export async function comingToRest(
  given: RestingCase,
  { at, looked, last, calmFrames }: { at: number; looked: number; last: number; calmFrames: number },
  calm: Pick<RestingMotion, 'jitter' | 'apart'>,
): Promise<{ motion: RestingMotion; restsFrom: number | undefined }> {
  const { next, dispose } = await motions(given, last);
  let motion = NONE;
  let restsFrom = 1;
  let frame = 1;
  while (frame < last && (frame < at || frame - restsFrom < calmFrames)) {
    const step = next();
    frame++;
    if (frame > at - looked && frame <= at) motion = most(motion, step);
    if (step.jitter >= calm.jitter || step.apart >= calm.apart) restsFrom = frame;
  }
  dispose();
  return { motion, restsFrom: frame - restsFrom < calmFrames ? undefined : restsFrom };
}
