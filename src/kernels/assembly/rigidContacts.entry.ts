// Sweeps over rows of contact between rigid bodies, with the operations of `ReferenceSweeps` in their order: the same bytes. Layout of a row: `src/rigid/sweeps/contactRow.ts`.

const ROW_BYTES: usize = 288;
const NORMAL: usize = 0;
const ARM_A: usize = 24;
const ARM_B: usize = 48;
const RESPONSE: usize = 72;
const MASS: usize = 96;
const STEP: usize = 104;
const FRICTION: usize = 112;
const CLOSING: usize = 120;
const IMPULSE: usize = 128;
const TANGENT: usize = 136;
const RESTITUTION: usize = 160;
const GAP: usize = 168;
const PUSH: usize = 176;
const CARRIED: usize = 184;
const BEFORE: usize = 192;
const DIRECTION: usize = 224;
const DRIFT: usize = 256;
/** Bytes of a motion, and of the inverse inertia of a body. */
const MOTION: usize = 48;
/** Offsets of the limits. */
const DT: usize = 0;
const UNCHANGED: usize = 8;
const SLOW: usize = 16;
const SLOP: usize = 24;
const SHARE: usize = 32;
const MOST: usize = 40;

const NOTHING: i32 = 0;
const LITTLE: i32 = 1;
const MUCH: i32 = 2;

/** Addresses of the arrays of `ContactRows` and `BodyVelocities`. */
let rows: usize = 0;
let ends: usize = 0;
let visits: usize = 0;
let changes: usize = 0;
let limits: usize = 0;
let velocities: usize = 0;
let shifts: usize = 0;
let inverseMasses: usize = 0;
let inverseInertias: usize = 0;
let overlaps: usize = 0;
let directions: usize = 0;
let befores: usize = 0;
let members: usize = 0;
let lastNorm: f64 = 0.0;
/** Visits of rows so far. */
let clock: i32 = 0;

/** Relative motion at a row, and its part along the normal. */
let ux: f64 = 0.0;
let uy: f64 = 0.0;
let uz: f64 = 0.0;
let along: f64 = 0.0;

export function bind(
  rowsAt: usize,
  endsAt: usize,
  visitsAt: usize,
  changesAt: usize,
  limitsAt: usize,
  velocitiesAt: usize,
  shiftsAt: usize,
  inverseMassesAt: usize,
  inverseInertiasAt: usize,
  overlapsAt: usize,
  directionsAt: usize,
  beforesAt: usize,
  membersAt: usize,
): void {
  rows = rowsAt;
  ends = endsAt;
  visits = visitsAt;
  changes = changesAt;
  limits = limitsAt;
  velocities = velocitiesAt;
  shifts = shiftsAt;
  inverseMasses = inverseMassesAt;
  inverseInertias = inverseInertiasAt;
  overlaps = overlapsAt;
  directions = directionsAt;
  befores = beforesAt;
  members = membersAt;
}

@inline
function firstOf(row: i32): i32 {
  return load<i32>(ends + ((<usize>row) << 3));
}

@inline
function secondOf(row: i32): i32 {
  return load<i32>(ends + ((<usize>row) << 3), 4);
}

/** Finds the motion of the first body against the second at the point of a row, and its part along the normal. */
@inline
function findSpeed(r: usize, a: usize, b: usize): void {
  const px = load<f64>(r, ARM_A);
  const py = load<f64>(r, ARM_A + 8);
  const pz = load<f64>(r, ARM_A + 16);
  const qx = load<f64>(r, ARM_B);
  const qy = load<f64>(r, ARM_B + 8);
  const qz = load<f64>(r, ARM_B + 16);
  const ax = load<f64>(a, 24);
  const ay = load<f64>(a, 32);
  const az = load<f64>(a, 40);
  const bx = load<f64>(b, 24);
  const by = load<f64>(b, 32);
  const bz = load<f64>(b, 40);
  ux = load<f64>(a) + (ay * pz - az * py) - (load<f64>(b) + (by * qz - bz * qy)) - load<f64>(r, DRIFT);
  uy = load<f64>(a, 8) + (az * px - ax * pz) - (load<f64>(b, 8) + (bz * qx - bx * qz)) - load<f64>(r, DRIFT + 8);
  uz = load<f64>(a, 16) + (ax * py - ay * px) - (load<f64>(b, 16) + (bx * qy - by * qx)) - load<f64>(r, DRIFT + 16);
  findAlong(r);
}

@inline
function findAlong(r: usize): void {
  along = ux * load<f64>(r, NORMAL) + uy * load<f64>(r, NORMAL + 8) + uz * load<f64>(r, NORMAL + 16);
}

/** Adds to a motion what an impulse at an arm from the centre of a body changes of it. */
@inline
function push(motion: usize, body: i32, inverse: f64, arm: usize, x: f64, y: f64, z: f64): void {
  const j = inverseInertias + <usize>body * MOTION;
  store<f64>(motion, load<f64>(motion) + inverse * x);
  store<f64>(motion, load<f64>(motion, 8) + inverse * y, 8);
  store<f64>(motion, load<f64>(motion, 16) + inverse * z, 16);
  const rx = load<f64>(arm);
  const ry = load<f64>(arm, 8);
  const rz = load<f64>(arm, 16);
  const tx = ry * z - rz * y;
  const ty = rz * x - rx * z;
  const tz = rx * y - ry * x;
  const xy = load<f64>(j, 8);
  const xz = load<f64>(j, 16);
  const yz = load<f64>(j, 32);
  store<f64>(motion, load<f64>(motion, 24) + (load<f64>(j) * tx + xy * ty + xz * tz), 24);
  store<f64>(motion, load<f64>(motion, 32) + (xy * tx + load<f64>(j, 24) * ty + yz * tz), 32);
  store<f64>(motion, load<f64>(motion, 40) + (xz * tx + yz * ty + load<f64>(j, 40) * tz), 40);
}

/** Adds the impulse to the first body of a row and its opposite to the second. */
@inline
function apply(r: usize, motions: usize, a: i32, b: i32, x: f64, y: f64, z: f64): void {
  const ofA = load<f64>(inverseMasses + ((<usize>a) << 3));
  const ofB = load<f64>(inverseMasses + ((<usize>b) << 3));
  if (ofA != 0.0) push(motions + <usize>a * MOTION, a, ofA, r + ARM_A, x, y, z);
  if (ofB != 0.0) push(motions + <usize>b * MOTION, b, ofB, r + ARM_B, -x, -y, -z);
}

export function begin(): void {
  clock = 0;
}

export function start(from: i32, to: i32): void {
  for (let row = from; row < to; row++) {
    const r = rows + <usize>row * ROW_BYTES;
    const nx = load<f64>(r, NORMAL);
    const ny = load<f64>(r, NORMAL + 8);
    const nz = load<f64>(r, NORMAL + 16);
    let tx = load<f64>(r, TANGENT);
    let ty = load<f64>(r, TANGENT + 8);
    let tz = load<f64>(r, TANGENT + 16);
    const impulse = load<f64>(r, IMPULSE);
    store<f64>(r, impulse, CARRIED);
    const off = tx * nx + ty * ny + tz * nz;
    tx = tx - off * nx;
    ty = ty - off * ny;
    tz = tz - off * nz;
    const square = tx * tx + ty * ty + tz * tz;
    const most = load<f64>(r, FRICTION) * impulse;
    const share: f64 = square > most * most ? most / Math.sqrt(square) : 1.0;
    tx = tx * share;
    ty = ty * share;
    tz = tz * share;
    store<f64>(r, tx, TANGENT);
    store<f64>(r, ty, TANGENT + 8);
    store<f64>(r, tz, TANGENT + 16);
    if (impulse == 0.0) continue;
    apply(r, velocities, firstOf(row), secondOf(row), tx + impulse * nx, ty + impulse * ny, tz + impulse * nz);
  }
}

export function bounce(from: i32, to: i32): bool {
  let bounced = false;
  for (let row = from; row < to; row++) {
    const r = rows + <usize>row * ROW_BYTES;
    const restitution = load<f64>(r, RESTITUTION);
    if (restitution == 0.0) continue;
    const first = firstOf(row);
    const second = secondOf(row);
    findSpeed(r, velocities + <usize>first * MOTION, velocities + <usize>second * MOTION);
    if (!(along < -load<f64>(limits, SLOW)) || load<f64>(r, GAP) + load<f64>(limits, DT) * along > 0.0) continue;
    bounced = true;
    const nx = load<f64>(r, NORMAL);
    const ny = load<f64>(r, NORMAL + 8);
    const nz = load<f64>(r, NORMAL + 16);
    const impulse = -(1.0 + restitution) * along * load<f64>(r, MASS);
    ux = ux + impulse * load<f64>(r, RESPONSE);
    uy = uy + impulse * load<f64>(r, RESPONSE + 8);
    uz = uz + impulse * load<f64>(r, RESPONSE + 16);
    findAlong(r);
    const step = load<f64>(r, STEP);
    const most = load<f64>(r, FRICTION) * impulse;
    const tx = -step * (ux - along * nx);
    const ty = -step * (uy - along * ny);
    const tz = -step * (uz - along * nz);
    const square = tx * tx + ty * ty + tz * tz;
    const share: f64 = square > most * most ? most / Math.sqrt(square) : 1.0;
    apply(r, velocities, first, second, tx * share + impulse * nx, ty * share + impulse * ny, tz * share + impulse * nz);
  }
  return bounced;
}

@inline
function solve(row: i32, all: bool): i32 {
  const first = firstOf(row);
  const second = secondOf(row);
  const visit = visits + ((<usize>row) << 2);
  const changeA = changes + ((<usize>first) << 2);
  const changeB = changes + ((<usize>second) << 2);
  if (!all) {
    const visited = load<i32>(visit);
    if (load<i32>(changeA) < visited && load<i32>(changeB) < visited) return NOTHING;
  }
  clock++;
  store<i32>(visit, clock);
  const r = rows + <usize>row * ROW_BYTES;
  const before = load<f64>(r, IMPULSE);
  findSpeed(r, velocities + <usize>first * MOTION, velocities + <usize>second * MOTION);
  const mass = load<f64>(r, MASS);
  const wanted = before - mass * (along + load<f64>(r, CLOSING));
  const impulse: f64 = wanted > 0.0 ? wanted : 0.0;
  const most = load<f64>(r, FRICTION) * impulse;
  const change = impulse - before;
  const ox = load<f64>(r, TANGENT);
  const oy = load<f64>(r, TANGENT + 8);
  const oz = load<f64>(r, TANGENT + 16);
  const nx = load<f64>(r, NORMAL);
  const ny = load<f64>(r, NORMAL + 8);
  const nz = load<f64>(r, NORMAL + 16);
  const step = load<f64>(r, STEP);
  let dx: f64 = 0.0;
  let dy: f64 = 0.0;
  let dz: f64 = 0.0;
  let square: f64 = 0.0;
  if (most != 0.0 || ox != 0.0 || oy != 0.0 || oz != 0.0) {
    ux = ux + change * load<f64>(r, RESPONSE);
    uy = uy + change * load<f64>(r, RESPONSE + 8);
    uz = uz + change * load<f64>(r, RESPONSE + 16);
    findAlong(r);
    const tx = ox + -step * (ux - along * nx);
    const ty = oy + -step * (uy - along * ny);
    const tz = oz + -step * (uz - along * nz);
    const length = tx * tx + ty * ty + tz * tz;
    const share: f64 = length > most * most ? most / Math.sqrt(length) : 1.0;
    const sx = tx * share;
    const sy = ty * share;
    const sz = tz * share;
    store<f64>(r, sx, TANGENT);
    store<f64>(r, sy, TANGENT + 8);
    store<f64>(r, sz, TANGENT + 16);
    dx = sx - ox;
    dy = sy - oy;
    dz = sz - oz;
    square = dx * dx + dy * dy + dz * dz;
  }
  if (change == 0.0 && square == 0.0) return NOTHING;
  store<f64>(r, impulse, IMPULSE);
  apply(r, velocities, first, second, dx + change * nx, dy + change * ny, dz + change * nz);
  const unchanged = load<f64>(limits, UNCHANGED);
  const across = unchanged * step;
  if (Math.abs(change) <= unchanged * mass && square <= across * across) return LITTLE;
  if (load<f64>(inverseMasses + ((<usize>first) << 3)) != 0.0) store<i32>(changeA, clock);
  if (load<f64>(inverseMasses + ((<usize>second) << 3)) != 0.0) store<i32>(changeB, clock);
  return MUCH;
}

export function sweep(from: i32, to: i32, back: bool, all: bool): i32 {
  let changed = NOTHING;
  const step = back ? -1 : 1;
  const end = back ? from - 1 : to;
  for (let row = back ? to - 1 : from; row != end; row += step) {
    const found = solve(row, all);
    if (found > changed) changed = found;
  }
  return changed;
}

export function findOverlaps(from: i32, to: i32): bool {
  const slop = load<f64>(limits, SLOP);
  let any = false;
  for (let row = from; row < to; row++) {
    const r = rows + <usize>row * ROW_BYTES;
    const first = firstOf(row);
    const second = secondOf(row);
    findSpeed(r, velocities + <usize>first * MOTION, velocities + <usize>second * MOTION);
    const overlap = -(load<f64>(r, GAP) + load<f64>(limits, DT) * along);
    noteOverlap(first, overlap);
    noteOverlap(second, overlap);
    const excess = load<f64>(limits, SHARE) * (overlap - slop);
    const most = load<f64>(limits, MOST);
    if (overlap > slop) any = true;
    store<f64>(r, overlap > slop ? (excess < most ? excess : most) : -Infinity, CLOSING);
    store<f64>(r, 0.0, PUSH);
    store<f64>(r, 0.0, DRIFT);
    store<f64>(r, 0.0, DRIFT + 8);
    store<f64>(r, 0.0, DRIFT + 16);
  }
  return any;
}

@inline
function noteOverlap(body: i32, overlap: f64): void {
  const at = overlaps + ((<usize>body) << 3);
  if (overlap > load<f64>(at)) store<f64>(at, overlap);
}

@inline
function pushRow(row: i32): void {
  const r = rows + <usize>row * ROW_BYTES;
  const wanted = load<f64>(r, CLOSING);
  if (wanted == -Infinity) return;
  const first = firstOf(row);
  const second = secondOf(row);
  findSpeed(r, shifts + <usize>first * MOTION, shifts + <usize>second * MOTION);
  const before = load<f64>(r, PUSH);
  const asked = before + load<f64>(r, MASS) * (wanted - along);
  const pushed: f64 = asked > 0.0 ? asked : 0.0;
  store<f64>(r, pushed, PUSH);
  const p = pushed - before;
  apply(r, shifts, first, second, p * load<f64>(r, NORMAL), p * load<f64>(r, NORMAL + 8), p * load<f64>(r, NORMAL + 16));
}

export function pushApart(from: i32, to: i32): void {
  for (let row = from; row < to; row++) pushRow(row);
  for (let row = to - 1; row >= from; row--) pushRow(row);
}

export function visited(): i32 {
  return clock;
}

export function beginDirections(from: i32, to: i32, firstMember: i32, lastMember: i32): void {
  lastNorm = 0.0;
  for (let row = from; row < to; row++) {
    const r = rows + <usize>row * ROW_BYTES;
    memory.copy(r + BEFORE, r + IMPULSE, 32);
    memory.fill(r + DIRECTION, 0, 32);
  }
  for (let k = firstMember; k < lastMember; k++) {
    const at = <usize>load<i32>(members + ((<usize>k) << 2)) * MOTION;
    memory.copy(befores + at, velocities + at, MOTION);
    memory.fill(directions + at, 0, MOTION);
  }
}

export function accelerate(from: i32, to: i32, firstMember: i32, lastMember: i32): void {
  let norm: f64 = 0.0;
  for (let row = from; row < to; row++) {
    const r = rows + <usize>row * ROW_BYTES;
    const n = load<f64>(r, IMPULSE) - load<f64>(r, BEFORE);
    const x = load<f64>(r, TANGENT) - load<f64>(r, BEFORE + 8);
    const y = load<f64>(r, TANGENT + 8) - load<f64>(r, BEFORE + 16);
    const z = load<f64>(r, TANGENT + 16) - load<f64>(r, BEFORE + 24);
    norm = norm + (n * n / load<f64>(r, MASS) + (x * x + y * y + z * z) / load<f64>(r, STEP));
  }
  const beta: f64 = norm < lastNorm ? norm / lastNorm : 0.0;
  lastNorm = norm;
  for (let row = from; row < to; row++) {
    const r = rows + <usize>row * ROW_BYTES;
    for (let k: usize = 0; k < 32; k += 8) {
      const now = load<f64>(r + k, IMPULSE);
      const along = beta * load<f64>(r + k, DIRECTION);
      store<f64>(r + k, along + (now - load<f64>(r + k, BEFORE)), DIRECTION);
      store<f64>(r + k, now + along, IMPULSE);
      store<f64>(r + k, now + along, BEFORE);
    }
  }
  for (let m = firstMember; m < lastMember; m++) {
    const at = <usize>load<i32>(members + ((<usize>m) << 2)) * MOTION;
    for (let k: usize = at; k < at + MOTION; k += 8) {
      const now = load<f64>(velocities + k);
      const along = beta * load<f64>(directions + k);
      store<f64>(directions + k, along + (now - load<f64>(befores + k)));
      store<f64>(velocities + k, now + along);
      store<f64>(befores + k, now + along);
    }
  }
}

