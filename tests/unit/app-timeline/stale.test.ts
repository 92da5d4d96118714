import { describe, expect, it } from 'vitest';
import { DocumentStore } from '../../../app/document/documentStore.ts';
import { branchEdit } from '../../../app/timeline/stale/StaleAccount.tsx';
import { inputValue } from '../../../app/timeline/stale/inputValue.ts';
import { nameInput } from '../../../app/timeline/stale/nameInput.ts';
import { listTakes, switchTake } from '../../../src/scene/takes.ts';
import { isKind } from '../../../src/scene/Scene.ts';
import { keyedShot, keyedShotWith } from '../../support/keyedShot.ts';

const scene = keyedShot();
const named = (path: string) => {
  const { steps, unit, lane } = nameInput(path, scene);
  return [steps.join(' › '), unit, lane];
};

describe('the name of an input', () => {
  it('goes from the entity to the quantity, with its unit', () => {
    expect(named('entities.torus.material.density')).toEqual([
      'torus › Material › Density',
      'kg/m3',
      'torus/material/density',
    ]);
    expect(named('entities.torus.meshing.edge.percent')[2]).toBeUndefined();
    expect(named('entities.torus.material.youngsModulus')[0]).toBe("torus › Material › Young's modulus");
    expect(named('entities.torus.velocity[1]')[0]).toMatch(/^torus › Initial velocity/);
  });

  it('is that of the lane for what is sampled over an interval', () => {
    expect(named('entities.torus.strength')).toEqual(['torus › Strength', '', 'torus/strength']);
    expect(named('entities.floor.transform.position[1].pieces[0][2]')).toEqual([
      'floor › Transform › Position y',
      'm',
      'floor/transform/position/1',
    ]);
    expect(named('entities.floor.friction')[0]).toBe('floor › Friction');
    expect(named('entities.hook.motion.position[1].end')).toEqual([
      'hook › Motion › Position y',
      'm',
      'hook/motion/position/1',
    ]);
    expect(named('entities.hook.releaseFrame')[0]).toBe('hook › Release frame');
    expect(named('entities.breeze.field.velocity[0]')).toEqual([
      'breeze › Field › Wind velocity x',
      'm/s',
      'breeze/field/velocity/0',
    ]);
    expect(named('entities.breeze.field.rate')[0]).toBe('breeze › Field › Coupling rate');
    expect(named('physics.gravity[1]')).toEqual(['Shot › Gravity y', 'm/s2', '/physics/gravity/1']);
  });

  it('is found for what belongs to the shot', () => {
    expect(named('quality.minSubsteps')[0]).toBe('Shot › Quality › Minimum substeps');
    expect(named('physics.seed')[0]).toBe('Shot › Random seed');
    expect(named('frameDuration[1]')[0]).toBe('Shot › Frame rate');
    expect(named('order[2]')[0]).toBe('Shot › Order and number of objects');
  });

  it('is the id of an entity that is gone', () => {
    expect(named('entities.ghost')).toEqual(['ghost', '', undefined]);
  });

  it('shows the name that the artist gave', () => {
    const renamed = keyedShotWith('torus', { name: 'Hero' });
    expect(nameInput('entities.torus.material.density', renamed).steps[0]).toBe('Hero');
  });

  it('belongs to curves that are in the dock', () => {
    const lane = nameInput('entities.floor.transform.position[1].pieces[0][2]', scene).lane;
    expect(lane).toBe('floor/transform/position/1');
  });
});

describe('a pair of bodies as an input', () => {
  it('is called by both', () => {
    const pairs = [{ bodies: ['torus', 'floor'] as [string, string], enabled: true, friction: 0.75 }];
    const shot = { ...scene, physics: { ...scene.physics, contactPairs: pairs } };
    const steps = (path: string) => nameInput(path, shot).steps;
    expect(steps('physics.contactPairs[0].friction')).toEqual(['Shot', 'Contact pairs', 'torus and floor']);
    expect(steps('physics.contactPairs')).toEqual(['Shot', 'Contact pairs']);
    expect(steps('physics.contactPairs[3]')).toEqual(['Shot', 'Contact pairs']);
  });
});

describe('the value of an input', () => {
  it('has a unit that fits', () => {
    expect(inputValue(50_000, 'Pa')).toBe('50\u00a0kPa');
    expect(inputValue(Math.PI / 2, 'rad')).toBe('90\u00a0°');
    expect(inputValue(0.063, '')).toBe('0.063');
  });

  it('is that at the end of the interval for a curve', () => {
    expect(inputValue({ pieces: [[0, 1, 0, 0.5]], end: 0.5 }, 'm')).toBe('500\u00a0mm');
  });

  it('says of pairs of bodies how they meet, by their names', () => {
    const nameOf = (id: string) => id.toUpperCase();
    const pair = { bodies: ['lower', 'upper'], enabled: true, friction: 0.75 };
    expect(inputValue([pair], '', nameOf)).toBe('LOWER and UPPER: friction 0.75');
    expect(inputValue({ ...pair, enabled: false }, '', nameOf)).toBe('LOWER and UPPER: no collision');
  });

  it('names what an object holds, without its punctuation', () => {
    expect(inputValue({ kind: 'sphere', radius: 0.5, centre: [0, 1, 0] }, '')).toBe('sphere, radius 0.5, centre …');
    expect(inputValue([1, 2, 3], '')).toBe('1, 2, 3');
    expect(inputValue([{}, {}], '')).toBe('2 entries');
    expect(inputValue({}, '')).toBe('nothing');
  });

  it('is short, whatever it is', () => {
    expect(inputValue(undefined, '')).toBe('none');
    expect(inputValue(true, '')).toBe('on');
    expect(inputValue('ab'.repeat(32), '')).toBe('abababab');
    expect(inputValue({ a: 'x'.repeat(200) }, '').length).toBeLessThanOrEqual(56);
    expect(
      inputValue({ a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7, h: 8, i: 9, j: 10, k: 11, l: 12, m: 13 }, '').length,
    ).toBe(56);
  });
});

describe('branching an edit', () => {
  function edited() {
    const document = new DocumentStore();
    document.load('/shot.ductile', scene);
    document.edit('change density', (draft) => {
      draft.entities.filter(isKind('solid'))[0].material.density = 500;
    });
    return document;
  }
  const density = (from: typeof scene) => from.entities.filter(isKind('solid'))[0].material.density;

  it('gives the edit a take of its own and the old take its frames back', () => {
    const document = edited();
    const { scene: branched } = branchEdit(document, 3);
    expect(density(branched)).toBe(500);
    expect(branched.take).toMatchObject({ parent: 'main', branchFrame: 3 });
    expect(density(switchTake(branched, 'main'))).toBe(1000);
  });

  it('is one step of undo', () => {
    const document = edited();
    const before = document.scene!;
    document.replace('branch', branchEdit(document, 3).scene);
    expect(listTakes(document.scene!)).toHaveLength(2);
    document.undo();
    expect(document.scene).toEqual(before);
  });

  it('branches the take as it is where nothing was edited', () => {
    const document = new DocumentStore();
    document.load('/shot.ductile', scene);
    const { scene: branched } = branchEdit(document, 3);
    expect(density(switchTake(branched, 'main'))).toBe(1000);
    expect(branched.entities).toBe(scene.entities);
  });
});
