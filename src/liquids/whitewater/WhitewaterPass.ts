import { whitewaterKinds, type Whitewater } from '../../frames/Whitewater.ts';
import type { LiquidWhitewater } from '../../scene/properties/liquidWhitewater.ts';
import { scrambled, shareOfWord } from '../scrambled.ts';
import type { ClosedSides } from '../walls/LiquidObstacles.ts';
import type { Neighbours } from './Neighbours.ts';
import { clampedPotential, Potentials } from './Potentials.ts';
import type { WhitewaterObstacles } from './WhitewaterObstacles.ts';

/** Neighbours below which a point is spray, and above which it is a bubble (Ihmsen et al. 2012, 3.2). */
const FEW = 6;
const MANY = 20;
/** Buoyancy of a bubble, times gravity, and the speed at which it rises through still liquid, m/s. */
const BUOYANCY = 2;
const RISE = 0.25;
/** Most parts of a flight among obstacles, each of half a cell, or of half of a thin obstacle. */
const MOST_PARTS = 64;

/** What the pass needs of the liquid beside its frames. */
export interface WhitewaterInput {
  readonly settings: LiquidWhitewater;
  /** Edge of a cell, m: the radius in which particles are neighbours. */
  readonly h: number;
  /** Corners of the box, m. */
  readonly low: readonly [number, number, number];
  readonly high: readonly [number, number, number];
  readonly closed: ClosedSides;
  /** m/s2. */
  readonly gravity: readonly [number, number, number];
  /** Length of a frame, s. */
  readonly duration: number;
  readonly seed: number;
}

/** Points that last, before they are packed. */
interface Points {
  readonly positions: number[];
  readonly velocities: number[];
  readonly ids: number[];
  readonly ages: number[];
  readonly left: number[];
  readonly widths: number[];
  readonly kinds: number[];
}

/**
 * Returns the whitewater of frame `frame` from that of the frame before it (Ihmsen, Akinci, Akinci, Teschner 2012, Unified spray, foam and bubbles for
 * particle-based fluids): points move with the frames' velocities, then fast particles make new ones. `before`, `now`: the liquid's particles at both frames; `obstacles`: what points stay out of at the second.
 */
export function nextWhitewater(
  input: WhitewaterInput,
  frame: number,
  old: Whitewater,
  before: Neighbours,
  now: Neighbours,
  obstacles: WhitewaterObstacles,
): Whitewater {
  const points: Points = { positions: [], velocities: [], ids: [], ages: [], left: [], widths: [], kinds: [] };
  movePoints(input, old, before, now, obstacles, points);
  const made = makePoints(input, frame, now, obstacles, points, old.made);
  return {
    made,
    positions: Float32Array.from(points.positions),
    velocities: Float32Array.from(points.velocities),
    ids: Uint32Array.from(points.ids),
    ages: Float32Array.from(points.ages),
    left: Float32Array.from(points.left),
    widths: Float32Array.from(points.widths),
    kinds: Float32Array.from(points.kinds),
  };
}

/** Moves the points by a frame, and keeps those that last and stay in the box. */
function movePoints(
  input: WhitewaterInput,
  old: Whitewater,
  before: Neighbours,
  now: Neighbours,
  obstacles: WhitewaterObstacles,
  out: Points,
): void {
  const { duration } = input;
  const [x, v] = [new Float64Array(3), new Float64Array(3)];
  for (let p = 0; p < old.ids.length; p++) {
    for (let axis = 0; axis < 3; axis++) {
      x[axis] = old.positions[3 * p + axis];
      v[axis] = old.velocities[3 * p + axis];
    }
    let isStopped = false;
    if (old.kinds[p] === whitewaterKinds.spray) isStopped = fly(input, obstacles, x, v);
    else {
      drift(input, old.kinds[p] === whitewaterKinds.bubble, before, now, x, v);
      isStopped = obstacles.meet(x, v);
    }
    const touches = keepInBox(input, x, v);
    if (touches === undefined) continue;
    const lies = touches || isStopped;
    const kind = kindOf(now, x[0], x[1], x[2]);
    const isEnding = kind === whitewaterKinds.foam || (kind === whitewaterKinds.spray && lies);
    const left = old.left[p] - (isEnding ? duration : 0);
    if (left <= 0) continue;
    out.positions.push(x[0], x[1], x[2]);
    out.velocities.push(v[0], v[1], v[2]);
    out.ids.push(old.ids[p]);
    out.ages.push(old.ages[p] + duration);
    out.left.push(left);
    out.widths.push(old.widths[p]);
    out.kinds.push(kind);
  }
}

/** Flies for a frame, by parts where there is something to hit. Returns whether it touches something at the end. */
function fly(input: WhitewaterInput, obstacles: WhitewaterObstacles, x: Float64Array, v: Float64Array): boolean {
  const { duration, h } = input;
  if (obstacles.count === 0) {
    flyFreely(input, duration, x, v);
    return false;
  }
  const way = duration * Math.hypot(v[0], v[1], v[2]);
  const parts = Math.min(MOST_PARTS, Math.max(1, Math.ceil(way / Math.min(h / 2, obstacles.reach))));
  let isStopped = false;
  for (let part = 0; part < parts; part++) {
    flyFreely(input, duration / parts, x, v);
    isStopped = obstacles.meet(x, v);
  }
  return isStopped;
}

/** Free flight of `dt`, s, in air at rest: exact for v' = g - c v. */
function flyFreely({ gravity, settings }: WhitewaterInput, dt: number, x: Float64Array, v: Float64Array): void {
  const { airDrag } = settings;
  for (let axis = 0; axis < 3; axis++) {
    if (airDrag === 0) {
      x[axis] += dt * (v[axis] + 0.5 * dt * gravity[axis]);
      v[axis] += dt * gravity[axis];
      continue;
    }
    const falling = gravity[axis] / airDrag;
    const lost = -Math.expm1(-airDrag * dt);
    x[axis] += falling * dt + ((v[axis] - falling) * lost) / airDrag;
    v[axis] += (falling - v[axis]) * lost;
  }
}

/**
 * Follows the liquid by Heun's method between the velocities of two frames. Bubbles differ from it by u, for which u' = -b g - b |g| u / rise: buoyancy and drag,
 * with the speed of rise as the limit.
 */
function drift(
  { gravity, duration }: WhitewaterInput,
  isBubble: boolean,
  before: Neighbours,
  now: Neighbours,
  x: Float64Array,
  v: Float64Array,
): void {
  const [first, second] = [v.slice(), v.slice()];
  before.find(x[0], x[1], x[2]);
  before.meanVelocity(first);
  now.find(x[0] + duration * first[0], x[1] + duration * first[1], x[2] + duration * first[2]);
  second.set(first);
  now.meanVelocity(second);
  const rate = (BUOYANCY * Math.hypot(gravity[0], gravity[1], gravity[2])) / RISE;
  const decay = Math.exp(-rate * duration);
  for (let axis = 0; axis < 3; axis++) {
    const limit = rate === 0 ? 0 : (-BUOYANCY * gravity[axis]) / rate;
    const apart = isBubble ? limit + (v[axis] - first[axis] - limit) * decay : 0;
    const mean = isBubble && rate > 0 ? limit + ((v[axis] - first[axis] - limit) * (1 - decay)) / (rate * duration) : 0;
    x[axis] += duration * (0.5 * (first[axis] + second[axis]) + mean);
    v[axis] = second[axis] + apart;
  }
}

/** Keeps a point in the box: it slides along closed sides. Returns whether it touches one, undefined where it has left through an open side. */
function keepInBox({ low, high, closed }: WhitewaterInput, x: Float64Array, v: Float64Array): boolean | undefined {
  let touches = false;
  for (let axis = 0; axis < 3; axis++) {
    const [isLow, isHigh] = [x[axis] < low[axis], x[axis] > high[axis]];
    if (!isLow && !isHigh) continue;
    if (!closed[axis][isLow ? 0 : 1]) return undefined;
    x[axis] = isLow ? low[axis] : high[axis];
    v[axis] = 0;
    touches = true;
  }
  return touches;
}

/** Returns the kind of whitewater at a place, m, by the number of particles around it. */
function kindOf(now: Neighbours, x: number, y: number, z: number): number {
  const neighbours = now.find(x, y, z, MANY + 1);
  if (neighbours < FEW) return whitewaterKinds.spray;
  return neighbours > MANY ? whitewaterKinds.bubble : whitewaterKinds.foam;
}

/** Makes points at fast particles that take in air. Returns the number of points made since the beginning. */
function makePoints(
  input: WhitewaterInput,
  frame: number,
  now: Neighbours,
  obstacles: WhitewaterObstacles,
  out: Points,
  made: number,
): number {
  const { settings, duration } = input;
  const [least, full] = [settings.leastSpeed ** 2 / 2, settings.fullSpeed ** 2 / 2];
  const potentials = new Potentials(now);
  const numbers = new Float64Array(now.ids.length);
  let total = 0;
  for (let p = 0; p < numbers.length; p++) {
    const [a, b, c] = now.velocities.subarray(3 * p, 3 * p + 3);
    const energy = clampedPotential((a * a + b * b + c * c) / 2, least, full);
    if (energy === 0) continue;
    const { trappedAirRate, waveCrestRate } = settings;
    const air = trappedAirRate === 0 ? 0 : trappedAirRate * potentials.trappedAir(p);
    const crest = waveCrestRate === 0 ? 0 : waveCrestRate * potentials.waveCrest(p);
    total += numbers[p] = energy * (air + crest) * duration;
  }
  const room = settings.maxCount - out.ids.length;
  const scale = total > room ? Math.max(0, room) / total : 1;
  const source = new Source(input, frame, now, obstacles, out);
  for (let p = 0; p < numbers.length; p++) {
    const number = scale * numbers[p];
    if (number === 0) continue;
    const count = Math.floor(number + source.share(p, 0, 0));
    for (let n = 1; n <= count && out.ids.length < settings.maxCount; n++) source.make(p, n, made++);
  }
  return made;
}

/** Makes points at particles, from words that follow from seed, frame, particle and the point's number there. */
class Source {
  private readonly input: WhitewaterInput;
  private readonly frame: number;
  private readonly now: Neighbours;
  private readonly obstacles: WhitewaterObstacles;
  private readonly out: Points;

  constructor(input: WhitewaterInput, frame: number, now: Neighbours, obstacles: WhitewaterObstacles, out: Points) {
    this.input = input;
    this.frame = frame;
    this.now = now;
    this.obstacles = obstacles;
    this.out = out;
  }

  /** Returns a number in [0, 1). */
  share(particle: number, point: number, use: number): number {
    let word = scrambled(this.input.seed + 0x9e3779b9);
    for (const part of [this.frame, this.now.ids[particle], point, use]) word = scrambled(word ^ (part + 0x9e3779b9));
    return shareOfWord(word);
  }

  /** Adds a point in the cylinder of a particle's last way, half a cell in diameter (Ihmsen et al. 2012, 3.2; there along its next way). */
  make(particle: number, point: number, id: number): void {
    const { settings, h, duration, low, high } = this.input;
    const { positions, velocities } = this.now;
    const v = Float64Array.from(velocities.subarray(3 * particle, 3 * particle + 3));
    const speed = Math.hypot(v[0], v[1], v[2]);
    const along = [v[0] / speed, v[1] / speed, v[2] / speed];
    const radius = (h / 4) * Math.sqrt(this.share(particle, point, 1));
    const angle = 2 * Math.PI * this.share(particle, point, 2);
    const back = this.share(particle, point, 3) * duration;
    const [side, up] = acrossOf(along);
    const x = Float64Array.from([0, 1, 2], (axis) => {
      const offset = radius * (Math.cos(angle) * side[axis] + Math.sin(angle) * up[axis]);
      const place = positions[3 * particle + axis] + offset - back * v[axis];
      return Math.min(high[axis], Math.max(low[axis], place));
    });
    const { out } = this;
    this.obstacles.meet(x, v);
    out.positions.push(x[0], x[1], x[2]);
    out.velocities.push(v[0], v[1], v[2]);
    out.ids.push(id);
    out.ages.push(0);
    out.left.push(settings.lifetime * (0.5 + this.share(particle, point, 4)));
    out.widths.push(settings.pointSize * h * (0.5 + this.share(particle, point, 5)));
    out.kinds.push(kindOf(this.now, x[0], x[1], x[2]));
  }
}

/** Returns two unit vectors across a unit vector and each other. */
function acrossOf([x, y, z]: readonly number[]): readonly [readonly number[], readonly number[]] {
  const flat = Math.hypot(x, z);
  const side = flat > 0.1 ? [-z / flat, 0, x / flat] : [0, z / Math.hypot(y, z), -y / Math.hypot(y, z)];
  const up = [y * side[2] - z * side[1], z * side[0] - x * side[2], x * side[1] - y * side[0]];
  return [side, up];
}
