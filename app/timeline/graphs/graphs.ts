import type { FrameStats } from '../../../src/frames/FrameStats.ts';
import type { StatisticsSections } from '../../../src/scene/statistics/statistic.ts';
import type { Token } from '../draw/DrawTheme.ts';

/** What a graph reads of one frame. */
export interface GraphSample {
  readonly stats: FrameStats;
  /** Wall-clock time of the frame's simulation; undefined where it is not known. */
  readonly seconds: number | undefined;
  /** Volume of bodies and cloth at the shot's first frame, m3; undefined where that is not computed. */
  readonly firstBodies: number | undefined;
}

/** One line or row of bars of a graph. */
export interface GraphSeries {
  readonly label: string;
  readonly colour: Token;
  /** Undefined where the frame does not have it. */
  value(sample: GraphSample): number | undefined;
}

export interface GraphDefinition {
  readonly id: string;
  readonly label: string;
  /** Unit as it is written behind the label. */
  readonly unit: string;
  /** Lines for what flows, bars for what is counted a frame. */
  readonly shape: 'lines' | 'bars';
  readonly series: readonly GraphSeries[];
  /** The axis holds this value whatever the numbers are: 0 for bars, 100 for a share. */
  readonly baseline: number;
  /** Least reach of the axis, so that noise does not look like motion. */
  readonly leastSpan: number;
  /** Its numbers are counts: the axis shows no parts of one. */
  readonly whole?: boolean;
  /** Contents, as kinds of entities name them (`contents`), of which a shot needs one to have the graph. */
  readonly needs?: readonly string[];
}

/** Nothing out of balance is drawn as this. */
const LEAST_RESIDUAL = 1e-12;

/** The graphs of the dock, from top to bottom. */
export const graphs: readonly GraphDefinition[] = [
  {
    id: 'energy',
    label: 'Energy',
    unit: 'J',
    shape: 'lines',
    baseline: 0,
    leastSpan: 1e-9,
    series: [
      { label: 'kin', colour: 'graph-kinetic', value: ({ stats }) => stats.energies.kinetic },
      { label: 'el', colour: 'graph-elastic', value: ({ stats }) => stats.energies.elastic },
      { label: 'grav', colour: 'graph-gravity', value: ({ stats }) => stats.energies.gravity },
      {
        label: 'sum',
        colour: 'graph-total',
        value: ({ stats: { energies } }) => energies.kinetic + energies.elastic + energies.gravity,
      },
    ],
  },
  {
    id: 'volume',
    label: 'Volume',
    unit: '%',
    shape: 'lines',
    baseline: 100,
    leastSpan: 1,
    needs: ['solids', 'liquids'],
    series: [
      {
        label: 'of the expected volume',
        colour: 'graph-volume',
        value: volumeShare,
      },
    ],
  },
  {
    ...countGraph('inverted', 'Inverted', 'elements', ({ stats }) => stats.invertedElements, 'danger'),
    needs: ['solids'],
  },
  {
    ...countGraph('particles', 'Particles', '', ({ stats }) => particlesOf(stats)),
    needs: ['liquids'],
  },
  {
    ...countGraph('contacts', 'Contacts', 'pairs', ({ stats }) => stats.bodyContact?.contacts, 'graph-volume'),
    needs: ['touching bodies'],
  },
  countGraph('iterations', 'Iterations', 'per frame', ({ stats }) => stats.cgIterations),
  {
    ...countGraph('newton', 'Newton', 'per frame', ({ stats }) => equilibriumOf(stats)?.newtonIterations),
    needs: ['quasistatic solids'],
  },
  {
    id: 'residual',
    label: 'Residual force',
    unit: 'log10',
    needs: ['quasistatic solids'],
    shape: 'lines',
    baseline: -6,
    leastSpan: 2,
    series: [
      {
        label: 'of the shear force',
        colour: 'graph-total',
        value: ({ stats }) => {
          const residual = equilibriumOf(stats)?.residual;
          return residual === undefined ? undefined : Math.log10(Math.max(residual, LEAST_RESIDUAL));
        },
      },
    ],
  },
  countGraph('substeps', 'Substeps', 'per frame', ({ stats }) => stats.substeps),
  { ...countGraph('seconds', 'Time', 's/frame', ({ seconds }) => seconds), leastSpan: 1e-3, whole: false },
];

function countGraph(
  id: string,
  label: string,
  unit: string,
  value: GraphSeries['value'],
  colour: Token = 'graph-count',
): GraphDefinition {
  return { id, label, unit, shape: 'bars', baseline: 0, leastSpan: 1, whole: true, series: [{ label, colour, value }] };
}

/** Returns the number of particles of all liquids; undefined in shots without any that have some. */
function particlesOf(stats: FrameStats): number | undefined {
  const counts = liquidsOf(stats).flatMap(({ liquid }) => liquid.particles ?? []);
  return counts.length === 0 ? undefined : counts.reduce((sum, count) => sum + count, 0);
}

/** m3, of all entities that are no liquids. */
export function volumeOfBodies(stats: FrameStats): number {
  return stats.volume - liquidsOf(stats).reduce((sum, { volume }) => sum + volume, 0);
}

/**
 * Volume over what it should be, percent: for bodies that is the volume at the first frame, for a liquid what was filled, poured in and drained until
 * then. Undefined where the first frame, or a frame of an older version, does not say.
 */
function volumeShare({ stats, firstBodies }: GraphSample): number | undefined {
  const liquids = liquidsOf(stats);
  if (firstBodies === undefined || liquids.some(({ liquid }) => liquid.volumeDrift === undefined)) return undefined;
  const wanted = firstBodies + liquids.reduce((sum, { volume }) => sum + volume, 0);
  const there = stats.volume + liquids.reduce((sum, { volume, liquid }) => sum + volume * (liquid.volumeDrift ?? 0), 0);
  return wanted <= 0 ? undefined : (100 * there) / wanted;
}

/** The liquids among the entities of a frame: m3 that they should have, and the numbers that liquids alone have. */
function liquidsOf({ entities }: FrameStats): { volume: number; liquid: StatisticsSections['liquid'] }[] {
  return Object.values(entities).flatMap(({ volume, sections }) => {
    return sections?.liquid === undefined ? [] : [{ volume, liquid: sections.liquid }];
  });
}

/** What finding the equilibria of all quasistatic bodies took; undefined in shots without any. */
function equilibriumOf({ entities }: FrameStats): StatisticsSections['equilibrium'] | undefined {
  const found = Object.values(entities).flatMap(({ sections }) => sections?.equilibrium ?? []);
  if (found.length === 0) return undefined;
  return {
    newtonIterations: found.reduce((sum, { newtonIterations }) => sum + newtonIterations, 0),
    residual: found.reduce((most, { residual }) => Math.max(most, residual), 0),
  };
}
