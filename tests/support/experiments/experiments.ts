import { arrival, integral, measured, peak, scaled, type Curve } from './Curve.ts';
import { forceAlong, frontOf, pressureAt, tankMoments, type Box, type TankInput } from './tank.ts';

/** kg/m3 and m/s2. */
const [DENSITY, GRAVITY] = [1000, 9.81];

/** A number of an experiment beside the simulated one. */
export interface Figure {
  readonly what: string;
  readonly unit: string;
  readonly measured: number;
  readonly simulated: number;
  /** How far apart they may be, as a share of the measured one; without one the figure is only told. */
  readonly bar?: number;
}

export interface Outcome {
  readonly cells: number;
  readonly figures: readonly Figure[];
}

/** Experiments by name, with cells of a given edge, m. */
export const experiments: Readonly<Record<string, (cell: number) => Promise<Outcome>>> = {
  kleefsman,
  lobovsky,
  'yeh-petroff': yehPetroff,
  'martin-moyce': martinMoyce,
};

interface Recorded {
  readonly cells: number;
  readonly volumes: readonly number[];
  readonly curves: readonly Curve[];
}

/** Simulates a tank, and what `look` reads of each moment, over time. */
async function recorded(
  input: TankInput,
  look: readonly ((moment: Parameters<typeof pressureAt>[0]) => number)[],
): Promise<Recorded> {
  const times: number[] = [];
  const volumes: number[] = [];
  const values: number[][] = look.map(() => []);
  let cells = 0;
  for await (const moment of tankMoments(input)) {
    times.push(moment.time);
    volumes.push(moment.volume);
    cells = moment.cells.kinds.length;
    look.forEach((read, k) => values[k].push(read(moment.cells)));
  }
  return { cells, volumes, curves: values.map((own) => ({ times, values: own })) };
}

/** Largest change of the volume as a share of what it was. */
const drift = (volumes: readonly number[]) => Math.max(...volumes.map((v) => Math.abs(v / volumes[0] - 1)));

/** The mean of three neighbours in time: a probe has an area, and the samples of the record are as far apart. */
function smoothed({ times, values }: Curve): Curve {
  return { times, values: values.map((v, n) => ((values[n - 1] ?? v) + v + (values[n + 1] ?? v)) / 3) };
}

/**
 * A dam breaks in front of a box (Kleefsman et al. 2005; SPHERIC test 2): tank 3.22 x 1 x 1 m, water 1.228 m long and .55 m deep at one end, box .161 x .161 x .403 m
 * with its front 1.1675 m before the dam. Half of it, as the plane of symmetry is a wall.
 */
async function kleefsman(cell: number): Promise<Outcome> {
  const [depth, front] = [0.55, 2.3955];
  const unit = Math.sqrt(depth / GRAVITY);
  const weight = DENSITY * GRAVITY * depth;
  const obstacle: Box = { low: [front, -0.2, -0.2015], high: [front + 0.161, 0.161, 0.2015] };
  const { cells, volumes, curves } = await recorded(
    {
      size: [3.22, 1, 0.5],
      water: [{ low: [0, 0, 0], high: [1.228, depth, 0.5] }],
      obstacle,
      cell,
      rate: 120,
      seconds: 17.5 * unit,
    },
    [0.021, 0.101].map((height) => (field) => pressureAt(field, [front - 0.5 * field.h, height, 0.026])),
  );
  const figures = curves.flatMap((curve, k) => {
    const name = ['P1', 'P3'][k];
    const real = scaled(measured(`kleefsman-2005-${name.toLowerCase()}`), unit, weight);
    const level = 0.25 * weight;
    const [begin, end] = [arrival(real, level)!, 17.4 * unit];
    return [
      { what: `${name}: impact`, unit: 's', measured: begin, simulated: arrival(curve, level) ?? NaN, bar: 0.05 },
      {
        what: `${name}: impulse`,
        unit: 'kPa s',
        measured: integral(real, begin, end) / 1000,
        simulated: integral(curve, 0, end) / 1000,
        bar: 0.15,
      },
      {
        what: `${name}: peak`,
        unit: 'kPa',
        measured: peak(real).value / 1000,
        simulated: peak(smoothed(curve)).value / 1000,
        bar: 0.25,
      },
    ];
  });
  const volume = { what: 'volume: drift', unit: '', measured: 0, simulated: drift(volumes), bar: 0.01 };
  return { cells, figures: [...figures, volume] };
}

/** A dam breaks in a narrow tank, and the front hits the end (Lobovsky et al. 2014): tank 1.61 x .6 x .15 m, water .6 x .3 m, probe 3 mm above the floor. Three cells are enough across. */
async function lobovsky(cell: number): Promise<Outcome> {
  const depth = 0.3;
  const unit = Math.sqrt(depth / GRAVITY);
  const { cells, volumes, curves } = await recorded(
    {
      size: [1.61, 0.6, 3 * cell],
      water: [{ low: [0, 0, 0], high: [0.6, depth, 3 * cell] }],
      cell,
      rate: 240,
      seconds: 6.9 * unit,
    },
    [(field) => pressureAt(field, [1.61 - 0.5 * field.h, 0.003, 1.5 * cell])],
  );
  const weight = DENSITY * GRAVITY * depth;
  const real = scaled(measured('lobovsky-2014-p1'), unit, weight);
  const level = 0.25 * weight;
  return {
    cells,
    figures: [
      {
        what: 'P1: arrival',
        unit: 's',
        measured: arrival(real, level)!,
        simulated: arrival(curves[0], level) ?? NaN,
        bar: 0.05,
      },
      {
        what: 'P1: impulse',
        unit: 'kPa s',
        measured: integral(real, arrival(real, level)!, 6.9 * unit) / 1000,
        simulated: integral(curves[0], 0, 6.9 * unit) / 1000,
      },
      { what: 'volume: drift', unit: '', measured: 0, simulated: drift(volumes), bar: 0.01 },
    ],
  };
}

/**
 * A bore hits a square pillar (Yeh and Petroff, in Raad and Bidoae 2005): tank 1.6 x .61 x .75 m, water .4 m long and .3 m deep, 1 cm of it everywhere; the pillar is .12 m wide, .5 m from the gate
 * and .24 m from a wall. Half of it, as if the pillar stood in the middle.
 */
async function yehPetroff(cell: number): Promise<Outcome> {
  const pillar: Box = { low: [0.9, -0.2, -0.06], high: [1.02, 1, 0.06] };
  const { cells, volumes, curves } = await recorded(
    {
      size: [1.6, 0.75, 0.305],
      water: [
        { low: [0, 0, 0], high: [0.4, 0.3, 0.305] },
        { low: [0.4, 0, 0], high: [1.6, 0.01, 0.305] },
      ],
      obstacle: pillar,
      cell,
      rate: 120,
      seconds: 1.5,
    },
    [(field) => 2 * forceAlong(field, { low: [0.9, 0, 0], high: [1.02, 0.5, 0.06] }, 0)],
  );
  const real = measured('yeh-petroff-force');
  const level = 10;
  const [hit, arrived] = [arrival(real, level)!, arrival(curves[0], level) ?? NaN];
  // Clocks alike at the impact, as that of the record does not begin at the gate; until the wave comes back from the wall.
  const [before, after] = [0.05, 1];
  return {
    cells,
    figures: [
      {
        what: 'pillar: impulse',
        unit: 'N s',
        measured: integral(real, hit - before, hit + after),
        simulated: integral(curves[0], arrived - before, arrived + after),
        bar: 0.15,
      },
      { what: 'pillar: peak', unit: 'N', measured: peak(real).value, simulated: peak(smoothed(curves[0])).value },
      { what: 'volume: drift', unit: '', measured: 0, simulated: drift(volumes), bar: 0.01 },
    ],
  };
}

/** A column twice as high as wide collapses (Martin and Moyce 1952, a = 2.25 in): the mean distance of the front from the measured one, with clocks alike at the first point. */
async function martinMoyce(cell: number): Promise<Outcome> {
  const a = 0.05715;
  const unit = Math.sqrt(a / (2 * GRAVITY));
  const real = scaled(measured('martin-moyce-1952-a-2.25in'), unit, a);
  const last = 7.5 * a;
  const { cells, volumes, curves } = await recorded(
    {
      size: [9 * a, 2.5 * a, 3 * cell],
      water: [{ low: [0, 0, 0], high: [a, 2 * a, 3 * cell] }],
      cell,
      rate: 480,
      seconds: 6 * unit,
    },
    [frontOf],
  );
  const [start, ...points] = real.times.map((time, n) => [time, real.values[n]]).filter(([, x]) => x <= last);
  const begun = arrival(curves[0], start[1])!;
  const errors = points.map(([time, x]) => Math.abs((arrival(curves[0], x) ?? NaN) - begun - (time - start[0])) / time);
  const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
  return {
    cells,
    figures: [
      { what: 'front: mean error of times', unit: '', measured: 0, simulated: mean, bar: 0.05 },
      { what: 'volume: drift', unit: '', measured: 0, simulated: drift(volumes), bar: 0.01 },
    ],
  };
}
