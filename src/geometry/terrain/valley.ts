/** A valley along x: hills on both sides of a bed that winds. Lengths in m. */
export interface Valley {
  readonly sizeX: number;
  readonly sizeZ: number;
  /** Height of the sides above the valley floor. */
  readonly height: number;
  /** Distance between hills. */
  readonly hillSize: number;
  /** Fall along +x, per metre. */
  readonly slope: number;
  readonly bedDepth: number;
  readonly bedWidth: number;
  /** How far the bed swings to either side. */
  readonly meander: number;
  readonly seed: number;
}

const OCTAVES = 4;
/** Height of the hills over that of the sides, on the valley floor and added towards the sides. */
const FLOOR_HILLS = 0.12;
const SIDE_HILLS = 0.35;
/** Swings of the bed along the valley. */
const SWINGS = 1.25;

/** Returns the height of the ground of a valley at a place, m: 0 on average along the middle of its floor. */
export function valleyHeight(valley: Valley, x: number, z: number): number {
  const { sizeX, sizeZ, height, hillSize, slope, bedDepth, bedWidth } = valley;
  const away = Math.abs(z - bedMiddle(valley, x));
  const side = Math.min(1, away / (sizeZ / 2));
  const bed = bedDepth * Math.exp(-(((2 * away) / bedWidth) ** 2));
  const hills = fractalNoise(x / hillSize + sizeX, z / hillSize + sizeZ, valley.seed);
  return height * (side * side * (3 - 2 * side) + (FLOOR_HILLS + SIDE_HILLS * side) * hills) - bed - slope * x;
}

/** Returns where across the valley the middle of its bed is, m. */
export function bedMiddle({ sizeX, meander }: Valley, x: number): number {
  return meander * Math.sin((2 * Math.PI * SWINGS * x) / sizeX);
}

/** Sum of octaves of value noise, -1 to 1. */
function fractalNoise(x: number, z: number, seed: number): number {
  let sum = 0;
  let scale = 0.5;
  let frequency = 1;
  for (let octave = 0; octave < OCTAVES; octave++) {
    sum += scale * valueNoise(frequency * x, frequency * z, seed + octave);
    scale /= 2;
    frequency *= 2;
  }
  return sum / (1 - 0.5 ** OCTAVES);
}

/** Smooth interpolation of random numbers from -1 to 1 at whole places. */
function valueNoise(x: number, z: number, seed: number): number {
  const i = Math.floor(x);
  const k = Math.floor(z);
  const a = smooth(x - i);
  const b = smooth(z - k);
  const near = numberAt(i, k, seed) + a * (numberAt(i + 1, k, seed) - numberAt(i, k, seed));
  const far = numberAt(i, k + 1, seed) + a * (numberAt(i + 1, k + 1, seed) - numberAt(i, k + 1, seed));
  return near + b * (far - near);
}

function smooth(t: number): number {
  return t * t * t * (t * (6 * t - 15) + 10);
}

function numberAt(i: number, k: number, seed: number): number {
  let word = Math.imul(i, 0x27d4eb2d) ^ Math.imul(k, 0x165667b1) ^ Math.imul(seed + 1, 0x9e3779b1);
  word = Math.imul(word ^ (word >>> 15), 0x85ebca6b);
  word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35);
  return ((word ^ (word >>> 16)) >>> 0) / 2 ** 31 - 1;
}
