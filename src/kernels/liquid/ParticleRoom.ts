const PAGE = 65536;
/** The capacity is a multiple of this, so that every array begins at a whole lane. */
const MULTIPLE = 16;
/** Bytes of a particle in each array, in their order in memory. */
const PLACE = 24;
const VELOCITY = 24;
const GRADIENT = 72;
const ID = 4;
const FLAG = 1;
const PARTICLE = PLACE + VELOCITY + GRADIENT + ID + FLAG;

/** Addresses of the arrays. */
export interface RoomAddresses {
  readonly positions: number;
  readonly velocities: number;
  readonly gradients: number;
  readonly ids: number;
  readonly flags: number;
}

/** What a room asks of the kernels in whose memory it is. */
interface RoomOwner {
  /** Removes the flagged ones of `count` particles; returns the number of remaining ones. */
  removeFlagged(count: number, placesOnly: boolean): number;
  /** The memory has grown: where it is not shared, views of it have ended. */
  noteGrowth(): void;
}

/**
 * Storage of a liquid's particles after all other arrays in the memory of its kernels, which then need no copies of them. It grows in place: arrays move
 * to higher addresses, and earlier views become invalid.
 */
export class ParticleRoom {
  positions = new Float64Array(0);
  velocities = new Float64Array(0);
  gradients = new Float64Array(0);
  ids = new Uint32Array(0);
  flags = new Uint8Array(0);
  addresses: RoomAddresses = { positions: 0, velocities: 0, gradients: 0, ids: 0, flags: 0 };
  private readonly memory: WebAssembly.Memory;
  /** Address of the first array. */
  private readonly first: number;
  private readonly owner: RoomOwner;

  constructor(memory: WebAssembly.Memory, first: number, owner: RoomOwner) {
    this.memory = memory;
    this.first = first;
    this.owner = owner;
  }

  /** Reserves storage for at least `most` particles and keeps the first `count`. Returns false, without any change, where the memory cannot grow so far. */
  grow(most: number, count: number): boolean {
    const room = MULTIPLE * Math.ceil(most / MULTIPLE);
    if (room <= this.ids.length) return true;
    if (!this.makeBytes(this.first + PARTICLE * room)) return false;
    const before = this.addresses;
    const next = this.placed(room);
    const bytes = new Uint8Array(this.memory.buffer);
    // From the last on, so that none is overwritten before it has moved; flags are not kept.
    for (const [name, size] of [
      ['ids', ID],
      ['gradients', GRADIENT],
      ['velocities', VELOCITY],
    ] as const) {
      bytes.copyWithin(next[name], before[name], before[name] + size * count);
    }
    this.takeViews(next, room);
    return true;
  }

  /** Removes the flagged ones of the first `count` particles; the others keep their order. `placesOnly`: only positions and numbers are kept. Returns the number of remaining ones. */
  remove(count: number, placesOnly: boolean): number {
    return this.owner.removeFlagged(count, placesOnly);
  }

  private placed(room: number): RoomAddresses {
    const positions = this.first;
    const velocities = positions + PLACE * room;
    const gradients = velocities + VELOCITY * room;
    const ids = gradients + GRADIENT * room;
    return { positions, velocities, gradients, ids, flags: ids + ID * room };
  }

  private takeViews(addresses: RoomAddresses, room: number): void {
    const { buffer } = this.memory;
    this.addresses = addresses;
    this.positions = new Float64Array(buffer, addresses.positions, 3 * room);
    this.velocities = new Float64Array(buffer, addresses.velocities, 3 * room);
    this.gradients = new Float64Array(buffer, addresses.gradients, 9 * room);
    this.ids = new Uint32Array(buffer, addresses.ids, room);
    this.flags = new Uint8Array(buffer, addresses.flags, room);
  }

  private makeBytes(bytes: number): boolean {
    const pages = Math.ceil((bytes - this.memory.buffer.byteLength) / PAGE);
    if (pages <= 0) return true;
    try {
      this.memory.grow(pages);
      this.owner.noteGrowth();
      return true;
    } catch (error) {
      // More than kernels can address, or than is available.
      if (error instanceof RangeError) return false;
      throw error;
    }
  }
}
