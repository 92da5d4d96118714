import type { ShownAttribute } from '../../frames/derived/derivedAttributes.ts';
import type { Frame } from '../../frames/Frame.ts';
import type { StaticTransform } from '../../frames/StaticStream.ts';
import { ROTATION, streamsOf, TRANSLATION, valuesOf } from '../../frames/Stream.ts';
import type { Sheet, SheetFrame, SheetLegend } from '../../io/sheet/SheetScene.ts';
import { firstView } from '../../scene/capabilities.ts';
import { evaluate } from '../../scene/curves.ts';
import { frameToSeconds, type Scene } from '../../scene/Scene.ts';
import { SheetBodies } from './SheetBodies.ts';
import type { ShotFrames } from '../frames/ShotFrames.ts';
import { colourLimits, type Limits } from '../../frames/colours/colourLimits.ts';
import { colourMapOf } from '../../frames/colours/colourMaps.ts';
import { TypicalRange } from '../../frames/colours/TypicalRange.ts';

/** `count` frames spread evenly over first..last, both included. */
export function spreadFrames(first: number, last: number, count: number): number[] {
  if (count === 1 || first === last) return [last];
  const chosen = Array.from({ length: count }, (_, k) => Math.round(first + (k * (last - first)) / (count - 1)));
  return [...new Set(chosen)];
}

/** Spreads frames as `spreadFrames` does, over those frames of first..last that are there; `there` is in ascending order and not empty. */
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

/** How a sheet is drawn. */
export interface SheetOptions {
  readonly subtitle?: string;
  /** What is shown by colour; the colours of the shot where left out. */
  readonly colouring?: ShownAttribute;
}

/** The pictures of some cached frames as a sheet, ready to be rendered. Level planes are shown as the ground grid; what is hidden is left out. */
export async function contactSheet(
  frames: ShotFrames,
  scene: Scene,
  numbers: readonly number[],
  { subtitle, colouring }: SheetOptions = {},
): Promise<Sheet> {
  const first = await frames.frame(numbers[0]);
  const planes = streamsOf(frames.statics, 'transform').filter(({ unbounded }) => unbounded === true);
  const grounds = planes.filter((plane) => groundOf(plane, first) !== undefined);
  const hidden = scene.entities.filter(({ display }) => !display.visible).map(({ id }) => id);
  const leftOut = new Set([...grounds.map(({ entity }) => entity), ...hidden]);
  const shapes = new SheetBodies(frames, scene, leftOut, colouring);
  const sheetFrames: SheetFrame[] = [];
  for (const number of numbers) {
    const frame = await frames.frame(number);
    const inverted = frame.stats.invertedElements;
    const doubts = [
      ...(inverted === 0 ? [] : [`${inverted} inverted`]),
      ...(frame.stats.judgements ?? []).map((judgement) => judgement.label),
    ];
    sheetFrames.push({
      label: `frame ${number}`,
      detail: `${frameToSeconds(scene, number).toFixed(2)} s`,
      caption: doubts.length === 0 ? undefined : doubts.join(', '),
      bodies: await shapes.at(number, frame),
    });
  }
  const size = shownSize(sheetFrames);
  const height = grounds.length > 0 ? groundOf(grounds[0], first) : undefined;
  return {
    frames: sheetFrames,
    title: scene.name,
    subtitle,
    // Nowhere in a shot whose planes are all tilted.
    ground: height === undefined ? (planes.length > 0 ? false : undefined) : height - GROUND_OFFSET * size,
    viewDirection: viewDirection(scene, numbers[0]),
    ...(colouring && { legend: sheetLegend(colouring, sheetFrames) }),
  };
}

/** Height of a plane that lies level at a frame, m; undefined where it does not. */
function groundOf({ entity, name }: StaticTransform, { streams }: Frame): number | undefined {
  const pose = streams.find((stream) => stream.entity === entity && stream.name === name);
  if (pose === undefined) return undefined;
  const [x, y, z] = valuesOf(pose, ROTATION, Float64Array);
  return x === 0 && y === 0 && z === 0 ? valuesOf(pose, TRANSLATION, Float64Array)[1] : undefined;
}

/** Returns the direction from the target of the first view of a shot towards its position at a frame; undefined where there is no view. */
function viewDirection(scene: Scene, frame: number): [number, number, number] | undefined {
  const found = firstView(scene.entities);
  if (found === undefined) return undefined;
  const along = (axis: number) => evaluate(found.position[axis], frame) - evaluate(found.target[axis], frame);
  return [along(0), along(1), along(2)];
}

/** How far the drawn ground lies below the plane, over the size of what is shown: what lies flat on it stays visible. */
const GROUND_OFFSET = 1e-3;

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

/** What the colours of a sheet stand for: map and limits are those of the viewport after it has shown all pictures. */
export function sheetLegend({ display, unit }: ShownAttribute, frames: readonly SheetFrame[]): SheetLegend {
  const { label, percent = false } = display;
  const [shownUnit, factor] = percent ? ['%', 100] : [unit, 1];
  const typical = new TypicalRange();
  let limits: Limits | undefined;
  for (const { bodies } of frames) {
    let range: Limits | undefined;
    for (const { scalars } of bodies) {
      if (scalars === undefined) continue;
      const [low, high] = typical.of(scalars);
      range = range === undefined ? [low, high] : [Math.min(range[0], low), Math.max(range[1], high)];
    }
    if (range !== undefined) limits = colourLimits(display, range, limits);
  }
  limits ??= colourLimits(display);
  return {
    label: shownUnit === '' ? label : `${label}, ${shownUnit}`,
    limits,
    ends: [written(factor * limits[0]), written(factor * limits[1])],
    colours: colourMapOf(display),
  };
}

function written(value: number): string {
  return String(Number(value.toPrecision(3)));
}
