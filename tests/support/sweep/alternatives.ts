import { catalogue } from '../../../src/host/catalogue/catalogue.ts';
import { kinds } from '../../../src/scene/kindRegistry.ts';
import type { Scene } from '../../../src/scene/Scene.ts';
import { inside } from '../../../src/scene/marks.ts';
import type { Leaf } from './leaves.ts';
import { OTHER } from './filesShot.ts';

export type Change = (owner: Record<string | number, unknown>, member: string | number) => void;

/** Changes of a property that are tried, until one changes the frames. */
export function alternatives(leaf: Leaf, scene: Scene): Change[] {
  const { value, info, marks } = leaf;
  const set =
    (other: unknown): Change =>
    (owner, member) =>
      void (owner[member] = other);
  if (marks.file === true) return [set(`${OTHER}${String(value)}`)];
  if (marks.reference !== undefined) return otherIds(leaf, scene).map(set);
  if (/(?:<registered>|steps\[\])\.type$|\.(?:method|model|law)$|transport\.type$/.test(leaf.name)) {
    return otherTypes(leaf).map((type) => (owner, member) => {
      owner[member] = type;
      owner.params = {};
    });
  }
  if (/\.params$/.test(leaf.name)) return otherParams(value as Record<string, unknown>).map(set);
  const { type } = inside(leaf.schema);
  if (type === 'boolean') return [set(value !== true)];
  if (type === 'enum')
    return Object.values(enumEntries(leaf))
      .filter((other) => other !== value)
      .map(set);
  if (Array.isArray(value)) {
    const other = leaf.name.endsWith('indices') ? (item: number) => item + 3 : (item: number) => item * 0.5;
    return [set(value.map((item: unknown, k) => (typeof item === 'number' && k < 3 ? other(item) : item)))];
  }
  if (type === 'string') return [set(/^#/.test(String(value)) ? '#123456' : 'Another')];
  const isWhole = Number.isInteger(value ?? info?.default ?? 1) && isInteger(leaf);
  return otherNumbers(leaf, isWhole).map(set);
}

function enumEntries({ schema }: Leaf): Record<string, unknown> {
  return (schema.def as unknown as { entries: Record<string, unknown> }).entries;
}

function isInteger({ schema }: Leaf): boolean {
  return schema.safeParse(1.5).success === false && schema.safeParse(2).success;
}

/** Farther and farther off, within the range. */
function otherNumbers({ value, info, schema }: Leaf, isWhole: boolean): number[] {
  const now = typeof value === 'number' ? value : (info?.default ?? 1);
  const span = Math.max(Math.abs(now), 0.1);
  const wanted = [
    now + 0.3 * span,
    now - 0.4 * span,
    now + 2 * span,
    now - 0.9 * span,
    0,
    1,
    now + 20 * span,
    now / 50,
    2,
  ];
  const within = (x: number) => Math.min(Math.max(x, info?.min ?? -Infinity), info?.max ?? Infinity);
  const numbers = wanted.map((x) => within(isWhole ? Math.round(x) + (Math.round(x) === now ? 1 : 0) : x));
  return [...new Set(numbers)].filter((x) => x !== value && schema.safeParse(x).success);
}

function otherIds({ value, marks }: Leaf, scene: Scene): unknown[] {
  const ids = scene.entities
    .filter(({ kind, id }) => marks.reference!(kinds.get(kind)) && id !== value)
    .map(({ id }) => id);
  return Array.isArray(value) ? ids.map((id) => [id]) : ids;
}

function otherTypes({ name, value }: Leaf): string[] {
  const source = name.endsWith('.model')
    ? catalogue.constitutiveModels
    : name.endsWith('.method')
      ? catalogue.meshers
      : name.endsWith('.law')
        ? catalogue.yieldLaws
        : name.includes('goal.')
          ? catalogue.goalShapes
          : name.includes('transport')
            ? catalogue.liquidTransports
            : catalogue.colliderShapes;
  return source.types().filter((type) => type !== value);
}

function otherParams(params: Record<string, unknown>): Record<string, unknown>[] {
  return Object.entries(params).flatMap(([name, value]) => {
    const others =
      typeof value === 'number'
        ? [value * 0.7, value * 1.3, Math.round(value / 2), 2 * value]
        : Array.isArray(value)
          ? [value.map((item: unknown) => (typeof item === 'number' ? item * 0.8 : item))]
          : [];
    return others.map((other) => ({ ...params, [name]: other }));
  });
}
