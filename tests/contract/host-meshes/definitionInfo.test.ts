import { describe, expect, it } from 'vitest';
import { colliderShapes } from '../../../src/collision/CollisionBody.ts';
import { definitionInfos } from '../../../src/host/catalogue/definitionInfo.ts';
import { programInfo } from '../../../src/host/handlers/programHandlers.ts';
import { animationFormats } from '../../../src/io/AnimatedSource.ts';
import { exporters } from '../../../src/io/Exporter.ts';
import { importers } from '../../../src/io/Importer.ts';
import { liquidTransports } from '../../../src/liquids/LiquidTransport.ts';
import { constitutiveModels } from '../../../src/materials/ConstitutiveModel.ts';
import { meshers } from '../../../src/meshing/Mesher.ts';
import { goalShapes } from '../../../src/plasticity/GoalShape.ts';
import { yieldLaws } from '../../../src/plasticity/YieldLaw.ts';
import { requests } from '../../../src/protocol/requests.ts';
import { schemaDefaults } from '../../../src/scene/schemaDefaults.ts';
import { templates } from '../../../src/scene/templates.ts';

interface Member {
  readonly type?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly label?: string;
  readonly help?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly quantity?: Record<string, unknown>;
}

const registries = [
  templates,
  meshers,
  constitutiveModels,
  yieldLaws,
  goalShapes,
  colliderShapes,
  liquidTransports,
  importers,
  animationFormats,
  exporters,
];
const registered = registries.flatMap((registry) =>
  registry
    .all()
    .map((definition) => ({ name: `${registry.kind} ${definition.type}`, kind: registry.kind, definition })),
);
const infos = definitionInfos();

it('says which constitutive models have fibres', () => {
  expect(definitionInfos().flatMap(({ type, hasFibres }) => (hasFibres === true ? [type] : []))).toEqual(['muscle']);
});

it('lists every registered definition once', () => {
  expect(infos.map(({ kind, type }) => `${kind} ${type}`).sort()).toEqual(registered.map(({ name }) => name).sort());
});

describe.each(registered)('$name', ({ kind, definition }) => {
  const info = infos.find((one) => one.kind === kind && one.type === definition.type)!;
  const members = Object.entries((info.params as { properties?: Record<string, Member> }).properties ?? {});

  it('says what it is', () => {
    expect(info.label).toBe(definition.label);
    expect(info.label).not.toBe('');
    expect(info.reference).not.toBe('');
    const files = ['importer', 'exporter', 'animation format'].includes(kind);
    expect(info.extensions.length > 0).toBe(files);
    for (const ending of info.extensions) expect(ending).toMatch(/^[a-z0-9]+$/);
  });

  it('gives every parameter a label, help and default, and every number a unit and a range', () => {
    for (const [name, member] of members) {
      if (member.type === 'number' || member.type === 'integer') {
        const { label, unit, help, min, max } = member.quantity as Record<string, unknown>;
        expect({ name, label, unit, help }).toEqual({
          name,
          label: expect.stringMatching(/./),
          unit: expect.any(String),
          help: expect.stringMatching(/./),
        });
        expect([min, max]).toEqual([member.minimum, member.maximum]);
        expect(typeof min === 'number' && typeof max === 'number' && min < max).toBe(true);
        expect(member.quantity?.['default']).toBe(member.default);
      } else {
        expect({ name, label: member.label, help: member.help }).toEqual({
          name,
          label: expect.stringMatching(/./),
          help: expect.stringMatching(/./),
        });
        if (member.enum !== undefined) expect(member.enum).toContain(member.default);
      }
      expect(member.default).toBeDefined();
    }
  });

  it('is described as it is checked: its defaults are those of the schema, and out of range is refused', () => {
    const defaults = schemaDefaults(info.params);
    expect(definition.params.parse({})).toEqual(defaults);
    for (const [name, { maximum, type }] of members) {
      if (maximum === undefined) continue;
      expect(definition.params.safeParse({ ...defaults, [name]: maximum * 2 + 1 }).success).toBe(false);
      if (type === 'integer') expect(definition.params.safeParse({ ...defaults, [name]: 4.5 }).success).toBe(false);
    }
  });

  it('is plain data', () => {
    expect(structuredClone(info)).toEqual(info);
    expect(JSON.parse(JSON.stringify(info))).toEqual(info);
  });
});

it('the catalogue is an answer of the protocol, with presets and the machine', () => {
  const answer = programInfo({ threads: 2, backend: 'simd' });
  const parsed = requests.catalogue.result.parse(answer);
  expect(parsed).toEqual(answer);
  for (const { model } of parsed.materialPresets) expect(constitutiveModels.has(model)).toBe(true);
  expect(parsed.exportPresets.map(({ type }) => type)).toContain('houdini');
  expect(parsed.exportPresets.find(({ type }) => type === 'maya')).toMatchObject({ metresPerUnit: 0.01, upAxis: 'y' });
  expect(parsed.machine.memoryBytes).toBeGreaterThan(2 ** 20);
});

it('says of every shot to start from what it is about', () => {
  const subjects = Object.fromEntries(
    infos.filter(({ kind }) => kind === 'template').map(({ type, subject }) => [type, subject]),
  );
  expect(subjects).toMatchObject({
    empty: undefined,
    'torus-puddle': 'soft',
    'goal-disk': 'plastic',
    'torn-scan': 'tearing',
    'muscle-arm': 'muscle',
    'cloth-drape': 'cloth',
    cape: 'cloth',
    'dam-break': 'liquid',
    'dam-break-beam': 'coupled',
    'cup-fill': 'coupled',
  });
  expect(Object.entries(subjects).filter(([, subject]) => subject === undefined)).toEqual([['empty', undefined]]);
});
