import { CoreError } from '../../base/errors.ts';
import type { JobContext } from '../../base/job.ts';
import { straightened, withoutMidpoints, type QuadraticTets } from '../../geometry/elements/ownMidpoints.ts';
import type { Embedding, VolumeMesh } from '../../geometry/TetMesh.ts';
import type { SurfaceMesh } from '../../geometry/TriMesh.ts';
import { fillSurface } from '../../meshing/fillSurface.ts';
import { meshers } from '../../meshing/Mesher.ts';
import type { Solid } from '../../scene/kinds/solid.ts';
import { geometryInputs } from '../../scene/shotInputs.ts';
import { orientedPoint } from './orientedPoint.ts';
import { inElementOrder, keepsMidpoints, wantedEdge } from './elementOrder.ts';
import { wantedDetail } from './wantedDetail.ts';
import type { SourceMesh } from './proceduralMesh.ts';

/**
 * The volume mesh of a solid in its own frame: metres, Y up, scaled, not yet turned or moved, so that placing the solid
 * elsewhere does not mesh it again. `edgeScale` multiplies the wanted edge (the quality setting). Throws what the mesher
 * throws, and `geometry-invalid` for a source without elements where the solid says no mesher.
 */
export async function fillSolid(
  solid: Solid,
  source: SourceMesh,
  edgeScale: number,
  job: JobContext,
): Promise<VolumeMesh> {
  const scaled = scaledSource(solid, source);
  return inElementOrder(solid, await linearElements(solid, scaled, edgeScale, job));
}

async function linearElements(
  solid: Solid,
  source: SourceMesh,
  edgeScale: number,
  job: JobContext,
): Promise<VolumeMesh> {
  if (solid.meshing === undefined) {
    const { elementGroups } = source;
    return { ...ownElements(solid, source), ...(elementGroups && { elementGroups }) };
  }
  const { method, params } = solid.meshing;
  const mesher = meshers.get(method);
  const length = edgeScale * wantedEdge(solid.meshing, source.surface);
  const detail = mesher.followsDetail === true ? wantedDetail(solid, source.surface, length) : undefined;
  return fillSurface(mesher, source.surface, length, params, job, detail);
}

/**
 * What `fillSolid` depends on, as plain data: equal inputs give equal bytes. A file counts by its content.
 */
export function fillInputs(solid: Solid, edgeScale: number): unknown {
  const { meshing } = solid;
  const isFollowed = meshing !== undefined && meshers.get(meshing.method).followsDetail === true;
  const read = isFollowed ? solid : withoutDetail(solid);
  return { edgeScale: meshing && edgeScale, shape: geometryInputs(read, ['shape']) };
}

/** The solid without what asks for finer elements in places, for meshers that do not follow it. */
function withoutDetail(solid: Solid): Solid {
  const { painted, meshing } = solid;
  return {
    ...solid,
    ...(painted && { painted: { ...painted, detail: undefined } }),
    ...(meshing && { meshing: { ...meshing, across: undefined } }),
  };
}

/** The source in metres, Y up, with the entity's scale applied. */
function scaledSource(solid: Solid, source: SourceMesh): SourceMesh {
  const { scale } = solid.transform;
  const unit = solid.source.kind === 'file' ? solid.source.metresPerUnit : 1;
  const upAxis = solid.source.kind === 'file' ? solid.source.upAxis : 'y';
  const map = (positions: Float64Array) => {
    const out = new Float64Array(positions.length);
    for (let i = 0; i < out.length; i += 3) {
      orientedPoint(positions, i, unit, upAxis, out);
      for (let axis = 0; axis < 3; axis++) out[i + axis] *= scale[axis];
    }
    return out;
  };
  return {
    ...source,
    surface: { ...source.surface, positions: map(source.surface.positions) },
    tets: source.tets && { ...source.tets, positions: map(source.tets.positions) },
    hexes: source.hexes && { ...source.hexes, positions: map(source.hexes.positions) },
  };
}

function ownElements(solid: Solid, source: SourceMesh): VolumeMesh {
  const { surface, tets, hexes } = source;
  if (tets?.midpoints !== undefined) return ownQuadratic(solid, surface, { ...tets, midpoints: tets.midpoints });
  if (tets !== undefined) return { kind: 'tet', mesh: tets, surface, embedding: identityEmbedding(surface, 4) };
  if (hexes !== undefined) return { kind: 'hex', mesh: hexes, surface, embedding: identityEmbedding(surface, 8) };
  throw new CoreError('geometry-invalid', `solid '${solid.id}' has a surface but no elements`, {
    remedy: 'Give it `meshing` with a method, or a source file with tetrahedra or hexahedra.',
  });
}

/** Elements that are quadratic in the file: with straight edges, or linear where the solid says so or tears. */
function ownQuadratic(solid: Solid, surface: SurfaceMesh, tets: QuadraticTets): VolumeMesh {
  const mesh = straightened(tets);
  const shown = { ...surface, positions: mesh.positions };
  if (keepsMidpoints(solid)) return { kind: 'tet', mesh, surface: shown, embedding: identityEmbedding(shown, 10) };
  return { kind: 'tet', surface: shown, ...withoutMidpoints(mesh) };
}

/** Surface vertex v is volume vertex v. */
function identityEmbedding(surface: SurfaceMesh, size: 4 | 8 | 10): Embedding {
  const count = surface.positions.length / 3;
  const vertices = new Uint32Array(size * count);
  const weights = new Float64Array(size * count);
  for (let v = 0; v < count; v++) {
    vertices.fill(v, size * v, size * (v + 1));
    weights[size * v] = 1;
  }
  return { size, vertices, weights };
}
