import type { MeshStatics } from '../../state/DisplayStatics.ts';
import { restMeshes, shownMeshes } from '../../client/frames/shownMeshes.ts';
import { cellOf } from '../../client/frames/cells.ts';
import type { DisplayFrame, DisplayPoints } from '../../client/frames/DisplayFrame.ts';
import type { EntityStats } from '../../../src/frames/EntityStats.ts';
import { streamsOf } from '../../../src/frames/Stream.ts';
import type { Session } from '../../session/Session.ts';
import { formatBytes } from '../../units/formatTime.ts';
import { bestUnit } from '../../units/displayUnits.ts';
import { formatNumber, formatQuantity } from '../../units/formatNumber.ts';
import { viewportOf } from '../viewportHandle.ts';

export interface StatisticsRow {
  readonly text: string;
  /** Replaces the row's name. */
  readonly label?: string;
  readonly tone?: 'warning' | 'danger';
}

type RowName =
  | 'Frame'
  | 'Tets'
  | 'Vertices'
  | 'Triangles'
  | 'Particles'
  | 'Whitewater'
  | 'Volume'
  | 'Volume drift'
  | 'Divergence'
  | 'Inverted'
  | 'Substeps'
  | 'Iterations'
  | 'Memory'
  | 'Picture'
  | 'Playback'
  | 'Dropped';
export type StatisticsRows = Readonly<Record<RowName, StatisticsRow>>;

/** Text of a row that has nothing to say. */
export const NOTHING = '–';
const NONE: StatisticsRow = { text: NOTHING };
/** Multiple of the tolerance beyond which what is left is no rounding. */
const MISSED = 1.5;

/** What the overlay says of the shown frame: of the selected solid, or of all of them. */
export function statisticsOf(session: Session): StatisticsRows {
  const source = session.frameSource.store.getState();
  const { statics, shown, bytes } = source;
  const time = viewportOf(session)?.engine.clock.milliseconds;
  const { ids } = session.selection.getState();
  const clouds = shown === undefined ? [] : streamsOf(shown, 'points');
  const cloudChosen = clouds.some(({ entity }) => ids.includes(entity));
  const bodies = shownMeshes(source);
  // Who selects points asks for their numbers alone.
  const counted = cloudChosen ? bodies.filter(({ entity }) => ids.includes(entity)) : selectedOf(bodies, ids);
  const filled = filledOf(counted);
  const elements = filled.reduce((sum, body) => sum + body.elements.length / body.elementSize, 0);
  const vertices = counted.reduce((sum, body) => sum + body.restVolume.length / 3, 0);
  const points = clouds.filter(({ entity }) => !cloudChosen || ids.includes(entity));
  // Liquids and rigid bodies have no elements of which to speak.
  const noBodies = counted.length === 0 && statics?.streams.some(({ type }) => type !== 'mesh') === true;
  const triangles =
    counted.reduce((sum, body) => sum + body.surface.triangles.length / 3, 0) +
    extractedTriangles(shown, (entity) => !cloudChosen || ids.includes(entity));
  const cloth = counted.length > 0 && counted.every((body) => body.elementSize === 3);
  const { frame, playbackRate, dropped } = session.timeline.getState();
  const stats = shown?.stats;
  const entities: Readonly<Record<string, EntityStats | undefined>> = stats?.entities ?? {};
  const flowing = [...new Set(points.map(({ entity }) => entity))].flatMap((entity) => entities[entity] ?? []);
  const own = counted.map(({ entity }) => entities[entity]);
  const inverted = own.reduce((sum, body) => sum + (body?.invertedElements ?? 0), 0);
  return {
    Frame: frameRow(session, frame),
    Tets: noBodies ? NONE : { text: formatNumber(elements, 9), label: elementName(filled) },
    Vertices: noBodies ? NONE : { text: formatNumber(vertices, 9) },
    // Cloth is simulated as the triangles that are drawn.
    Triangles: cloth || triangles === 0 ? NONE : { text: formatNumber(triangles, 9) },
    Particles: pointsRow(points.filter(({ sprayWidth }) => sprayWidth === undefined)),
    Whitewater: pointsRow(points.filter(({ sprayWidth }) => sprayWidth !== undefined)),
    Volume:
      stats === undefined
        ? NONE
        : noBodies
          ? liquidVolumeRow(flowing)
          : {
              // What is torn has elements on both sides of a crack: the whole body says what there was.
              ...volumeRow(
                selectedOf(restMeshes(statics), ids),
                own.reduce((sum, body) => sum + (body?.volume ?? 0), 0),
              ),
              label: points.length > 0 ? 'Solids’ volume' : 'Volume',
            },
    'Volume drift': driftRow(flowing),
    Divergence: divergenceRow(flowing),
    Inverted:
      stats === undefined || cloth || noBodies
        ? NONE
        : { text: formatNumber(inverted, 9), tone: inverted > 0 ? 'warning' : undefined },
    Substeps: stats === undefined ? NONE : { text: String(stats.substeps) },
    Iterations:
      stats === undefined
        ? NONE
        : { text: formatNumber(stats.cgIterations, 9), tone: stats.warnings.length > 0 ? 'warning' : undefined },
    Memory: bytes > 0 ? { text: formatBytes(bytes) } : NONE,
    Picture: time === undefined ? NONE : { text: `${time.toFixed(time < 10 ? 1 : 0)} ms` },
    Playback: playbackRate > 0 ? { text: `${playbackRate.toFixed(1)} fps` } : NONE,
    Dropped: playbackRate > 0 ? { text: formatNumber(dropped, 9), tone: dropped > 0 ? 'warning' : undefined } : NONE,
  };
}

/** The number of points of some streams; nothing where there is no such stream. */
function pointsRow(clouds: readonly DisplayPoints[]): StatisticsRow {
  if (clouds.length === 0) return NONE;
  return {
    text: formatNumber(
      clouds.reduce((sum, { points }) => sum + points.positions.length / 3, 0),
      9,
    ),
  };
}

/** Triangles of the surfaces that were extracted from streams of entities that are wanted. */
function extractedTriangles(
  shown: Pick<DisplayFrame, 'streams'> | undefined,
  isWanted: (entity: string) => boolean,
): number {
  const extracted = shown?.streams.flatMap((stream) => {
    const hasSurface = stream.type === 'points' || stream.type === 'grid';
    return hasSurface && isWanted(stream.entity) ? [stream.surface?.triangles.length ?? 0] : [];
  });
  return (extracted ?? []).reduce((sum, length) => sum + length / 3, 0);
}

/** The bodies that are selected; all of them where none is. */
function selectedOf(bodies: readonly MeshStatics[], ids: readonly string[]): readonly MeshStatics[] {
  const selected = bodies.filter(({ entity }) => ids.includes(entity));
  return selected.length > 0 ? selected : bodies;
}

/** The bodies whose elements are counted: those that have an inside, or all where none has. */
function filledOf(bodies: readonly MeshStatics[]): readonly MeshStatics[] {
  const filled = bodies.filter(({ elementSize }) => elementSize > 3);
  return filled.length > 0 ? filled : bodies;
}

function elementName(bodies: readonly MeshStatics[]): string {
  const are = (size: number) => bodies.length > 0 && bodies.every(({ elementSize }) => elementSize === size);
  if (are(3)) return 'Triangles';
  return are(8) ? 'Hexes' : 'Tets';
}

function frameRow(session: Session, frame: number): StatisticsRow {
  const { cells, inMemory } = session.frames.getState();
  const cell = cellOf(cells, frame);
  if (cell === undefined) return { text: String(frame) };
  const { state, storedKey } = cell;
  if (state === 'stale') return { text: `${frame} · stale`, tone: 'warning' };
  if (state === 'failed') return { text: `${frame} · failed`, tone: 'danger' };
  if (state !== 'cached') return { text: `${frame} · ${state}` };
  return { text: `${frame} · ${storedKey !== undefined && inMemory.has(storedKey) ? 'memory' : 'disk'}` };
}

/** m3 of liquid. */
function liquidVolumeRow(liquids: readonly EntityStats[]): StatisticsRow {
  if (liquids.length === 0) return NONE;
  const volume = liquids.reduce((sum, liquid) => sum + liquid.volume, 0);
  return { text: formatQuantity(volume, bestUnit('m3', volume), 4), label: 'Volume' };
}

/** How far the volume of liquids is from what it should be, percent. */
function driftRow(liquids: readonly EntityStats[]): StatisticsRow {
  const known = liquids.flatMap(({ volume, sections }) => {
    const drift = sections?.liquid?.volumeDrift;
    return drift === undefined || volume <= 0 ? [] : [{ volume, drift }];
  });
  if (known.length === 0) return NONE;
  const wanted = known.reduce((sum, { volume }) => sum + volume, 0);
  const off = known.reduce((sum, { volume, drift }) => sum + volume * drift, 0);
  return { text: signedPercent((100 * off) / wanted, 2) };
}

/** The largest that pressure left in a cell; a warning where that is more than the solver's tolerance. */
function divergenceRow(liquids: readonly EntityStats[]): StatisticsRow {
  const known = liquids.flatMap(({ sections }) => sections?.divergence ?? []);
  if (known.length === 0) return NONE;
  const largest = known.reduce((most, one) => Math.max(most, one.largest), 0);
  const missed = known.some(({ overTolerance }) => overTolerance > MISSED);
  return { text: `${largest === 0 ? '0' : largest.toExponential(1)} 1/s`, tone: missed ? 'warning' : undefined };
}

/** Change of the volume against that at rest, percent. */
function volumeRow(bodies: readonly MeshStatics[], volume: number): StatisticsRow {
  const rest = bodies.reduce((sum, { measuredVolume = 0 }) => sum + measuredVolume, 0);
  if (rest <= 0) return NONE;
  return { text: signedPercent(100 * (volume / rest - 1), 1) };
}

function signedPercent(percent: number, digits: number): string {
  const least = 0.5 / 10 ** digits;
  const sign = percent < -least ? '−' : percent > least ? '+' : '';
  return `${sign}${Math.abs(percent).toFixed(digits)} %`;
}
