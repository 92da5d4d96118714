import { evaluate } from '../scene/curves.ts';
import { collider, type Collider } from '../scene/kinds/collider.ts';
import { frameToSeconds, isKind, type Scene } from '../scene/Scene.ts';
import { type BodyMesh, embedPositions } from '../geometry/TetMesh.ts';
import { TornShapes } from '../frames/TornShapes.ts';
import { triangulate } from '../geometry/triangulate.ts';
import { particlesOf } from '../frames/FrameLiquid.ts';
import type { Colour, Sheet, SheetBody, SheetFrame } from '../io/sheet/SheetScene.ts';
import { dropShapes } from './dropShapes.ts';
import { posedPositions } from './exportShot.ts';
import type { ShotFrames } from './ShotFrames.ts';

/** `count` frames spread evenly over first..last, both included. */
export function spreadFrames(first: number, last: number, count: number): number[] {
  if (count === 1 || first === last) return [last];
  const chosen = Array.from({ length: count }, (_, k) => Math.round(first + (k * (last - first)) / (count - 1)));
  return [...new Set(chosen)];
}

/** As `spreadFrames`, over those frames of first..last that are there; `there` is in ascending order and not empty. */
export function spreadStored(there: readonly number[], count: number): number[] {
  return spreadFrames(0, there.length - 1, count).map((index) => there[index]);
}

/** `frames 9-40 and 44`: those of first..last that are not among `there`; empty where none is missing. */
export function missingFrames(first: number, last: number, there: readonly number[]): string {
  const known = new Set(there);
  const runs: string[] = [];
  let count = 0;
  for (let from = first; from <= last; from++) {
    if (known.has(from)) continue;
    let to = from;
    while (to < last && !known.has(to + 1)) to++;
    runs.push(from === to ? String(from) : `${from}-${to}`);
    count += to - from + 1;
    from = to;
  }
  if (runs.length === 0) return '';
  const named = runs.length > MOST_RUNS ? [...runs.slice(0, MOST_RUNS), `${runs.length - MOST_RUNS} more`] : runs;
  const list = named.length === 1 ? named[0] : `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`;
  return `${count === 1 ? 'frame' : 'frames'} ${list}`;
}

/** Stretches of missing frames that are named one by one. */
const MOST_RUNS = 4;

/** The pictures of some cached frames as a sheet, ready to be rendered. Level planes are shown as the ground grid; hidden colliders are left out. */
export async function contactSheet(
  frames: ShotFrames,
  scene: Scene,
  numbers: readonly number[],
  subtitle?: string,
): Promise<Sheet> {
  const shapes = frames.solids.map(({ volume }) => new TornShapes(volume));
  const drawn = new Map<BodyMesh, Uint32Array>();
  const grounds = planes(scene).filter(isLevel);
  const hidden = scene.entities.filter(({ display }) => !display.visible);
  const leftOut = new Set([...grounds, ...hidden].map(({ id }) => id));
  const colours = ownColours(scene);
  const sheetFrames: SheetFrame[] = [];
  for (const number of numbers) {
    const frame = await frames.frame(number);
    const solids = frames.solids.map(({ id }, index): SheetBody => {
      const body = frame.bodies.find((candidate) => candidate.id === id);
      if (body === undefined) throw new Error(`frame ${number} has no solid '${id}'`);
      const shape = shapes[index].at(body.topology);
      const positions = new Float32Array(shape.surface.positions.length);
      embedPositions(shape.embedding, body.positions, positions);
      const triangles = drawn.get(shape) ?? triangulate(shape.surface).mesh.triangles;
      drawn.set(shape, triangles);
      return { positions, triangles, colour: colours.get(id) };
    });
    const colliders = frames.colliders
      .filter(({ id }) => !leftOut.has(id))
      .map(({ id, display }): SheetBody => ({
        positions: posedPositions(frame, id, display.positions),
        triangles: display.triangles,
        role: 'collider',
        colour: colours.get(id),
      }));
    const liquids: SheetBody[] = [];
    for (const { id, sprayDiameter } of frames.liquids) {
      const { positions, triangles } = await frames.surface(number, id);
      const colour = colours.get(id);
      liquids.push({ positions, triangles, colour });
      const own = frame.liquids.find((liquid) => liquid.id === id);
      if (own === undefined || sprayDiameter === undefined) continue;
      liquids.push({ ...dropShapes(particlesOf(own, true).positions, sprayDiameter / 2), colour });
    }
    const inverted = frame.stats.invertedElements;
    const doubts = [
      ...(inverted === 0 ? [] : [`${inverted} inverted`]),
      ...(frame.stats.judgements ?? []).map((judgement) => judgement.label),
    ];
    sheetFrames.push({
      label: `frame ${number}`,
      detail: `${frameToSeconds(scene, number).toFixed(2)} s`,
      caption: doubts.length === 0 ? undefined : doubts.join(', '),
      bodies: [...solids, ...liquids, ...colliders],
    });
  }
  return {
    frames: sheetFrames,
    title: scene.name,
    subtitle,
    ground: groundHeight(scene, GROUND_OFFSET * shownSize(sheetFrames)),
    viewDirection: viewDirection(scene, numbers[0]),
  };
}

/** The colours of bodies, and of colliders that were given one: others are as quiet as the sheet makes them. */
function ownColours({ entities }: Scene): ReadonlyMap<string, Colour> {
  const plain = collider.shape.display.parse({}).colour;
  const coloured = entities.filter(({ kind, display }) => kind !== 'collider' || display.colour !== plain);
  return new Map(coloured.map(({ id, display }) => [id, parsedColour(display.colour)]));
}

/** `#rrggbb` as shares of red, green and blue. */
function parsedColour(text: string): Colour {
  const share = (at: number) => parseInt(text.slice(at, at + 2), 16) / 255;
  return [share(1), share(3), share(5)];
}

/** From the first camera's target towards the camera at a frame, if there is a camera. */
function viewDirection(scene: Scene, frame: number): [number, number, number] | undefined {
  const found = scene.entities.find(isKind('camera'));
  if (found === undefined) return undefined;
  const along = (axis: number) => evaluate(found.position[axis], frame) - evaluate(found.target[axis], frame);
  return [along(0), along(1), along(2)];
}

/** How far the drawn ground lies below the plane, over the size of what is shown: what lies flat on it stays visible. */
const GROUND_OFFSET = 1e-3;

type Plane = Collider & { shape: { kind: 'registered' } };

function planes(scene: Scene): Plane[] {
  return scene.entities
    .filter(isKind('collider'))
    .filter((collider): collider is Plane => collider.enabled && collider.shape.kind === 'registered')
    .filter(({ shape }) => shape.type === 'plane');
}

function isLevel({ transform }: Plane): boolean {
  return transform.rotation.every((angle) => angle === 0) && typeof transform.position[1] === 'number';
}

/** Longest side of the box of the first picture's solids, m. */
function shownSize([first]: readonly SheetFrame[]): number {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const { positions, role } of first.bodies) {
    if (role === 'collider') continue;
    for (let k = 0; k < positions.length; k++) {
      low[k % 3] = Math.min(low[k % 3], positions[k]);
      high[k % 3] = Math.max(high[k % 3], positions[k]);
    }
  }
  return Math.max(0, ...high.map((value, axis) => value - low[axis]));
}

/** Where the ground is drawn, `offset` (m) below the first level plane; nowhere in a shot whose planes are all tilted. */
function groundHeight(scene: Scene, offset: number): number | false | undefined {
  const level = planes(scene).find(isLevel);
  if (level !== undefined) return evaluate(level.transform.position[1], scene.range.first) - offset;
  return planes(scene).length > 0 ? false : undefined;
}
