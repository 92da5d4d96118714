import type { DisplayBodyStatics } from '../../client/frames/DisplayStatics.ts';
import { shownStatics } from '../../client/frames/shownStatics.ts';
import { cellOf } from '../../client/frames/cells.ts';
import type { LiquidStats } from '../../../src/frames/FrameLiquid.ts';
import type { Session } from '../../state/Session.ts';
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

/** Of a row that has nothing to say. */
export const NOTHING = '–';
const NONE: StatisticsRow = { text: NOTHING };
/** Of the tolerance: what is left beyond it is no rounding. */
const MISSED = 1.5;

/** What the overlay says of the shown frame: of the selected solid, or of all of them. */
export function statisticsOf(session: Session): StatisticsRows {
  const source = session.frameSource.store.getState();
  const { statics, shown, bytes } = source;
  const time = viewportOf(session)?.engine.clock.milliseconds;
  const { ids } = session.selection.getState();
  const liquidChosen = shown?.liquids.some(({ id }) => ids.includes(id)) === true;
  const bodies = shownStatics(source);
  // Who selects a liquid asks for its numbers alone.
  const counted = liquidChosen ? bodies.filter(({ id }) => ids.includes(id)) : selectedOf(bodies, ids);
  const elements = counted.reduce((sum, body) => sum + body.elements.length / body.elementSize, 0);
  const vertices = counted.reduce((sum, body) => sum + body.restVolume.length / 3, 0);
  const liquids = shown?.liquids.filter(({ id }) => !liquidChosen || ids.includes(id)) ?? [];
  const noBodies = counted.length === 0 && (statics?.liquids.length ?? 0) > 0;
  const particles =
    liquids.length === 0 ? undefined : liquids.reduce((sum, liquid) => sum + liquid.particles.speeds.length, 0);
  const triangles =
    counted.reduce((sum, body) => sum + body.surface.triangles.length / 3, 0) +
    liquids.reduce((sum, { surface }) => sum + (surface?.triangles.length ?? 0) / 3, 0);
  const cloth = counted.length > 0 && counted.every((body) => body.elementSize === 3);
  const { frame, playbackRate, dropped } = session.timeline.getState();
  const stats = shown?.stats;
  const flowing = liquids.flatMap(({ id }) => stats?.liquids?.[id] ?? []);
  const own = counted.map(({ id }) => stats?.bodies[id]);
  const inverted = own.reduce((sum, body) => sum + (body?.invertedElements ?? 0), 0);
  return {
    Frame: frameRow(session, frame),
    Tets: noBodies ? NONE : { text: formatNumber(elements, 9), label: elementName(counted) },
    Vertices: noBodies ? NONE : { text: formatNumber(vertices, 9) },
    // Cloth is simulated as the triangles that are drawn.
    Triangles: cloth || triangles === 0 ? NONE : { text: formatNumber(triangles, 9) },
    Particles: particles === undefined ? NONE : { text: formatNumber(particles, 9) },
    Volume:
      stats === undefined
        ? NONE
        : noBodies
          ? liquidVolumeRow(liquids.reduce((sum, { id }) => sum + (stats.liquids?.[id]?.volume ?? 0), 0))
          : {
              // What is torn has elements on both sides of a crack: the whole body says what there was.
              ...volumeRow(
                selectedOf(statics?.bodies ?? [], ids),
                own.reduce((sum, body) => sum + (body?.volume ?? 0), 0),
              ),
              label: liquids.length > 0 ? 'Solids’ volume' : 'Volume',
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

/** The bodies that are selected; all of them where none is. */
function selectedOf(bodies: readonly DisplayBodyStatics[], ids: readonly string[]): readonly DisplayBodyStatics[] {
  const selected = bodies.filter(({ id }) => ids.includes(id));
  return selected.length > 0 ? selected : bodies;
}

function elementName(bodies: readonly DisplayBodyStatics[]): string {
  const sizes = new Set(bodies.map(({ elementSize }) => elementSize));
  if (!sizes.has(3)) return sizes.has(8) && sizes.size === 1 ? 'Hexes' : 'Tets';
  return sizes.size === 1 ? 'Triangles' : 'Elements';
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
function liquidVolumeRow(volume: number): StatisticsRow {
  return { text: formatQuantity(volume, bestUnit('m3', volume), 4), label: 'Volume' };
}

/** How far the volume of liquids is from what it should be, percent. */
function driftRow(liquids: readonly LiquidStats[]): StatisticsRow {
  const known = liquids.filter(({ volumeDrift, volume }) => volumeDrift !== undefined && volume > 0);
  if (known.length === 0) return NONE;
  const wanted = known.reduce((sum, { volume }) => sum + volume, 0);
  const off = known.reduce((sum, { volume, volumeDrift = 0 }) => sum + volume * volumeDrift, 0);
  return { text: signedPercent((100 * off) / wanted, 2) };
}

/** The largest that pressure left in a cell; a warning where that is more than the solver's tolerance. */
function divergenceRow(liquids: readonly LiquidStats[]): StatisticsRow {
  const known = liquids.flatMap(({ divergence }) => divergence ?? []);
  if (known.length === 0) return NONE;
  const largest = known.reduce((most, one) => Math.max(most, one.largest), 0);
  const missed = known.some(({ overTolerance }) => overTolerance > MISSED);
  return { text: `${largest === 0 ? '0' : largest.toExponential(1)} 1/s`, tone: missed ? 'warning' : undefined };
}

/** Change of the volume against that at rest, percent. */
function volumeRow(bodies: readonly DisplayBodyStatics[], volume: number): StatisticsRow {
  const rest = bodies.reduce((sum, { restDeterminants, elementSize }) => {
    // A surface has none.
    if (elementSize === 3) return sum;
    // Six times a tetrahedron, 64 times a hexahedron (at its centre).
    const factor = elementSize === 4 ? 6 : 64;
    return sum + restDeterminants.reduce((inner, value) => inner + value, 0) / factor;
  }, 0);
  if (rest <= 0) return NONE;
  return { text: signedPercent(100 * (volume / rest - 1), 1) };
}

function signedPercent(percent: number, digits: number): string {
  const least = 0.5 / 10 ** digits;
  const sign = percent < -least ? '−' : percent > least ? '+' : '';
  return `${sign}${Math.abs(percent).toFixed(digits)} %`;
}
