/**
 * A plain single-stroke lettering. Units: baseline at 0, capitals 7 high, small letters 5, descenders to -2. A glyph is its
 * width and a path: `M x y` moves, `L x y` draws a line, `A cx cy rx ry a b` draws along an ellipse from angle a to b
 * (degrees, counter-clockwise when b > a).
 */
type Glyph = readonly [width: number, path: string];

const BOWL = 'A 1.9 2.5 1.9 2.5 0 360';

const GLYPHS: Readonly<Record<string, Glyph>> = {
  ' ': [1.4, ''],
  '0': [4, 'A 2 3.5 2 3.5 0 360'],
  '1': [2.4, 'M .2 5.5 L 2 7 L 2 0'],
  '2': [4, 'A 2 5 1.9 2 160 -38 L 0 0 L 4 0'],
  '3': [4, 'A 2 5.25 1.75 1.75 150 -90 A 2 1.75 2 1.75 90 -150'],
  '4': [4.3, 'M 3.1 0 L 3.1 7 L 0 2 L 4.3 2'],
  '5': [4, 'M 3.6 7 L .6 7 L .35 3.9 A 1.9 2.2 2.1 2.2 135 -145'],
  '6': [4, 'A 2 2.1 2 2.1 0 360 A 4 2.1 4 4.9 180 108'],
  '7': [4, 'M 0 7 L 4 7 L 1.4 0'],
  '8': [4, 'A 2 5.25 1.7 1.75 0 360 A 2 1.8 2 1.8 0 360'],
  '9': [4, 'A 2 4.9 2 2.1 0 360 A 0 4.9 4 4.9 0 -72'],
  A: [4.6, 'M 0 0 L 2.3 7 L 4.6 0 M .85 2.5 L 3.75 2.5'],
  B: [4.2, 'M 0 0 L 0 7 L 2.2 7 A 2.2 5.3 1.7 1.7 90 -90 L 0 3.6 M 2.2 3.6 A 2.3 1.8 1.9 1.8 90 -90 L 0 0'],
  C: [4.3, 'A 2.6 3.5 2.6 3.5 50 310'],
  D: [4.4, 'M 0 0 L 0 7 L 1.7 7 A 1.7 3.5 2.7 3.5 90 -90 L 0 0'],
  E: [3.6, 'M 3.6 7 L 0 7 L 0 0 L 3.6 0 M 0 3.6 L 3 3.6'],
  F: [3.6, 'M 3.6 7 L 0 7 L 0 0 M 0 3.6 L 3 3.6'],
  G: [5.2, 'A 2.6 3.5 2.6 3.5 50 360 L 3 3.5'],
  H: [4.4, 'M 0 0 L 0 7 M 4.4 0 L 4.4 7 M 0 3.6 L 4.4 3.6'],
  I: [0, 'M 0 0 L 0 7'],
  J: [2.8, 'M 2.8 7 L 2.8 1.7 A 1.4 1.7 1.4 1.7 0 -160'],
  K: [4.2, 'M 0 0 L 0 7 M 4 7 L 0 2.8 M 1.5 4.4 L 4.2 0'],
  L: [3.5, 'M 0 7 L 0 0 L 3.5 0'],
  M: [5.4, 'M 0 0 L 0 7 L 2.7 1.8 L 5.4 7 L 5.4 0'],
  N: [4.4, 'M 0 0 L 0 7 L 4.4 0 L 4.4 7'],
  O: [5.4, 'A 2.7 3.5 2.7 3.5 0 360'],
  P: [4.1, 'M 0 0 L 0 7 L 2.2 7 A 2.2 5.1 1.9 1.9 90 -90 L 0 3.2'],
  Q: [5.4, 'A 2.7 3.5 2.7 3.5 0 360 M 3.3 1.6 L 5.3 -.6'],
  R: [4.2, 'M 0 0 L 0 7 L 2.2 7 A 2.2 5.1 1.9 1.9 90 -90 L 0 3.2 M 2 3.2 L 4.2 0'],
  S: [4.1, 'A 2.05 5.25 1.85 1.75 40 270 A 2.05 1.75 2.05 1.75 90 -145'],
  T: [4.4, 'M 0 7 L 4.4 7 M 2.2 7 L 2.2 0'],
  U: [4.4, 'M 0 7 L 0 2.2 A 2.2 2.2 2.2 2.2 180 360 L 4.4 7'],
  V: [4.4, 'M 0 7 L 2.2 0 L 4.4 7'],
  W: [6.4, 'M 0 7 L 1.6 0 L 3.2 6 L 4.8 0 L 6.4 7'],
  X: [4.2, 'M 0 0 L 4.2 7 M 0 7 L 4.2 0'],
  Y: [4.4, 'M 0 7 L 2.2 3.4 L 4.4 7 M 2.2 3.4 L 2.2 0'],
  Z: [4.2, 'M 0 7 L 4.2 7 L 0 0 L 4.2 0'],
  a: [3.8, `${BOWL} M 3.8 5 L 3.8 0`],
  b: [3.8, `M 0 7 L 0 0 ${BOWL}`],
  c: [3.3, 'A 2 2.5 2 2.5 50 310'],
  d: [3.8, `${BOWL} M 3.8 7 L 3.8 0`],
  e: [3.9, 'M .05 2.5 L 3.9 2.5 A 1.95 2.5 1.95 2.5 0 310'],
  f: [2.3, 'A 2 5.6 1.2 1.4 70 180 L .8 0 M 0 5 L 2.2 5'],
  g: [3.8, `${BOWL} M 3.8 5 L 3.8 -.3 A 1.9 -.3 1.9 1.8 0 -150`],
  h: [3.5, 'M 0 7 L 0 0 M 0 3 A 1.75 3 1.75 2 180 0 L 3.5 0'],
  i: [0, 'M 0 5 L 0 0 M 0 6.8 L 0 7'],
  j: [1, 'M 1 5 L 1 -.8 A 0 -.8 1 1.2 0 -90 M 1 6.8 L 1 7'],
  k: [3.3, 'M 0 7 L 0 0 M 3 5 L 0 2 M 1.1 3.1 L 3.3 0'],
  l: [0, 'M 0 7 L 0 0'],
  m: [5.8, 'M 0 5 L 0 0 M 0 3.2 A 1.45 3.2 1.45 1.8 180 0 L 2.9 0 M 2.9 3.2 A 4.35 3.2 1.45 1.8 180 0 L 5.8 0'],
  n: [3.5, 'M 0 5 L 0 0 M 0 3 A 1.75 3 1.75 2 180 0 L 3.5 0'],
  o: [4, 'A 2 2.5 2 2.5 0 360'],
  p: [3.8, `M 0 5 L 0 -2 ${BOWL}`],
  q: [3.8, `${BOWL} M 3.8 5 L 3.8 -2`],
  r: [2.4, 'M 0 5 L 0 0 M 0 3 A 1.8 3 1.8 2 180 70'],
  s: [3.2, 'A 1.6 3.75 1.4 1.25 40 270 A 1.6 1.25 1.6 1.25 90 -145'],
  t: [2.3, 'M .8 6.6 L .8 1.2 A 1.9 1.2 1.1 1.2 180 285 M 0 5 L 2.2 5'],
  u: [3.5, 'M 0 5 L 0 2 A 1.75 2 1.75 2 180 360 M 3.5 5 L 3.5 0'],
  v: [3.6, 'M 0 5 L 1.8 0 L 3.6 5'],
  w: [5.2, 'M 0 5 L 1.3 0 L 2.6 4.4 L 3.9 0 L 5.2 5'],
  x: [3.4, 'M 0 0 L 3.4 5 M 0 5 L 3.4 0'],
  y: [3.6, 'M 0 5 L 1.8 0 M 3.6 5 L 1 -2'],
  z: [3.3, 'M 0 5 L 3.3 5 L 0 0 L 3.3 0'],
  '.': [0.1, 'M 0 0 L .1 0'],
  ',': [0.4, 'M .4 .2 L 0 -1.3'],
  ':': [0.1, 'M 0 .3 L .1 .3 M 0 4.2 L .1 4.2'],
  ';': [0.4, 'M .4 .2 L 0 -1.3 M .3 4.2 L .4 4.2'],
  '-': [2.4, 'M 0 2.8 L 2.4 2.8'],
  '–': [3.6, 'M 0 2.8 L 3.6 2.8'],
  '+': [3.6, 'M 0 3 L 3.6 3 M 1.8 1.2 L 1.8 4.8'],
  '=': [3.6, 'M 0 2.1 L 3.6 2.1 M 0 4 L 3.6 4'],
  '/': [2.8, 'M 0 -.8 L 2.8 7.6'],
  '\\': [2.8, 'M 2.8 -.8 L 0 7.6'],
  '|': [0, 'M 0 -1.5 L 0 7.8'],
  '(': [1.6, 'A 3.2 3 3.2 5.4 130 230'],
  ')': [1.6, 'A -1.6 3 3.2 5.4 50 -50'],
  '[': [1.4, 'M 1.4 7.6 L 0 7.6 L 0 -1.2 L 1.4 -1.2'],
  ']': [1.4, 'M 0 7.6 L 1.4 7.6 L 1.4 -1.2 L 0 -1.2'],
  '<': [3, 'M 3 5 L 0 3 L 3 1'],
  '>': [3, 'M 0 5 L 3 3 L 0 1'],
  '%': [5.6, 'A 1.3 5.5 1.2 1.5 0 360 A 4.3 1.5 1.2 1.5 0 360 M .8 0 L 4.8 7'],
  '#': [4.4, 'M 1.4 0 L 2.2 7 M 3 0 L 3.8 7 M .4 2.3 L 4.6 2.3 M .6 4.7 L 4.8 4.7'],
  _: [4, 'M 0 -1 L 4 -1'],
  "'": [0, 'M 0 7 L 0 5.4'],
  '"': [1.4, 'M 0 7 L 0 5.4 M 1.4 7 L 1.4 5.4'],
  '!': [0.1, 'M 0 0 L .1 0 M 0 7 L 0 2'],
  '?': [3.4, 'A 1.7 5.2 1.7 1.8 165 -60 L 1.6 2 M 1.6 0 L 1.7 0'],
  '*': [2.8, 'M 1.4 6.8 L 1.4 3.8 M .1 6 L 2.7 4.6 M .1 4.6 L 2.7 6'],
  '~': [3.6, 'A .9 2.7 .9 .8 180 0 A 2.7 2.7 .9 .8 180 360'],
  '°': [1.6, 'A .8 6.2 .8 .8 0 360'],
  '·': [0.1, 'M 0 2.8 L .1 2.8'],
  '×': [2.8, 'M 0 1.4 L 2.8 4.2 M 0 4.2 L 2.8 1.4'],
  µ: [3.5, 'M 0 5 L 0 -2 M 0 2 A 1.75 2 1.75 2 180 360 M 3.5 5 L 3.5 0'],
  '²': [2, 'A 1 6.3 .95 .9 160 -38 L 0 4 L 2 4'],
  '³': [2, 'A 1 6.4 .85 .8 150 -90 A 1 4.7 1 .9 90 -150'],
};

/** Shown for characters that the lettering lacks. */
const UNKNOWN: Glyph = [3.4, 'M 0 0 L 0 7 L 3.4 7 L 3.4 0 L 0 0'];
const LETTER_GAP = 1.5;
/** Degrees per straight piece of a curve. */
const ARC_STEP = 12;

function glyphOf(character: string): Glyph {
  const plain = character.normalize('NFKD').charAt(0);
  return GLYPHS[character] ?? GLYPHS[plain] ?? UNKNOWN;
}

/** Width of a text in units (of which capitals are 7 high). */
export function textUnits(text: string): number {
  let width = 0;
  for (const character of text) width += glyphOf(character)[0] + LETTER_GAP;
  return Math.max(0, width - LETTER_GAP);
}

/** The text as straight strokes, x1 y1 x2 y2 each, in units from the start of the baseline, y up. */
export function textStrokes(text: string): number[] {
  const strokes: number[] = [];
  let x = 0;
  for (const character of text) {
    const [width, path] = glyphOf(character);
    addGlyph(path, x, strokes);
    x += width + LETTER_GAP;
  }
  return strokes;
}

function addGlyph(path: string, shift: number, strokes: number[]): void {
  const tokens = path.split(' ').filter((token) => token !== '');
  let penX = 0;
  let penY = 0;
  const lineTo = (x: number, y: number) => {
    strokes.push(penX + shift, penY, x + shift, y);
    penX = x;
    penY = y;
  };
  let next = 0;
  while (next < tokens.length) {
    const command = tokens[next];
    const count = command === 'A' ? 6 : 2;
    const n = tokens.slice(next + 1, next + 1 + count).map(Number);
    next += 1 + count;
    if (command === 'L') lineTo(n[0], n[1]);
    else if (command === 'M') [penX, penY] = n;
    else addArc(n, (x, y) => ([penX, penY] = [x, y]), lineTo);
  }
}

function addArc(
  [cx, cy, rx, ry, from, to]: readonly number[],
  moveTo: (x: number, y: number) => void,
  lineTo: (x: number, y: number) => void,
): void {
  const pieces = Math.ceil(Math.abs(to - from) / ARC_STEP);
  for (let i = 0; i <= pieces; i++) {
    const angle = ((from + ((to - from) * i) / pieces) * Math.PI) / 180;
    (i === 0 ? moveTo : lineTo)(cx + rx * Math.cos(angle), cy + ry * Math.sin(angle));
  }
}
