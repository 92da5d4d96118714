import { CoreError } from '../../base/errors.ts';
import { boxHexes } from '../../geometry/primitives/boxHexes.ts';
import { boxTets, regularTet } from '../../geometry/primitives/boxTets.ts';
import { dinosaurSurface } from '../../geometry/primitives/dinosaur.ts';
import { handleTets } from '../../geometry/primitives/handleTets.ts';
import { hollowSphereTets } from '../../geometry/primitives/hollowSphereTets.ts';
import { boxSurface, cylinderSurface, sphereSurface, torusSurface } from '../../geometry/primitives/surfaces.ts';
import { boundaryPolygons, volumeBoundary } from '../../geometry/volumeBoundary.ts';
import type { ElementGroup, HexMesh, TetMesh } from '../../geometry/TetMesh.ts';
import type { SurfaceMesh } from '../../geometry/TriMesh.ts';
import type { ProceduralForm } from '../../scene/properties/sources.ts';

/** A solid's shape before meshing: the artist's surface, and elements where the source brings its own. Metres. */
export interface SourceMesh {
  readonly surface: SurfaceMesh;
  readonly tets?: TetMesh;
  readonly hexes?: HexMesh;
  readonly elementGroups?: readonly ElementGroup[];
}

/** Quads along each side of a procedural box: enough for soft bending of the exported surface. */
const BOX_CELLS = 16;

/** Most cells of a block: six million tetrahedra, some gigabytes to simulate. */
const MAX_CELLS = 1_000_000;
/** Most vertices of a torus, a sphere or a hollow ball. */
const MAX_VERTICES = 1_000_000;

/** The mesh of a procedural form about the origin, metres. Throws `limit-exceeded`. */
export function proceduralMesh(form: ProceduralForm): SourceMesh {
  switch (form.shape) {
    case 'torus': {
      const { majorRadius, minorRadius, majorSegments, minorSegments } = form;
      checkVertices('torus', majorSegments * minorSegments);
      return { surface: torusSurface(majorRadius, minorRadius, majorSegments, minorSegments) };
    }
    case 'sphere':
      checkVertices('sphere', (form.segments * form.segments) / 2);
      return { surface: sphereSurface(form.radius, form.segments) };
    case 'box':
      return { surface: boxSurface(form.size, [BOX_CELLS, BOX_CELLS, BOX_CELLS]) };
    case 'cylinder':
      return { surface: cylinderSurface(form.radius, form.height, form.segments) };
    case 'tet': {
      const tets = regularTet(form.edge);
      return { surface: boundarySurface('tetrahedron', tets.positions, tets.tets, 4), tets };
    }
    case 'hollow-sphere': {
      if (form.thickness >= form.radius) throw solidBall(form.thickness, form.radius);
      checkVertices('hollow sphere', (form.segments * form.segments * (form.layers + 1)) / 2);
      const tets = hollowSphereTets(form.radius, form.thickness, form.segments, form.layers);
      return { surface: boundarySurface('hollow sphere', tets.positions, tets.tets, 4), tets };
    }
    case 'handle': {
      const { arm, stem, cells } = form;
      checkCells([1 + 2 * arm + stem, cells, cells, cells], 'handle');
      const tets = handleTets(form);
      return { surface: boundarySurface('handle', tets.positions, tets.tets, 4), tets };
    }
    case 'dinosaur':
      return { surface: dinosaurSurface(form.length) };
    case 'block': {
      checkCells(form.cells);
      if (form.elements === 'tets') {
        const tets = boxTets(form.size, form.cells);
        return { surface: boundarySurface('block', tets.positions, tets.tets, 4), tets };
      }
      const hexes = boxHexes(form.size, form.cells);
      return { surface: boundarySurface('block', hexes.positions, hexes.hexes, 8), hexes };
    }
  }
}

function solidBall(thickness: number, radius: number): CoreError {
  return new CoreError(
    'document-invalid',
    `a wall of ${thickness} m leaves no cavity in a ball of radius ${radius} m`,
    {
      remedy: 'Give it a thinner wall, or make it a sphere.',
    },
  );
}

function checkVertices(what: string, count: number): void {
  if (count <= MAX_VERTICES) return;
  throw new CoreError('limit-exceeded', `the ${what} has about ${Math.round(count)} vertices`, {
    remedy: `Give it fewer segments or layers: at most ${MAX_VERTICES} vertices are supported.`,
  });
}

function checkCells(cells: readonly number[], what = 'block'): void {
  const count = cells.reduce((product, n) => product * n, 1);
  if (count <= MAX_CELLS) return;
  throw new CoreError('limit-exceeded', `the ${what} has ${count} cells`, {
    remedy: `Give it fewer cells: at most ${MAX_CELLS} are supported.`,
  });
}

/** The boundary of elements as a surface over all their vertices, so that surface vertex v is volume vertex v. */
function boundarySurface(name: string, positions: Float64Array, elements: Uint32Array, size: 4 | 8): SurfaceMesh {
  const faces = boundaryPolygons(volumeBoundary(elements, size));
  return { name, positions, ...faces, groups: [], vertexAttributes: [] };
}
