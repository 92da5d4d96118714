import { elementTypes } from '../../geometry/elements/elementTypes.ts';
import type { VolumeMesh } from '../../geometry/TetMesh.ts';
import { CoreError } from '../../base/errors.ts';
import { constitutiveModels, type CreatedModel } from '../../materials/ConstitutiveModel.ts';
import { dampingFromTime } from '../../materials/damping.ts';
import { materialAt, type SteadyMaterial } from '../../scene/properties/material.ts';
import { regionsOf } from '../../scene/kinds/materialRegion.ts';
import type { Solid } from '../../scene/kinds/solid.ts';
import type { Scene } from '../../scene/Scene.ts';
import type { SolidBodyInput } from '../../solids/SolidOperators.ts';
import { elementCentroids } from './elementCentroids.ts';
import { checkRegions, regionMembers, regionOfElements } from './materialRegions.ts';
import { weighedElements } from '../../solids/weighedElements.ts';
import { paintedStrength } from './paintedStrength.ts';
import type { PinnedBody } from '../../simulation/attachment/pinTargets.ts';
import { placeMoments, placePoints } from '../../simulation/rest/placement.ts';
import type { SimulatedSolidInput } from './SimulatedSolidInput.ts';

type MaterialMembers = Pick<SolidBodyInput, 'models' | 'density' | 'dampingBeta' | 'dampingAlpha' | 'dampingForm'>;

/** Solids that move with a liquid follow the material alone. */
export function keepsVolume({ solid, tank }: Pick<SimulatedSolidInput, 'solid' | 'tank'>): boolean {
  return solid.volumeConservation?.enabled === true && tank === undefined;
}

/** Pins constrain material: nodes that are copies of a vertex, on the other side of a cut, are free. */
export function wholeVertices(body: PinnedBody, { cut }: Pick<SimulatedSolidInput, 'cut'>): PinnedBody {
  if (cut === undefined) return body;
  const count = cut.wholeVertexCount;
  return {
    positions: body.positions.subarray(0, 3 * count),
    ownPositions: body.ownPositions.subarray(0, 3 * count),
    masses: body.masses.subarray(0, count),
  };
}

/** The solid without its cuts, placed. */
export function wholeVolume(
  volume: VolumeMesh,
  { cut, solid }: Pick<SimulatedSolidInput, 'cut' | 'solid'>,
): VolumeMesh {
  if (cut === undefined) return volume;
  return placedVolume(cut.whole, placePoints(cut.whole.mesh.positions, solid.transform), solid);
}

/** The volume (in the frame of its solid, scaled) with its vertices at `positions` and its surface where the solid is placed, m. */
export function placedVolume(volume: VolumeMesh, positions: Float64Array, solid: Solid): VolumeMesh {
  const surface = { ...volume.surface, positions: placePoints(volume.surface.positions, solid.transform) };
  const material = volume.material && {
    material: { ...volume.material, moments: placeMoments(volume.material.moments, solid.transform) },
  };
  if (volume.kind === 'tet') return { ...volume, mesh: { ...volume.mesh, positions }, surface, ...material };
  return { ...volume, mesh: { ...volume.mesh, positions }, surface, ...material };
}

/**
 * The volume of a solid as it is weighed: what its drawn surface encloses, but in a liquid what displaces that, which is its elements. Solids that tear weigh their whole elements: parts of cut ones
 * would need a share of the material each.
 */
export function weighedVolume({ volume, tank, cut }: Pick<SimulatedSolidInput, 'volume' | 'tank' | 'cut'>): VolumeMesh {
  if (cut === undefined && tank === undefined) return volume;
  const { material: _, ...elements } = volume;
  return elements;
}

/** What the operators of an isotropic solid are made from, its material being that at the first frame; `ownPositions`: those of its vertices in its own frame, m. */
export function solidBody(scene: Scene, solid: Solid, volume: VolumeMesh, ownPositions: Float64Array): SolidBodyInput {
  const { painted } = solid;
  const material = materialAt(solid.material, scene.range.first);
  const weighed = weighedElements(volume);
  const { size } = elementTypes[weighed.elementKind];
  const body: SolidBodyInput = {
    ...weighed,
    elementWeight: painted?.strength && paintedStrength(painted.strength, ownPositions, weighed.elements, size),
    ...materialMembers(material, scene),
  };
  const regions = regionsOf(solid.id, scene.entities);
  if (regions.length === 0) return body;
  checkRegions(solid, regions);
  const placed = elementCentroids(volume.mesh.positions, weighed.elements, size);
  const own = elementCentroids(ownPositions, weighed.elements, size);
  return { ...body, ...regionMembers(body, material, regions, regionOfElements(regions, { placed, own }, volume)) };
}

/** Throws `document-invalid` for what a solid asks of a material that cannot do it. */
export function checkMaterial({ material, plasticity, fracture }: Solid, models: readonly CreatedModel[]): void {
  if (!models.some(({ measure }) => measure === 'small-strain')) return;
  const asked = plasticity !== undefined ? 'plastic flow' : fracture?.enabled === true ? 'tearing' : undefined;
  if (asked === undefined) return;
  const { label } = constitutiveModels.get(material.model);
  throw new CoreError(
    'document-invalid',
    `${asked} follows the rotation of elements, which the model '${label}' does not`,
    {
      place: 'material.model',
      remedy: `Choose another model, such as '${constitutiveModels.get('rotated-linear').label}', or turn off ${asked}.`,
    },
  );
}

/** What of a body comes from its material. */
export function materialMembers(material: SteadyMaterial, { physics }: Scene): MaterialMembers {
  const { alpha, beta } = dampingFromTime(material, material.dampingTime);
  return {
    models: [constitutiveModels.get(material.model).create(material, material.params)],
    density: material.density,
    dampingBeta: beta,
    dampingAlpha: alpha,
    dampingForm: physics.dampingForm,
  };
}
