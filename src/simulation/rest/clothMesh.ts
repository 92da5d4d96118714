import { CoreError } from '../../base/errors.ts';
import { ballSurface } from '../../geometry/primitives/ballSurface.ts';
import { halfTorusSurface, sheetSurface, tubeSurface } from '../../geometry/primitives/sheets.ts';
import type { ShellMesh } from '../../geometry/TetMesh.ts';
import { triangulate } from '../../geometry/triangulate.ts';
import type { SurfaceMesh } from '../../geometry/TriMesh.ts';
import { weldExact } from '../../geometry/welding/weldExact.ts';
import type { Cloth } from '../../scene/kinds/cloth.ts';
import type { ClothForm } from '../../scene/properties/clothSource.ts';
import { orientedPoint } from './orientedPoint.ts';

/** Most triangles of a procedural cloth: some gigabytes to simulate. */
const MAX_TRIANGLES = 4_000_000;

/** The surface of a procedural cloth about its own origin, m, with edges `edgeScale` times as long as asked. Throws `limit-exceeded`. */
export function proceduralCloth(form: ClothForm, edgeScale: number): SurfaceMesh {
  const edge = edgeScale * form.edge;
  checkSize(areaOf(form) / (0.25 * Math.sqrt(3) * edge * edge));
  if (form.shape === 'sheet') return sheetSurface(form.width, form.depth, edge, form.waves);
  if (form.shape === 'tube') return tubeSurface(form.radius, form.length, edge);
  if (form.shape === 'ball') return ballSurface(form.radius, edge);
  return halfTorusSurface(form.majorRadius, form.minorRadius, edge);
}

/** m2. */
function areaOf(form: ClothForm): number {
  if (form.shape === 'sheet') return form.width * form.depth;
  if (form.shape === 'tube') return 2 * Math.PI * form.radius * form.length;
  if (form.shape === 'ball') return 4 * Math.PI * form.radius * form.radius;
  return 2 * Math.PI * Math.PI * form.majorRadius * form.minorRadius;
}

function checkSize(triangles: number): void {
  if (triangles <= MAX_TRIANGLES) return;
  throw new CoreError('limit-exceeded', `the cloth would have ${Math.ceil(triangles)} triangles`, {
    remedy: `Use a longer edge: at most ${MAX_TRIANGLES} are supported.`,
  });
}

/**
 * What a cloth is simulated as, in its own frame: metres, Y up, scaled, not yet turned or moved. Vertices of the surface at the same place
 * are one, so that seams of uvs do not come apart. Throws `geometry-invalid` where there is no triangle.
 */
export function clothMesh(cloth: Cloth, source: SurfaceMesh): ShellMesh {
  const surface = { ...source, positions: ownPositions(cloth, source.positions) };
  const { place, first } = weldExact(surface.positions);
  const positions = new Float64Array(3 * first.length);
  first.forEach((vertex, k) => positions.set(surface.positions.subarray(3 * vertex, 3 * vertex + 3), 3 * k));
  const { triangles: cut } = triangulate(surface).mesh;
  const corners: number[] = [];
  for (let t = 0; t < cut.length; t += 3) {
    const [a, b, c] = [place[cut[t]], place[cut[t + 1]], place[cut[t + 2]]];
    if (a !== b && b !== c && c !== a) corners.push(a, b, c);
  }
  if (corners.length === 0) {
    throw new CoreError('geometry-invalid', `cloth '${cloth.id}' has no triangle`, {
      remedy: 'Choose a mesh with faces.',
    });
  }
  const count = place.length;
  const vertices = new Uint32Array(3 * count);
  const weights = new Float64Array(3 * count);
  for (let v = 0; v < count; v++) {
    vertices.fill(place[v], 3 * v, 3 * v + 3);
    weights[3 * v] = 1;
  }
  const mesh = { positions, triangles: Uint32Array.from(corners) };
  return { kind: 'shell', mesh, surface, embedding: { size: 3, vertices, weights } };
}

function ownPositions({ source, transform }: Cloth, positions: Float64Array): Float64Array {
  const [unit, upAxis] = source.kind === 'file' ? [source.metresPerUnit, source.upAxis] : ([1, 'y'] as const);
  const out = new Float64Array(positions.length);
  for (let i = 0; i < out.length; i += 3) {
    orientedPoint(positions, i, unit, upAxis, out);
    for (let axis = 0; axis < 3; axis++) out[i + axis] *= transform.scale[axis];
  }
  return out;
}
