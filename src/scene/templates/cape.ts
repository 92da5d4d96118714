import { z } from 'zod';
import { quantity, wholeNumber } from '../../base/quantities.ts';
import { presetFabric } from '../fabricPresets.ts';
import type { TemplateDefinition, TemplateMesh } from '../templates.ts';
import { ballSolid } from './parts/ballSolid.ts';
import { clothEdge } from './parts/clothEdge.ts';
import type { EntityInput, SolidInput } from './parts/EntityInput.ts';
import { floor } from './parts/floor.ts';
import { keyedCurve } from './parts/keyedCurve.ts';
import { newShot } from './parts/newShot.ts';
import { edgePercent, firmness, frameCount } from './parts/templateParams.ts';
import { scanSolid } from './scan/scanSolid.ts';

const params = z.strictObject({
  body: z.enum(['soft', 'keyed']).default('soft').meta({
    label: 'body',
    help: 'Whether the cape hangs on a soft body that the ball hits, or on a keyed collider that turns.',
  }),
  edge: clothEdge(0.028, ' of the cape: 0.0035 gives 84 000. Its thickness is at most half of that'),
  shoulder: metres('shoulder', 'Height of the upper edge of the cape; the body is 0.8 m tall.', {
    max: 0.8,
    default: 0.66,
  }),
  length: metres('length', 'Length of the cape.', { max: 0.79, default: 0.6 }),
  depth: metres('depth', 'Distance of the cape behind the middle of the body. At 0 it hangs just behind all of it.', {
    max: 1,
    default: 0,
  }),
  percent: edgePercent(9, ' of the body: with a scan, 1.2 gives some 300 000 elements'),
  firmness: firmness(3e5, 'Firmness of the body. Softer bodies rock longer when the ball hits.'),
  turn: quantity({
    unit: 'rad',
    label: 'turn',
    help: 'Rotation of a scan about the vertical axis. Its back should face the cape, which hangs at negative z.',
    min: -6.3,
    max: 6.3,
    default: 0,
  }),
  speed: quantity({ unit: 'm/s', label: 'speed', help: 'Speed of the ball.', min: 0, max: 30, default: 4 }),
  substeps: wholeNumber({
    unit: '',
    label: 'substeps',
    help: 'Smallest number of substeps per frame. Use 16 for fine bodies and capes, so that the ball crushes them less.',
    min: 1,
    max: 1000,
    default: 8,
  }),
  frames: frameCount(36, { min: 12, max: 10_000 }),
});

type Shot = z.output<typeof params>;

function metres(label: string, help: string, range: { readonly max: number; readonly default: number }) {
  return quantity({ unit: 'm', label, help, min: 0, ...range });
}

/** Height of the body, and half its width and depth where there is no scan, m. */
const HEIGHT = 0.8;
const HALF_WIDTH = 0.2;
const HALF_DEPTH = 0.13;
/** Gap between the body and the cape that hangs behind it, m. */
const GAP = 0.03;
/** Width of the cape in widths of the body, less for a scan, whose arms count; and of a seam in widths of the cape. */
const WIDE = 1.7;
const WIDE_OF_SCAN = 0.9;
const SEAM = 0.12;
/** Frames in which the seams are drawn together. */
const GATHERING = 12;
/** Damping time of the body and of the ball, s: a ball that conserves its volume and is damped for longer is crushed at the impact (docs/physics/contact-between-bodies.md). */
const DAMPING_TIME = 0.005;
/** Radius of the ball, and where it starts behind the cape, m. */
const BALL = 0.09;
const AWAY = 0.55;

/** A cape is sewn to the shoulders of a body, hangs in folds, and is hit by a ball. */
const cape: TemplateDefinition<Shot> = {
  type: 'cape',
  label: 'Cape and ball',
  reference: 'Irving 2007, figure 2.10',
  params,
  needsMesh: false,
  takesMesh: true,
  create(shot, request) {
    const place = placeOf(shot, request.mesh);
    const fabric = presetFabric('wool');
    return {
      ...newShot(request, shot.frames),
      notes:
        'Look at: the cape swings and wraps around the ball; its seams stay on the shoulders. ' +
        'Must hold: no intersecting triangles in any frame, nothing of the cape inside the body.',
      entities: [
        ...(shot.body === 'soft' ? softBody(shot, request.mesh) : [keyedBody(shot)]),
        {
          kind: 'cloth',
          id: 'cape',
          name: 'Cape',
          display: { colour: '#a33a3f' },
          source: {
            kind: 'procedural',
            form: { shape: 'sheet', width: 2 * place.halfWidth, depth: shot.length, edge: shot.edge },
          },
          // Layers that are thicker than the triangles are long cannot fold.
          fabric: { ...fabric, thickness: Math.min(fabric.thickness, shot.edge / 2) },
          contact: { self: true, others: true },
          substeps: shot.substeps,
          transform: {
            position: [0, place.height - shot.length / 2, -place.behind],
            rotation: [Math.PI / 2, 0, 0],
          },
        },
        ...seams(place),
        ballSolid(BALL, 14, {
          id: 'ball',
          material: {
            model: 'neo-hookean',
            density: 400,
            youngsModulus: 1e5,
            poissonRatio: 0.4,
            dampingTime: DAMPING_TIME,
          },
          contact: { others: true },
          volumeConservation: { enabled: true },
          transform: { position: [0.06, place.height - shot.length / 2, GAP - place.behind - AWAY] },
          velocity: [0, 0.45, shot.speed],
          display: { colour: '#e0a84e' },
        }),
        floor(0.6),
        { kind: 'camera', id: 'camera', name: 'Camera', position: [-1.25, 0.95, -1.5], target: [0, 0.42, 0] },
      ],
    };
  },
};

/** Place of the cape, m. */
interface CapePlace {
  /** Height of its upper edge. */
  readonly height: number;
  /** Distance behind the middle of the body. */
  readonly behind: number;
  readonly halfWidth: number;
}

/** Returns the place behind the body, or behind a scan of the wanted height, turned. */
function placeOf({ body, shoulder, depth, turn }: Shot, mesh: TemplateMesh | undefined): CapePlace {
  const behind = (halfDepth: number) => (depth > 0 ? depth : halfDepth + GAP);
  if (body === 'keyed' || mesh === undefined)
    return { height: shoulder, behind: behind(HALF_DEPTH), halfWidth: WIDE * HALF_WIDTH };
  const [minX, minY, minZ, maxX, maxY, maxZ] = mesh.bounds;
  const half = HEIGHT / (maxY - minY) / 2;
  const [cos, sin] = [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))];
  const [x, z] = [half * (maxX - minX), half * (maxZ - minZ)];
  return { height: shoulder, behind: behind(sin * x + cos * z), halfWidth: WIDE_OF_SCAN * (cos * x + sin * z) };
}

/** A soft body that stands on a held foot. */
function softBody({ percent, firmness, turn }: Shot, mesh: TemplateMesh | undefined): EntityInput[] {
  const rest = {
    name: 'Body',
    display: { colour: '#c9b79c' },
    meshing: { method: 'graded-stuffing', edge: { percent } },
    material: {
      model: 'neo-hookean',
      density: 1000,
      youngsModulus: firmness,
      poissonRatio: 0.4,
      dampingTime: DAMPING_TIME,
    },
    contact: { others: true },
  };
  const ellipsoid: EntityInput = {
    kind: 'solid',
    id: 'scan',
    source: { kind: 'procedural', form: { shape: 'sphere', radius: 0.5 } },
    transform: { position: [0, HEIGHT / 2, 0], scale: [2 * HALF_WIDTH, HEIGHT, 2 * HALF_DEPTH] },
    ...rest,
  };
  return [
    mesh === undefined ? ellipsoid : turned(scanSolid(mesh, HEIGHT, [0, 0, 0], rest), turn),
    {
      kind: 'pin',
      id: 'foot',
      name: 'Foot',
      target: 'scan',
      selection: { kind: 'box', min: [-2, -0.1, -2], max: [2, 0.25 * HEIGHT, 2] },
    },
  ];
}

/** A solid that was placed without a turn, turned about the vertical through the origin. */
function turned(solid: SolidInput, turn: number): SolidInput {
  const [x, y, z] = solid.transform?.position ?? [0, 0, 0];
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const position: [number, number, number] = [cos * x + sin * z, y, cos * z - sin * x];
  return { ...solid, transform: { ...solid.transform, position, rotation: [0, turn, 0] } };
}

/** A stout figure that turns to and fro. */
function keyedBody({ frames }: Shot): EntityInput {
  const intervals = frames - 1;
  const turn = keyedCurve(
    [1, 0, 'linear'],
    [Math.round(1 + intervals / 4), 0.6, 'linear'],
    [Math.round(1 + (3 * intervals) / 4), -0.6, 'linear'],
    [frames, 0, 'linear'],
  );
  return {
    kind: 'collider',
    id: 'scan',
    name: 'Body',
    shape: { kind: 'registered', type: 'capsule', params: { radius: HALF_DEPTH, length: HEIGHT - 2 * HALF_DEPTH } },
    transform: { position: [0, HEIGHT / 2, 0], rotation: [0, turn, 0] },
    friction: 0.4,
    display: { colour: '#c9b79c' },
  };
}

/** Left, middle and right of the upper edge go along with the body; the outer ones are drawn in, so that the cape falls in folds. */
function seams({ height, behind, halfWidth }: CapePlace): EntityInput[] {
  return [-1, 0, 1].map((side): EntityInput => {
    const middle = side * (1 - SEAM) * halfWidth;
    const reach = SEAM * halfWidth;
    return {
      kind: 'pin',
      id: `seam${side + 2}`,
      name: ['Left seam', 'Middle seam', 'Right seam'][side + 1],
      target: 'cape',
      selection: {
        kind: 'box',
        min: [middle - 1.05 * reach, height - 0.03, -behind - 0.01],
        max: [middle + 1.05 * reach, height + 0.01, -behind + 0.01],
      },
      motion: {
        position: [keyedCurve([1, 0, 'linear'], [1 + GATHERING, -0.45 * middle, 'linear']), 0, 0],
      },
      follow: 'scan',
    };
  });
}

export default cape;
