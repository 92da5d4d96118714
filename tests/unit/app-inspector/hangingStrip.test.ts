import { describe, expect, test } from 'vitest';
import { bendingLength, hangingStrip } from '../../../app/kinds/cloth/hangingStrip.ts';
import { fabricPresets } from '../../../src/scene/fabricPresets.ts';

describe('a strip over an edge', () => {
  test('that is stiff sags as the theory of small deflections says: rho g L^4 / (8 D)', () => {
    const [areaDensity, rigidity, length] = [0.2, 1e-2, 0.1];
    const strip = hangingStrip({ areaDensity, bendingStiffness: 4 * rigidity }, length);
    const sag = (areaDensity * 9.81 * length ** 4) / (8 * rigidity);
    expect(-strip.at(-1)! / sag).toBeCloseTo(1, 1);
    expect(strip.at(-2)).toBeCloseTo(length, 3);
  });

  test('that is limp hangs straight down', () => {
    const strip = hangingStrip({ areaDensity: 0.2, bendingStiffness: 1e-7 }, 0.1);
    expect(-strip.at(-1)!).toBeGreaterThan(0.095);
    expect(strip.at(-2)).toBeLessThan(0.01);
  });

  test('hangs the lower the shorter the bending length of the fabric', () => {
    const sorted = [...fabricPresets].sort((a, b) => bendingLength(a.fabric) - bendingLength(b.fabric));
    const ends = sorted.map(({ fabric }) => hangingStrip(fabric, 0.1).at(-1)!);
    expect(ends).toEqual([...ends].sort((a, b) => a - b));
    for (const { fabric } of sorted) expect(bendingLength(fabric)).toBeGreaterThan(0.008);
    for (const { fabric } of sorted) expect(bendingLength(fabric)).toBeLessThan(0.05);
  });
});
