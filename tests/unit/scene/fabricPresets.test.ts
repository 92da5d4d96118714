import { expect, test } from 'vitest';
import { cloth } from '../../../src/scene/kinds/cloth.ts';
import { fabricPresets, presetFabric } from '../../../src/scene/fabricPresets.ts';

const made = (fabric: unknown) =>
  cloth.parse({ kind: 'cloth', id: 'a', source: { kind: 'procedural', form: { shape: 'sheet' } }, fabric });

test.each(fabricPresets.map((preset) => [preset.type, preset] as const))(
  '%s is whole, within its ranges, and hangs less than 1 %% longer over a metre',
  (_, { fabric }) => {
    expect(made(fabric).fabric).toEqual(fabric);
    const { areaDensity, membraneStiffness, warp, weft } = fabric;
    expect((areaDensity * 9.81) / (2 * membraneStiffness * Math.min(warp, weft))).toBeLessThan(0.01);
  },
);

test('new cloth is cotton; names are told apart, and unknown ones refused', () => {
  expect(made({}).fabric).toEqual(presetFabric('cotton'));
  expect(made({}).contact.friction).toBe(fabricPresets.find(({ type }) => type === 'cotton')!.friction);
  expect(new Set(fabricPresets.map(({ type }) => type)).size).toBe(fabricPresets.length);
  expect(() => presetFabric('felt')).toThrow("no fabric 'felt'");
});
