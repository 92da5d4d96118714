import { elementTypes } from '../../../geometry/elements/elementTypes.ts';
import { CoreError } from '../../../base/errors.ts';
import type { Solid } from '../../../scene/kinds/solid.ts';
import type { Pin } from '../../../scene/kinds/pin.ts';
import type { PaintedField } from '../../../scene/paintedField.ts';
import { diffuseFibres } from '../../../solids/diffuseFibres.ts';
import { laplaceFibres } from '../../../solids/laplaceFibres.ts';
import type { SolidBodyInput } from '../../../solids/SolidOperators.ts';
import { elementCentroids } from '../elementCentroids.ts';
import { nearestSamples, type FibreSamples } from './fibreSamples.ts';
import { paintedFibres } from './paintedFibres.ts';
import { pinnedVertices, type FollowedEntity } from '../../../simulation/attachment/pinTargets.ts';
import { placePoints } from '../../../simulation/rest/placement.ts';

/** What the fibres of a solid are found from. */
export interface FibreContext {
  readonly solid: Solid;
  /** What of the shot pins may follow, where it is enabled. */
  readonly followed: readonly FollowedEntity[];
  /** Enabled pins that constrain the solid. */
  readonly pins: readonly Pin[];
  /** Volume vertices in the solid's own frame, m. */
  readonly ownPositions: Float64Array;
  /** Body at rest in world axes. */
  readonly body: Pick<SolidBodyInput, 'elementKind' | 'elements' | 'restPositions'>;
  /** Read from the file that the solid names. */
  readonly samples: FibreSamples | undefined;
}

/** Unit direction of the fibres at rest in world axes, xyz per element; undefined without fibres. Throws `document-invalid` naming what is wrong. */
export function fibreDirections(context: FibreContext): Float64Array | undefined {
  const { solid, body } = context;
  const direction = solid.fibres?.direction;
  if (direction === undefined) return undefined;
  const count = body.elements.length / elementTypes[body.elementKind].size;
  switch (direction.kind) {
    case 'constant':
      return inWorld(solid, constantDirections(solid, direction.axis, count));
    case 'attachments':
      return laplaceFibres(body, patch(context, direction.from), patch(context, direction.to));
    case 'painted':
      return paintedDirections(context, direction.field);
    case 'file':
      return inWorld(solid, sampledDirections(context, count));
  }
}

function constantDirections(solid: Solid, axis: readonly number[], count: number): Float64Array {
  if (axis.every((value) => value === 0))
    throw invalid(solid, 'the axis of the fibres is zero', 'Enter a vector that is not zero.');
  return Float64Array.from({ length: 3 * count }, (_, k) => axis[k % 3]);
}

/** Vertices that a pin of the solid constrains. */
function patch(context: FibreContext, id: string): Uint32Array {
  const { solid, pins, ownPositions, body, followed } = context;
  const pin = pins.find((one) => one.id === id);
  if (pin === undefined) {
    const remedy = `Choose enabled pins of '${solid.id}'.`;
    throw invalid(solid, `its fibres are attached at '${id}', which does not pin it`, remedy);
  }
  return pinnedVertices(pin, { positions: body.restPositions, ownPositions }, followed).vertices;
}

/** Strokes on the surface, extended inside; undefined where nothing is painted. */
function paintedDirections({ solid, ownPositions, body }: FibreContext, field: PaintedField): Float64Array | undefined {
  const known = paintedFibres(field, ownPositions, (directions) => inWorld(solid, directions));
  return known.some((value) => value !== 0) ? diffuseFibres(body, known) : undefined;
}

function sampledDirections({ solid, samples, ownPositions, body }: FibreContext, count: number): Float64Array {
  if (samples === undefined) throw new Error(`the fibres of '${solid.id}' were not read`);
  if (samples.points !== undefined) {
    const centroids = elementCentroids(ownPositions, body.elements, elementTypes[body.elementKind].size);
    return nearestSamples(samples.points, samples.directions, centroids);
  }
  if (samples.directions.length === 3 * count) return samples.directions;
  const message = `the file has ${samples.directions.length / 3} directions for ${count} elements`;
  throw invalid(solid, message, 'Write points with directions instead: they fit any mesh.');
}

/** Directions of the solid's own frame as unit vectors in world axes: scaled and turned with the solid. */
function inWorld({ transform }: Solid, directions: Float64Array): Float64Array {
  const scaled = directions.map((value, k) => value * transform.scale[k % 3]);
  const turned = placePoints(scaled, { rotation: transform.rotation, position: [0, 0, 0] });
  for (let k = 0; k < turned.length; k += 3) {
    const length = Math.hypot(turned[k], turned[k + 1], turned[k + 2]);
    for (let axis = 0; axis < 3; axis++) turned[k + axis] = length > 0 ? turned[k + axis] / length : 0;
  }
  return turned;
}

function invalid(solid: Solid, message: string, remedy: string): CoreError {
  return new CoreError('document-invalid', message, { place: `solid '${solid.id}', fibres`, remedy });
}
