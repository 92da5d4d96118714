import type { ContactRun } from './ContactRun.ts';
import { stickSlip } from './stickSlip.ts';

/** What a scene is named for. */
export interface Outcome {
  readonly wanted: string;
  /** Looks at a frame. */
  see(run: ContactRun): void;
  /** Whether it came so; undefined before that can be said. */
  holds(run: ContactRun): boolean | undefined;
  /** What was measured, for the table. */
  measured?(run: ContactRun): string;
}

const GRAVITY = 9.81;

/** The outcome of a scene at its first frame. */
export function outcomeOf(name: string, run: ContactRun): Outcome {
  const known = Object.entries(OUTCOMES).find(([part]) => name.includes(part));
  return known === undefined ? NOTHING : known[1](run);
}

const NOTHING: Outcome = { wanted: '-', see: () => undefined, holds: () => undefined };

const OUTCOMES: Readonly<Record<string, (run: ContactRun) => Outcome>> = {
  'slopetest-mu=0.49': (run) => slope(run, 'slides', (way, free) => way > 0.97 * free && way < 1.01 * free),
  'slopetest-mu=0.50': (run) => slope(run, 'sticks', (way, _free, late) => way < 0.02 && late < 1e-3),
  'card-house': cardHouse,
  'stick-slip': stickSlip,
  'large-mass-ratio': (run) => lastingly(run, 'small cube carries the large', carries),
  'sphere-mat': (run) => lastingly(run, 'mat carries the ball', isCarried),
  'pile/cubes': (run) => lastingly(run, 'bowl holds them', (one) => bodies(one).every((id) => middle(one, id)[1] > -3)),
  'unit-tests/': (run) => lastingly(run, 'nothing falls through', aboveObstacles),
  'dolphin-funnel': (run) => atEnd(run, 'passes the funnel', (one) => middle(one, 'body-1')[0] > 2.5),
};

/** Metres that a body slides on a slope of 26.565 degrees, those of Coulomb's law for .49, and those of the last half second. */
function slope(run: ContactRun, wanted: string, holds: (way: number, free: number, late: number) => boolean): Outcome {
  const angle = (26.565 * Math.PI) / 180;
  const along = (one: ContactRun) => {
    const [x, y] = middle(one, 'body-1');
    return x * Math.cos(angle) - y * Math.sin(angle);
  };
  const path = [along(run)];
  return {
    wanted,
    see: (one) => path.push(along(one)),
    holds(one) {
      if (one.frame < one.lastFrame) return undefined;
      const time = one.frame * one.given.dt;
      const free = (GRAVITY * (Math.sin(angle) - 0.49 * Math.cos(angle)) * time * time) / 2;
      const last = path[path.length - 1];
      return holds(last - path[0], free, last - path[path.length - 21]);
    },
  };
}

/** The house stands until the first cube reaches it. */
function cardHouse(run: ContactRun): Outcome {
  const top = ['body-5', 'body-6', 'body-7'];
  const first = top.map((id) => middle(run, id)[1]);
  const until = Math.round(0.9 / run.given.dt);
  let lowest = Infinity;
  return {
    wanted: 'stands until it is hit',
    see(one) {
      if (one.frame <= until) top.forEach((id, k) => (lowest = Math.min(lowest, middle(one, id)[1] - first[k])));
    },
    holds: ({ frame }) => (frame < until ? undefined : lowest > -0.03),
  };
}

/** The lowest point of the ball stays above that of the mat, which hangs from two of its sides, and reaches around it from below. */
function isCarried(run: ContactRun): boolean {
  const [ball, mat] = ['body-1', 'body-2'].map((id) => run.positions(id).filter((_, k) => k % 3 === 1));
  return Math.min(...ball) > Math.min(...mat);
}

/** The large cube stays above the small one, and that on the plate, whose middle is at -.25 m. */
function carries(run: ContactRun): boolean {
  const [large, small] = ['body-1', 'body-2'].map((id) => middle(run, id)[1]);
  return large > small + 0.4 && small > -0.25;
}

/** Holds in every frame. */
function lastingly(_run: ContactRun, wanted: string, holds: (one: ContactRun) => boolean): Outcome {
  let always = true;
  return {
    wanted,
    see: (one) => (always &&= holds(one)),
    holds: (one) => (one.frame === one.lastFrame || !always ? always : undefined),
  };
}

/** Holds in the last frame. */
function atEnd(_run: ContactRun, wanted: string, holds: (one: ContactRun) => boolean): Outcome {
  return { wanted, see: () => undefined, holds: (one) => (one.frame === one.lastFrame ? holds(one) : undefined) };
}

/** No body is as a whole below the lowest point of the obstacles where they reach under it. */
function aboveObstacles(run: ContactRun): boolean {
  const { sheets, colliders, scene } = run.given;
  const flat = scene.entities.filter(({ id }) => colliders.has(id)).map(({ id }) => colliders.get(id)!.positions);
  const lowest = [...sheets.keys()]
    .map((id) => run.positions(id))
    .concat(flat.map((points) => Float64Array.from(points)));
  const floor = Math.min(Infinity, ...lowest.flatMap((points) => [...points].filter((_, k) => k % 3 === 1)));
  return floor === Infinity || flat.length === 0 || bodies(run).every((id) => middle(run, id)[1] > floor);
}

function bodies(run: ContactRun): string[] {
  return run.given.scene.entities.filter(({ id }) => /^body-\d+$/.test(id)).map(({ id }) => id);
}

/** Mean position of the vertices of a body, m. */
function middle(run: ContactRun, id: string): number[] {
  const points = run.positions(id);
  const sums = [0, 0, 0];
  points.forEach((x, k) => (sums[k % 3] += x));
  return sums.map((sum) => (3 * sum) / points.length);
}
