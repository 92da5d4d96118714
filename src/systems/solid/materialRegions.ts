import { CoreError } from '../../base/errors.ts';
import { constitutiveModels, type CreatedModel } from '../../materials/ConstitutiveModel.ts';
import { dampingFromTime } from '../../materials/damping.ts';
import type { Solid } from '../../scene/kinds/solid.ts';
import type { VolumeMesh } from '../../geometry/TetMesh.ts';
import type { MaterialRegion } from '../../scene/kinds/materialRegion.ts';
import { paintedValues } from '../../scene/painting/PaintedPoints.ts';
import { MOST_REGIONS } from '../../scene/groupRegions.ts';
import { keyedNumbers, type Material } from '../../scene/properties/material.ts';
import { GroupElements } from './groupElements.ts';
import type { ModelMatter, SolidBodyInput } from '../../solids/SolidOperators.ts';

/** Least painted value of an element that belongs to a region. */
const PAINTED = 0.5;
/** Numbers of a solid's material that may be keyed beside regions: others change masses or how a material stiffens, for all of it alike. */
const KEYABLE: readonly string[] = ['youngsModulus', 'dampingTime', 'massDamping'];

const REMEDIES: Record<MaterialRegion['selection']['kind'], string> = {
  sphere: 'Move or enlarge its sphere.',
  box: 'Move or enlarge its box.',
  elements: 'Correct the element numbers.',
  group: 'Choose a group that the mesh has, or use shorter edges.',
  painted: 'Paint more of the solid, or use a brush that is larger than its elements.',
};

/** Centroids of the elements of a solid at rest, xyz each, m. */
export interface RestCentroids {
  /** They are those of the solid where it is placed, in world axes. */
  readonly placed: Float64Array;
  /** They are those in the frame of the solid, where regions are painted. */
  readonly own: Float64Array;
}

/** What a solid of regions is made of beside its own material: the members of `SolidBodyInput` that say so. */
export type RegionMembers = Required<Pick<SolidBodyInput, 'models' | 'modelMatter' | 'elementModel'>>;

/**
 * The material of each element of a solid with regions: 0 is that of the solid, k that of the k-th region, and the last of those that an element belongs to counts. Throws `document-invalid` for a
 * region without elements.
 */
export function regionOfElements(
  regions: readonly MaterialRegion[],
  centroids: RestCentroids,
  volume: VolumeMesh,
): Uint8Array {
  const count = centroids.placed.length / 3;
  const elementModel = new Uint8Array(count);
  if (regions.length > MOST_REGIONS) {
    throw new CoreError('document-invalid', `it has ${regions.length} material regions; ${MOST_REGIONS} are possible`);
  }
  const groups = new GroupElements(volume);
  regions.forEach((region, index) => {
    let found = 0;
    const contains = membership(region, centroids, groups);
    for (let element = 0; element < count; element++) {
      if (!contains(element)) continue;
      elementModel[element] = index + 1;
      found++;
    }
    if (found > 0) return;
    throw new CoreError('document-invalid', `the region contains no element of '${region.target}'`, {
      place: `material region '${region.id}'`,
      remedy: REMEDIES[region.selection.kind],
    });
  });
  return elementModel;
}

/** Says which elements belong to a region. Throws `document-invalid` for numbers of elements and groups that there are not. */
function membership({ id, target, selection }: MaterialRegion, { placed, own }: RestCentroids, groups: GroupElements) {
  if (selection.kind === 'painted') {
    const values = paintedValues(selection.field, own, new Float64Array(own.length / 3));
    return (element: number) => values[element] >= PAINTED;
  }
  if (selection.kind === 'group') {
    const members = groups.members(selection.of, selection.name);
    if (members !== undefined) return (element: number) => members[element] === 1;
    throw new CoreError('document-invalid', `the mesh of '${target}' has no ${selection.of} '${selection.name}'`, {
      place: `material region '${id}'`,
      remedy: REMEDIES.group,
    });
  }
  if (selection.kind === 'elements') {
    const count = placed.length / 3;
    const tooLarge = selection.indices.find((index) => index >= count);
    if (tooLarge !== undefined) {
      throw new CoreError('document-invalid', `it names element ${tooLarge}, but '${target}' has ${count} elements`, {
        place: `material region '${id}'`,
        remedy: REMEDIES.elements,
      });
    }
    const chosen = new Set(selection.indices);
    return (element: number) => chosen.has(element);
  }
  if (selection.kind === 'sphere') {
    const { centre, radius } = selection;
    return (element: number) =>
      Math.hypot(...centre.map((value, axis) => placed[3 * element + axis] - value)) <= radius;
  }
  const { min, max } = selection;
  return (element: number) =>
    min.every((low, axis) => placed[3 * element + axis] >= low && placed[3 * element + axis] <= max[axis]);
}

/** Models, densities and damping of a solid's own material and its regions. */
export function regionMembers(
  own: Pick<SolidBodyInput, 'models'> & ModelMatter,
  material: Pick<Material, 'model' | 'params'>,
  regions: readonly MaterialRegion[],
  elementModel: Uint8Array,
): RegionMembers {
  const { density, dampingBeta, dampingAlpha } = own;
  return {
    models: [own.models[0], ...regions.map((region) => regionModel(material, region))],
    modelMatter: [
      { density, dampingBeta, dampingAlpha },
      ...regions.map((region) => {
        const { alpha, beta } = dampingFromTime(region, region.dampingTime);
        return { density: region.density, dampingBeta: beta, dampingAlpha: alpha };
      }),
    ],
    elementModel,
  };
}

/** The constitutive model of the solid with the elastic constants of a region. */
export function regionModel(
  { model, params }: Pick<Material, 'model' | 'params'>,
  region: MaterialRegion,
): CreatedModel {
  return constitutiveModels.get(model).create(region, params);
}

/** The body with another material of the solid itself; its regions stay. */
export function withOwnMaterial<Body extends SolidBodyInput>(
  body: Body,
  own: Pick<SolidBodyInput, 'models'> & ModelMatter,
): Body {
  if (body.modelMatter === undefined) return { ...body, ...own };
  const models = [own.models[0], ...body.models.slice(1)];
  return { ...body, ...own, models, modelMatter: [own, ...body.modelMatter.slice(1)] };
}

/** Throws `document-invalid` for what a solid asks of its regions that its solver cannot do. */
export function checkRegions({ material, fracture }: Solid, regions: readonly MaterialRegion[]): void {
  const numbered = regions.find(({ selection }) => selection.kind === 'elements' || selection.kind === 'group');
  if (fracture?.enabled === true && numbered !== undefined) {
    const by = numbered.selection.kind === 'group' ? 'a group of the mesh, whose elements' : 'their numbers, which';
    throw new CoreError('document-invalid', `it chooses elements by ${by} change where the solid tears`, {
      place: `material region '${numbered.id}'`,
      remedy: 'Paint the region, or choose it by a box or a sphere.',
    });
  }
  const [refused] = keyedNumbers(material).filter(([name]) => !KEYABLE.includes(name));
  if (refused === undefined) return;
  const [name, { label }] = refused;
  throw new CoreError('document-invalid', `its ${label} is keyed, but it has material regions`, {
    place: `material.${name}`,
    remedy: `Remove the keys of its ${label}, or its regions: beside regions Young's modulus and damping may be keyed.`,
  });
}
