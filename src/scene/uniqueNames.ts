import { reservedIds } from './properties/common.ts';
import type { Entity } from './Kinds.ts';

/** What a new name must differ from. */
export type Named = readonly (Pick<Entity, 'id' | 'name'> & Partial<Pick<Entity, 'kind'>>)[];

/** Longest id that a document may hold. */
const MAX_ID = 64;
const MAX_NAME = 200;

/**
 * An id made of `text` that no entity has: lower-case words joined by `-`, with the lowest free number from 2 on where the plain one is
 * taken (`torus`, `torus-2`). Text without letters or digits gives `entity`.
 */
export function uniqueId(text: string, entities: Named): string {
  const taken = new Set([...reservedIds, ...entities.map(({ id }) => id)]);
  const plain = words(text).slice(0, MAX_ID) || 'entity';
  return firstFree(plain, taken, (number) => {
    const ending = `-${number}`;
    return plain.slice(0, MAX_ID - ending.length) + ending;
  });
}

/** A name that no entity has: `name` itself, else with the lowest free number (`Torus`, `Torus 2`). */
export function uniqueName(name: string, entities: Named): string {
  const taken = new Set(entities.map((entity) => entity.name));
  const plain = name.trim().slice(0, MAX_NAME);
  return firstFree(plain, taken, (number) => {
    const ending = ` ${number}`;
    return plain.slice(0, MAX_NAME - ending.length) + ending;
  });
}

function words(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

function firstFree(plain: string, taken: ReadonlySet<string>, numbered: (number: number) => string): string {
  if (!taken.has(plain)) return plain;
  let number = 2;
  while (taken.has(numbered(number))) number++;
  return numbered(number);
}
