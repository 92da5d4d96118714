/** A box of the window, CSS px from its left top. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Distance between a message and the edges of its room, and what it keeps clear of; px. */
const GAP = 10;

export interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Returns the place where a message covers nothing that can be pressed or read: of all places in `room` that touch an edge of it or of an obstacle the one that covers least, the lowest of those, and
 * of those the one furthest right; in the first of its `sizes` that covers nothing. A message that is larger than the room keeps its right bottom corner.
 */
export function toastPlace(room: Box, obstacles: readonly Box[], sizes: readonly Size[]): Box {
  let best = corner(room, sizes[0]);
  let least = Infinity;
  // There are thousands of places, and what browsers measure is slow to read.
  const inRoom = obstacles.filter((obstacle) => overlap(room, obstacle) > 0).map(plain);
  for (const size of sizes) {
    for (const box of places(room, obstacles, size)) {
      const covered = coverage(box, inRoom, least);
      if (covered >= least) continue;
      least = covered;
      best = box;
      if (least === 0) return best;
    }
  }
  return best;
}

function plain({ left, top, right, bottom }: Box): Box {
  return { left, top, right, bottom };
}

/** px2 of obstacles that a box covers; where that is `limit` or more, perhaps not all of it. */
function coverage(box: Box, obstacles: readonly Box[], limit: number): number {
  let sum = 0;
  for (const obstacle of obstacles) {
    sum += overlap(box, obstacle);
    if (sum >= limit) return sum;
  }
  return sum;
}

function corner(room: Box, { width, height }: Size): Box {
  return at(room.right - GAP - width, room.bottom - GAP - height, width, height);
}

/** All that touch an edge, from the lowest up, and from right to left. */
function* places(room: Box, obstacles: readonly Box[], { width, height }: Size): Generator<Box> {
  const lefts = [room.left + GAP, room.right - GAP - width];
  const tops = [room.top + GAP, room.bottom - GAP - height];
  for (const { left, top, right, bottom } of obstacles) {
    lefts.push(right + GAP, left - GAP - width);
    tops.push(bottom + GAP, top - GAP - height);
  }
  for (const top of inside(tops, room.top + GAP, room.bottom - GAP - height)) {
    for (const left of inside(lefts, room.left + GAP, room.right - GAP - width)) yield at(left, top, width, height);
  }
}

function at(left: number, top: number, width: number, height: number): Box {
  return { left, top, right: left + width, bottom: top + height };
}

/** The places between two limits, the largest first. */
function inside(places: readonly number[], low: number, high: number): number[] {
  return [...new Set(places)].filter((place) => place >= low && place <= high).sort((a, b) => b - a);
}

/** px2 that two boxes share. */
function overlap(a: Box, b: Box): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return Math.max(0, width) * Math.max(0, height);
}
