import { beforeAll, describe, expect, test } from 'vitest';
import { canonicalJson } from '../../../src/base/hash.ts';
import { catalogue } from '../../../src/host/catalogue/catalogue.ts';
import { kinds } from '../../../src/scene/kindRegistry.ts';
import type { Entity } from '../../../src/scene/Kinds.ts';
import { inside } from '../../../src/scene/marks.ts';
import { documentVersion, type Scene } from '../../../src/scene/Scene.ts';
import { formatScene, parseScene } from '../../../src/scene/sceneText.ts';
import { initialInputs, sampleInterval } from '../../../src/scene/shotInputs.ts';
import { validateScene } from '../../../src/scene/validateScene.ts';
import { alternatives } from '../../support/sweep/alternatives.ts';
import { describedNumbers } from '../../support/sweep/describedNumbers.ts';
import { leavesOf, type Leaf } from '../../support/sweep/leaves.ts';

/** Properties of new entities that no key depends on while the others are as a new entity has them, and why. */
const WITHOUT_EFFECT: Readonly<Record<string, string>> = {
  '<solid>.newtonIterations': 'a new solid is integrated explicitly',
  '<liquid>.elasticity.flowRate': 'a new liquid has no elasticity',
  '<liquid>.elasticity.yieldStrain': 'a new liquid has no elasticity',
};

/** A new entity of every kind, each after those that it refers to. */
function newEntities(): Entity[] {
  const entities: Entity[] = [];
  let left = kinds.all();
  for (let before = Infinity; left.length < before;) {
    before = left.length;
    left = left.filter((kind) => {
      const made = kind.create(entities);
      if (made !== undefined) entities.push(made);
      return made === undefined;
    });
  }
  expect(left.map(({ type }) => type)).toEqual([]);
  return entities;
}

function validated(entities: readonly unknown[]): Scene {
  const document = {
    format: 'ductile-shot',
    version: documentVersion,
    project: '0a8f6a2e-3a44-4f60-9d6c-6a0f5a1f7a11',
    range: { first: 1, last: 10 },
    entities,
  };
  return validateScene(structuredClone(document), catalogue);
}

/** What names the frames of a shot. */
function keyInputs(scene: Scene): string {
  return canonicalJson([initialInputs(scene, 'draft'), sampleInterval(scene, 1), sampleInterval(scene, 2)]);
}

type Owner = Record<string | number, unknown>;

/** The scene with a property of an entity changed, and all switches of the groups that it is in on; undefined where the document would be refused. */
function changed(scene: Scene, index: number, { path }: Leaf, change?: ReturnType<typeof alternatives>[number]) {
  const entities = structuredClone(scene.entities);
  let owner: Owner | undefined = entities[index] as unknown as Owner;
  for (const step of path.slice(0, -1)) {
    owner = owner[step] as Owner | undefined;
    if (owner === undefined) return undefined;
    for (const [name, value] of Object.entries(owner)) if (value === false) owner[name] = true;
  }
  change?.(owner, path.at(-1)!);
  try {
    return validated(entities);
  } catch {
    return undefined;
  }
}

describe.each(kinds.types())('the kind %s', (type) => {
  const kind = kinds.get(type);
  let scene: Scene;
  let index: number;
  let entity: Entity;

  beforeAll(() => {
    scene = validated(newEntities());
    index = scene.entities.findIndex((one) => one.kind === type);
    entity = scene.entities[index];
  });

  test('is what its schema says, and has names', () => {
    expect(inside(kind.schema.shape.kind).values).toEqual([type]);
    expect(kind.label).toMatch(/^[a-z]/);
    expect(kind.plural).toMatch(/^[a-z]/);
    expect(kind.plural).not.toBe(kind.label);
  });

  test('gives new entities that validation leaves as they are, but for parameters', () => {
    const made = kind.create(scene.entities);
    expect(made?.kind).toBe(type);
    expect(made?.id).not.toBe(entity.id);
    expect(validated([...scene.entities, made]).entities.at(-1)).toMatchObject({ id: made?.id, name: made?.name });
    expect(kind.schema.parse(structuredClone(made))).toEqual(made);
  });

  test('goes through the text of a document unchanged', () => {
    expect(parseScene(new TextEncoder().encode(formatScene(scene)), catalogue)).toEqual(scene);
  });

  test('refuses a property that it does not have', () => {
    const entities = scene.entities.map((one, k) => (k === index ? { ...one, nonsense: 1 } : one));
    expect(() => validated(entities)).toThrow(/nonsense/);
  });

  test('refuses references to what is not there, or of a kind that the schema does not accept', () => {
    for (const leaf of leavesOf(kind.schema, entity)) {
      if (leaf.marks.reference === undefined || typeof leaf.value !== 'string') continue;
      const { reference } = leaf.marks;
      const others = scene.entities.filter((other) => !reference(kinds.get(other.kind))).map(({ id }) => id);
      for (const id of ['nobody', ...others]) {
        const refused = changed(scene, index, leaf, (owner, member) => void (owner[member] = id));
        expect(refused, `${leaf.name} ${id}`).toBeUndefined();
      }
    }
  });

  test('has a label and help for every number that a form shows', () => {
    const lacking = describedNumbers(kind.schema).filter(
      ({ label, help }) => label === undefined || help?.endsWith('.') !== true,
    );
    expect(lacking).toEqual([]);
  });

  test('changes the key with every property that is not only shown', () => {
    const without: string[] = [];
    for (const leaf of leavesOf(kind.schema, entity)) {
      if (leaf.path.at(-1) === 'id') continue;
      const before = changed(scene, index, leaf);
      if (before === undefined) continue;
      const value = leaf.path.reduce<unknown>((at, step) => (at as Owner)[step], before.entities[index]);
      const key = keyInputs(before);
      let [tried, changes] = [false, false];
      for (const change of alternatives({ ...leaf, value }, before)) {
        const other = changed(scene, index, leaf, change);
        if (other === undefined) continue;
        tried = true;
        changes = keyInputs(other) !== key;
        if (changes) break;
      }
      if (leaf.marks.display === true) expect(changes, leaf.name).toBe(false);
      else if (tried && !changes) without.push(leaf.name);
    }
    expect(without.filter((name) => WITHOUT_EFFECT[name] === undefined)).toEqual([]);
  });
});

test('kinds of tests stand beside those of the program', () => {
  expect(kinds.types()).toEqual(expect.arrayContaining(['marble', 'solid']));
});
