import { describe, expect, it, test } from 'vitest';
import { presentLiquid, presetChanges } from '../../../app/kinds/liquid/liquidPresetChanges.ts';
import { pouredHeap } from '../../../app/kinds/liquid/pouredHeap.ts';
import { liquid, newLiquid, type Liquid } from '../../../src/scene/kinds/liquid.ts';
import { liquidPresets, type LiquidPreset } from '../../../src/scene/liquidPresets.ts';

const preset = (type: string): LiquidPreset => liquidPresets.find((one) => one.type === type)!;
const become = (given: Liquid, type: string): Liquid =>
  liquid.parse({ ...given, ...presetChanges(given, preset(type)) });

test.each(liquidPresets.map((one) => [one.type, one] as const))(
  '%s is whole, within its ranges, and is told from the others',
  (type) => {
    for (const before of liquidPresets) {
      const made = become(become(newLiquid([]), before.type), type);
      expect(presentLiquid(made)?.type).toBe(type);
      expect(made.display.colour).toBe(preset(type).display.colour);
      expect(made.display.turbidity).toBe(preset(type).display.turbidity);
      expect(become(made, type)).toEqual(made);
    }
  },
);

describe('a preset', () => {
  it('is water for a new liquid', () => {
    expect(presentLiquid(newLiquid([]))?.type).toBe('water');
    expect(newLiquid([]).density).toBe(preset('water').density);
  });

  it('keeps the looks that somebody chose, also on the way back', () => {
    const painted = { ...newLiquid([]), display: { ...newLiquid([]).display, colour: '#ff0000' } };
    expect(become(painted, 'honey').display).toEqual(painted.display);
    const murky = { ...newLiquid([]), display: { ...newLiquid([]).display, turbidity: 7 } };
    expect(become(become(murky, 'lava'), 'water').display).toEqual(murky.display);
  });

  it('ends the optical depth of deep water where it is thick', () => {
    const deep: Liquid = { ...newLiquid([]), opticalDepth: '1/4' };
    expect(become(deep, 'water').opticalDepth).toBe('1/4');
    expect(become(deep, 'chocolate').opticalDepth).toBe('full');
  });

  it('is custom once a number that acts is another', () => {
    const honey = become(newLiquid([]), 'honey');
    expect(presentLiquid({ ...honey, viscosity: 11 })).toBeUndefined();
    expect(presentLiquid({ ...honey, elasticity: { ...honey.elasticity, yieldStrain: 3 } })?.type).toBe('honey');
    const jelly = become(newLiquid([]), 'jelly');
    expect(presentLiquid({ ...jelly, elasticity: { ...jelly.elasticity, yieldStrain: 3 } })?.type).toBe('jelly');
    expect(presentLiquid({ ...jelly, elasticity: { ...jelly.elasticity, flowRate: 3 } })).toBeUndefined();
  });
});

describe('a heap that was poured', () => {
  const VOLUME = 0.001;
  /** Volume under the outline, by trapezoids of rings. */
  const volumeOf = (points: readonly number[]): number => {
    let volume = 0;
    for (let k = 2; k < points.length; k += 2) {
      const [r0, h0, r1, h1] = points.slice(k - 2, k + 2);
      volume += (Math.PI * (r1 * r1 - r0 * r0) * (h0 + h1)) / 2;
    }
    return volume;
  };

  it.each(liquidPresets.map((one) => [one.type, one] as const))('of %s has its volume', (_, one) => {
    expect(volumeOf(pouredHeap(one, VOLUME, 1)) / VOLUME).toBeCloseTo(1, 1);
  });

  it('is the wider the thinner it is, stops where it yields no more, and is half a ball where it never does', () => {
    const radius = (type: string, seconds = 1) => pouredHeap(preset(type), VOLUME, seconds).at(-2)!;
    expect(radius('water')).toBeGreaterThan(radius('oil'));
    expect(radius('oil')).toBeGreaterThan(radius('honey'));
    expect(radius('honey', 256) / radius('honey', 1)).toBeCloseTo(2, 6);
    expect(radius('toothpaste', 1e9)).toBe(radius('toothpaste', 1e6));
    expect(radius('jelly', 1e9)).toBeCloseTo(Math.cbrt((1.5 * VOLUME) / Math.PI), 12);
  });
});
