import type { ElementGroup } from './TetMesh.ts';
import type { FaceGroup, SurfaceMesh } from './TriMesh.ts';

/** Kinds of groups of a mesh that say what its parts are; smoothing groups do not. */
export const groupKinds = ['material', 'group', 'object'] as const satisfies readonly FaceGroup['kind'][];
export type GroupKind = (typeof groupKinds)[number];

/** The groups of one kind that a mesh has, by their names. */
export interface MeshGroups {
  readonly of: GroupKind;
  readonly names: readonly string[];
}

/** A mesh as files bring it: its surface, and groups of its elements. */
interface GroupedMesh {
  readonly surface: Pick<SurfaceMesh, 'faceOffsets' | 'groups'>;
  readonly elementGroups?: readonly ElementGroup[];
}

/** The groups that tell parts of a mesh from each other, by kinds: kinds of which one group is the whole surface and the only one are left out. */
export function meshGroups({ surface, elementGroups = [] }: GroupedMesh): MeshGroups[] {
  const faceCount = surface.faceOffsets.length - 1;
  return groupKinds.flatMap((of) => {
    const groups = surface.groups.filter(({ kind }) => kind === of);
    const names = new Set(groups.map(({ name }) => name));
    if (of === 'material') for (const { name } of elementGroups) names.add(name);
    const isWhole = names.size === 1 && groups.length === 1 && groups[0].faces.length === faceCount;
    return names.size === 0 || isWhole ? [] : [{ of, names: [...names] }];
  });
}
