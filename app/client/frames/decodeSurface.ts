import { shownAttributes } from '../../../src/frames/derived/derivedAttributes.ts';
import { decodeLiquidSurface, type LiquidSurface } from '../../../src/frames/LiquidSurface.ts';
import { POSITION, VELOCITY } from '../../../src/frames/Stream.ts';
import type { Colouring } from '../../state/viewStore.ts';
import type { ExtractedSurface } from './DisplayFrame.ts';
import { writeNumbers } from './StreamDecoder.ts';
import { surfaceFoam } from './surfaceFoam.ts';
import { vertexNormals } from './SurfaceNormals.ts';

/** What the vertices of an extracted surface have: that of points with velocities. */
const attributes = shownAttributes({
  entity: '',
  name: 'surface',
  type: 'points',
  topology: 'changing',
  purpose: 'result',
  diameter: 0,
  attributes: [
    { name: POSITION, unit: 'm', location: 'point', components: 3, display: 'none' },
    { name: VELOCITY, unit: 'm/s', location: 'point', components: 3, display: 'none' },
  ],
});

/** Makes a surface that the host extracted ready. Throws `format-*`. */
export function decodeSurface(bytes: Uint8Array, colouring: Colouring): ExtractedSurface {
  const surface = decodeLiquidSurface(bytes);
  const { positions, velocities, triangles } = surface;
  const normals = vertexNormals(positions, triangles);
  return {
    positions: positions.slice(),
    normals,
    values: numbers(surface, colouring),
    foam: surfaceFoam(positions, normals, velocities, triangles),
    triangles: triangles.slice(),
    bounds: boundsOf(positions),
  };
}

function numbers({ positions, velocities }: LiquidSurface, colouring: Colouring): Float32Array | undefined {
  const attribute = attributes.find(({ name }) => name === colouring);
  if (attribute === undefined) return undefined;
  const values = new Float32Array(positions.length / 3);
  const source = { values: (name: string) => (name === VELOCITY ? velocities : positions) };
  return writeNumbers(attribute, { attributes: [] }, source, undefined, values) ? values : undefined;
}

/** Least xyz and largest xyz of points, m; empty, from infinity to minus infinity, of none. */
function boundsOf(positions: Float32Array): Float32Array {
  const bounds = Float32Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  for (let k = 0; k < positions.length; k++) {
    const axis = k % 3;
    bounds[axis] = Math.min(bounds[axis], positions[k]);
    bounds[3 + axis] = Math.max(bounds[3 + axis], positions[k]);
  }
  return bounds;
}
