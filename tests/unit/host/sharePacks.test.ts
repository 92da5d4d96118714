import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sharePacks, type GrowingPack } from '../../../src/host/samples/sharePacks.ts';

/** A pack whose first frame takes `first` bytes, meshes among them, and each of `count` frames after it `later`. */
class FakePack implements GrowingPack {
  frames = 0;
  bytes = 0;

  constructor(
    private readonly first: number,
    private readonly later: number,
    private readonly count: number,
  ) {}

  grown(): number | undefined {
    if (this.frames > this.count) return undefined;
    return this.first + this.frames * this.later;
  }

  grow(): void {
    this.bytes = this.grown()!;
    this.frames += 1;
  }
}

const bytesOf = (packs: readonly GrowingPack[]) => packs.reduce((sum, { bytes }) => sum + bytes, 0);
const framesOf = (packs: readonly GrowingPack[]) => packs.map(({ frames }) => frames);

describe('packs that share a budget', () => {
  it('never take more than it, however heavy samples are: heavy ones give fewer frames, or none', () => {
    const light = Array.from({ length: 20 }, () => new FakePack(100e3, 50e3, 95));
    const heavy = Array.from({ length: 20 }, (_, k) => new FakePack(1e6 + k, 4e6, 95));
    const enormous = new FakePack(26e6, 1, 95);
    const packs = [enormous, ...heavy, ...light];
    sharePacks(packs, 25e6);
    expect(bytesOf(packs)).toBeLessThanOrEqual(25e6);
    expect(enormous).toMatchObject({ frames: 0, bytes: 0 });
    for (const pack of heavy) expect(pack.frames).toBe(1);
    for (const pack of light) expect(pack.frames).toBeGreaterThanOrEqual(3);
  });

  it('give every sample its first three frames before any gets more, then come to about the same size', () => {
    const packs = [new FakePack(10, 10, 99), new FakePack(100, 100, 99), new FakePack(10, 10, 4)];
    sharePacks(packs, 30 + 300 + 30);
    expect(framesOf(packs)).toEqual([3, 3, 3]);
    sharePacks(packs, 1000);
    // The third is whole.
    expect(framesOf(packs)).toEqual([55, 4, 5]);
    expect(bytesOf(packs)).toBe(1000);
  });

  it('leave no room that a frame would fit in', () => {
    const pack = fc.record({ first: fc.nat(1000), later: fc.nat(300), count: fc.nat(40) });
    fc.assert(
      fc.property(fc.array(pack, { maxLength: 12 }), fc.nat(20_000), (list, budget) => {
        const packs = list.map(({ first, later, count }) => new FakePack(first, later, count));
        sharePacks(packs, budget);
        const taken = bytesOf(packs);
        expect(taken).toBeLessThanOrEqual(budget);
        for (const one of packs) expect(taken - one.bytes + (one.grown() ?? Infinity)).toBeGreaterThan(budget);
      }),
      { seed: 17 },
    );
  });
});
