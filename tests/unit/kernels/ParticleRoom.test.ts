import { afterAll, expect, test } from 'vitest';
import { compileKernels } from '../../../src/kernels/kernelModules.ts';
import { LiquidKernel } from '../../../src/kernels/liquid/LiquidKernel.ts';
import { ParticleRoom } from '../../../src/kernels/liquid/ParticleRoom.ts';
import { KernelPool } from '../../../src/kernels/threads/KernelPool.ts';
import { CellGrid } from '../../../src/liquids/CellGrid.ts';
import { LiquidParticles } from '../../../src/liquids/transport/LiquidParticles.ts';

const CLOSED = [0, 1, 2].map(() => [true, true] as const);
const GRID = new CellGrid([4, 4, 4], 0.25);
const pools = [1, 2, 3].map((threads) => new KernelPool(compileKernels(threads > 1), { threads }));
afterAll(() => {
  for (const pool of pools) pool.dispose();
});

function kernelOf(pool: KernelPool): LiquidKernel {
  return new LiquidKernel({ ...GRID, closedSides: CLOSED }, pool);
}

function expectSame(one: LiquidParticles, other: LiquidParticles): void {
  const [a, b] = [one, other].map((particles) => {
    return Buffer.concat([...particles.state.save().values()].map((array) => Buffer.from(array.slice().buffer)));
  });
  expect(a.equals(b)).toBe(true);
}

/** Fills particles with numbers that tell them apart. */
function fill(particles: LiquidParticles, count: number): void {
  for (let p = particles.count; p < count; p++) {
    particles.add(p, p + 0.25, p + 0.5, -p, -p - 0.25, -p - 0.5);
    for (let k = 0; k < 9; k++) particles.gradients[9 * p + k] = 9 * p + k;
  }
}

test('particles in a room are what they are without one, while it grows and when some are taken out', () => {
  for (const pool of pools) {
    const plain = new LiquidParticles();
    const kept = new LiquidParticles(kernelOf(pool).claimRoom());
    for (const count of [3, 5000, 30_000]) {
      for (const particles of [plain, kept]) {
        fill(particles, count);
        const flags = Uint8Array.from({ length: particles.count }, (_, p) => (p % 7 === 3 || p % 1000 < 40 ? 1 : 0));
        expect(particles.remove(flags)).toBeGreaterThan(0);
      }
      expectSame(kept, plain);
    }
  }
});

test.each([0, 1])('a kernel keeps the particles of one liquid in its memory, which threads share (pool %s)', (n) => {
  const kernel = kernelOf(pools[n]);
  const own = new LiquidParticles(kernel.claimRoom());
  const other = new LiquidParticles(kernel.claimRoom());
  fill(own, 40);
  fill(other, 40);
  expect(own.positions.buffer).toBeInstanceOf(n === 0 ? ArrayBuffer : SharedArrayBuffer);
  // The room is not the first array of the memory of the kernels.
  expect(own.positions.byteOffset).toBeGreaterThan(0);
  expect(other.positions.byteOffset).toBe(0);
  expectSame(other, own);
  expect(kernel.fastest(own)).toBe(Math.hypot(39, 39.25, 39.5));
  expect(kernel.fastest(other)).toBe(kernel.fastest(own));
});

test('particles that a room cannot hold are kept outside, with all that is theirs', () => {
  const memory = new WebAssembly.Memory({ initial: 2, maximum: 6, shared: true });
  const owner = { removeFlagged: () => 0, noteGrowth: () => undefined };
  const room = new ParticleRoom(memory, 65536, owner);
  expect(room.grow(1024, 0)).toBe(true);
  expect(room.grow(100_000, 0)).toBe(false);
  expect(room.ids.length).toBe(1024);
  const plain = new LiquidParticles();
  const kept = new LiquidParticles(new ParticleRoom(memory, 65536, owner));
  fill(kept, 1000);
  expect(kept.positions.buffer).toBe(memory.buffer);
  for (const particles of [plain, kept]) fill(particles, 5000);
  expect(kept.positions.buffer).not.toBe(memory.buffer);
  for (const particles of [plain, kept]) particles.remove(Uint8Array.from({ length: 5000 }, (_, p) => p % 2));
  expect(kept.count).toBe(2500);
  expectSame(kept, plain);
});
