import type { MeshGroups } from '../geometry/meshGroups.ts';
import { evaluate } from './curves.ts';
import { materialRegion, type MaterialRegion } from './kinds/materialRegion.ts';
import type { Solid } from './kinds/solid.ts';
import { newEntity } from './newEntity.ts';
import type { Named } from './uniqueNames.ts';

/** Most regions of a solid: the models of a body, of which the first is that of the solid itself, are numbered in bytes. */
export const MOST_REGIONS = 255;

/** A material region for each group of a solid's mesh, of the solid's own material at `frame`: nothing changes until one is given another. */
export function regionsOfGroups(
  entities: Named,
  { id, material }: Pick<Solid, 'id' | 'material'>,
  { of, names }: MeshGroups,
  frame: number,
): MaterialRegion[] {
  const constants = {
    density: evaluate(material.density, frame),
    youngsModulus: evaluate(material.youngsModulus, frame),
    poissonRatio: evaluate(material.poissonRatio, frame),
    dampingTime: evaluate(material.dampingTime, frame),
  };
  const made: MaterialRegion[] = [];
  for (const name of names) {
    const selection = { kind: 'group', of, name };
    made.push(newEntity(materialRegion, [...entities, ...made], name, { target: id, selection, ...constants }));
  }
  return made;
}

/** What was made, as a sentence: `2 material regions of the materials of the mesh: rubber, steel.` */
export function regionsMade(names: readonly string[], of: MeshGroups['of']): string {
  const more = names.length > LISTED ? ` and ${names.length - LISTED} more` : '';
  const what = names.length === 1 ? 'material region' : 'material regions';
  const listed = names.slice(0, LISTED).join(', ');
  return `${names.length} ${what} of the ${of}s of the mesh, each of the material of the solid until it is changed: ${listed}${more}.`;
}

const LISTED = 8;
