/** A box of the window, CSS px from its left top. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Between a message and the edges of its room, and what it keeps clear of; px. */
const GAP = 10;

/**
 * Where a message of `width` x `height` lies over nothing that can be pressed or read: of all places in `room` that touch an edge of it or of an
 * obstacle the one that covers least, the lowest of those, and of those the one furthest right. A message that is larger than the room keeps its right bottom corner.
 */
export function toastPlace(room: Box, obstacles: readonly Box[], width: number, height: number): Box {
  const lefts = [room.left + GAP, room.right - GAP - width];
  const tops = [room.top + GAP, room.bottom - GAP - height];
  for (const { left, top, right, bottom } of obstacles) {
    lefts.push(right + GAP, left - GAP - width);
    tops.push(bottom + GAP, top - GAP - height);
  }
  const corner = at(room.right - GAP - width, room.bottom - GAP - height, width, height);
  let best = corner;
  let least = Infinity;
  for (const top of inside(tops, room.top + GAP, room.bottom - GAP - height)) {
    for (const left of inside(lefts, room.left + GAP, room.right - GAP - width)) {
      const box = at(left, top, width, height);
      const covered = obstacles.reduce((sum, obstacle) => sum + overlap(box, obstacle), 0);
      if (covered >= least) continue;
      least = covered;
      best = box;
    }
  }
  return best;
}

function at(left: number, top: number, width: number, height: number): Box {
  return { left, top, right: left + width, bottom: top + height };
}

/** The places between two limits, the largest first. */
function inside(places: readonly number[], low: number, high: number): number[] {
  return places.filter((place) => place >= low && place <= high).sort((a, b) => b - a);
}

/** px2 that two boxes share. */
function overlap(a: Box, b: Box): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return Math.max(0, width) * Math.max(0, height);
}
