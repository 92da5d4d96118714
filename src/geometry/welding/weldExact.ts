/** Groups of vertices with exactly equal positions. */
export interface Welding {
  /** Number of each vertex's position, counted in order of first appearance. */
  readonly place: Uint32Array;
  /** First vertex at each position. */
  readonly first: Uint32Array;
}

/**
 * Groups vertices whose three coordinates are equal (-0 equals 0). `positions`: xyz per vertex; one with a NaN is
 * a group of its own. Linear time: open
 * addressing over the coordinates' bits.
 */
export function weldExact(positions: ArrayLike<number>): Welding {
  const count = positions.length / 3;
  let capacity = 16;
  while (capacity < 2 * count) capacity *= 2;
  const slots = new Int32Array(capacity).fill(-1);
  const place = new Uint32Array(count);
  const first = new Uint32Array(count);
  const coordinates = new Float64Array(3);
  const bits = new Uint32Array(coordinates.buffer);
  let places = 0;
  for (let vertex = 0; vertex < count; vertex++) {
    const x = positions[3 * vertex] + 0;
    const y = positions[3 * vertex + 1] + 0;
    const z = positions[3 * vertex + 2] + 0;
    if (Number.isNaN(x + y + z)) {
      // Equal to nothing, itself included: never looked up.
      first[places] = vertex;
      place[vertex] = places++;
      continue;
    }
    coordinates[0] = x;
    coordinates[1] = y;
    coordinates[2] = z;
    let slot = hashBits(bits) & (capacity - 1);
    for (;;) {
      const other = slots[slot];
      if (other < 0) {
        slots[slot] = places;
        first[places] = vertex;
        place[vertex] = places++;
        break;
      }
      const at = 3 * first[other];
      if (positions[at] === x && positions[at + 1] === y && positions[at + 2] === z) {
        place[vertex] = other;
        break;
      }
      slot = (slot + 1) & (capacity - 1);
    }
  }
  return { place, first: first.slice(0, places) };
}

/** Mixes six words (murmur3's mixing steps). */
function hashBits(bits: Uint32Array): number {
  let hash = 0x9747b28c;
  for (let word = 0; word < 6; word++) {
    let part = Math.imul(bits[word], 0xcc9e2d51);
    part = (part << 15) | (part >>> 17);
    hash ^= Math.imul(part, 0x1b873593);
    hash = (hash << 13) | (hash >>> 19);
    hash = Math.imul(hash, 5) + 0xe6546b64;
  }
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
