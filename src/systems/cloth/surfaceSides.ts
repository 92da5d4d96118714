import { CoreError } from '../../base/errors.ts';
import { PlacedCollider } from '../../collision/contactCollider.ts';
import { DISTANCE } from '../../collision/distances.ts';
import type { Cloth } from '../../scene/kinds/cloth.ts';
import type { KnownSurface } from '../../solids/cloth/KnownSurface.ts';
import { AttachedPoints, type AttachmentParent } from '../../simulation/attachment/AttachedPoints.ts';
import { KeyedCollider } from '../../simulation/keyed/KeyedCollider.ts';

/** Time of the first frame, s. */
const START = 0;

/** The triangles of a cloth, where it stands at the first frame, m. */
interface LyingCloth {
  readonly positions: Float64Array;
  readonly triangles: Uint32Array;
}

/** Normals of a surface near points: xyz each, 0 where it is farther than the reach. */
type NormalsAt = (time: number, points: Float64Array, out: Float64Array) => void;

/**
 * What a cloth lies on, as its document says: a collider, or the surface of a solid that moves in the same substeps. Triangles within reach of it at the first
 * frame face the side that they face then; while they are farther away they have none. To be made while the inputs stand at the first interval. Throws
 * `document-invalid` where the body takes no part.
 */
export function surfaceSides(
  { id, liesOn }: Cloth,
  parents: readonly (KeyedCollider | AttachmentParent)[],
  cloth: LyingCloth,
): KnownSurface | undefined {
  if (liesOn === undefined) return undefined;
  const body = parents.find((parent) => parent.id === liesOn.body);
  if (body === undefined) {
    throw new CoreError('document-invalid', `the guide surface of the cloth is '${liesOn.body}', which is disabled`, {
      place: `cloth '${id}'`,
      remedy: `Enable '${liesOn.body}', or choose another guide surface.`,
    });
  }
  const { positions, triangles } = cloth;
  const centres = new Float64Array(triangles.length);
  findCentres(triangles, positions, centres);
  const normalsAt =
    body instanceof KeyedCollider
      ? normalsOfCollider(body, liesOn.distance)
      : normalsOfSurface(body, new AttachedPoints(body, centres, 'triangle'), liesOn.distance);
  const facing = facingSides(triangles, positions, centres, normalsAt);
  return {
    findSides(time, at, out) {
      findCentres(triangles, at, centres);
      normalsAt(time, centres, out);
      for (let k = 0; k < out.length; k++) out[k] *= facing[(k / 3) | 0];
    },
  };
}

/** 1 and -1 for triangles that face away from the surface and towards it, 0 for those out of its reach. */
function facingSides(
  triangles: Uint32Array,
  x: Float64Array,
  centres: Float64Array,
  normalsAt: NormalsAt,
): Float64Array {
  const normals = new Float64Array(centres.length);
  normalsAt(START, centres, normals);
  return Float64Array.from({ length: triangles.length / 3 }, (_, t) => {
    const [a, b, c] = [0, 1, 2].map((corner) => {
      const at = 3 * triangles[3 * t + corner];
      return [x[at], x[at + 1], x[at + 2]];
    });
    const e = b.map((value, axis) => value - a[axis]);
    const g = c.map((value, axis) => value - a[axis]);
    const normal = [e[1] * g[2] - e[2] * g[1], e[2] * g[0] - e[0] * g[2], e[0] * g[1] - e[1] * g[0]];
    return Math.sign(normal.reduce((sum, value, axis) => sum + value * normals[3 * t + axis], 0));
  });
}

function normalsOfCollider(collider: KeyedCollider, reach: number): NormalsAt {
  const placed = new PlacedCollider(collider);
  const answer = new Float64Array(4);
  return (time, points, out) => {
    placed.place(time, time);
    for (let k = 0; k < points.length; k += 3) {
      placed.signedDistanceAndNormal(points, k, answer);
      const near = Math.abs(answer[DISTANCE]) <= reach ? 1 : 0;
      for (let axis = 0; axis < 3; axis++) out[k + axis] = near * answer[axis];
    }
  };
}

/** Returns the normals of the surface triangles that were nearest at the first frame, wherever they have gone. */
function normalsOfSurface(body: AttachmentParent, attached: AttachedPoints, reach: number): NormalsAt {
  let places: Float64Array | undefined;
  return (_time, points, out) => {
    places ??= new Float64Array(points.length);
    attached.placeWithNormals(body.stepped.positions, places, out);
    for (let k = 0; k < points.length; k += 3) {
      let square = 0;
      for (let axis = 0; axis < 3; axis++) square += (points[k + axis] - places[k + axis]) ** 2;
      if (!(square <= reach * reach)) out.fill(0, k, k + 3);
    }
  };
}

/** out = centres of the triangles, m. */
function findCentres(triangles: Uint32Array, x: Float64Array, out: Float64Array): void {
  for (let k = 0; k < triangles.length; k += 3) {
    const a = 3 * triangles[k];
    const b = 3 * triangles[k + 1];
    const c = 3 * triangles[k + 2];
    for (let axis = 0; axis < 3; axis++) out[k + axis] = (x[a + axis] + x[b + axis] + x[c + axis]) / 3;
  }
}
