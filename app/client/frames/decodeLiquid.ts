import { type FrameLiquid, particlesOf, type SomeParticles } from '../../../src/frames/FrameLiquid.ts';
import { decodeLiquidSurface } from '../../../src/frames/LiquidSurface.ts';
import type { DisplayLiquid, DisplayParticles, DisplaySkin } from './DisplayLiquid.ts';
import { vertexSpeeds } from './elementFields.ts';
import { skinFoam } from './skinFoam.ts';
import { vertexNormals } from './SurfaceNormals.ts';

/** Makes a liquid ready. `surface`: the bytes of its skin. Throws `format-*`. */
export function decodeLiquid(
  liquid: FrameLiquid,
  surface: Uint8Array | undefined,
  colour: (speeds: Float32Array) => DisplayLiquid['colour'],
): DisplayLiquid {
  const particles = displayParticles(liquid);
  return {
    id: liquid.id,
    particles,
    spray: liquid.spray && displayParticles(particlesOf(liquid, true)),
    surface: surface && decodeSkin(surface),
    colour: colour(particles.speeds),
  };
}

function displayParticles({ positions, velocities }: SomeParticles): DisplayParticles {
  const speeds = new Float32Array(positions.length / 3);
  vertexSpeeds(velocities, speeds);
  return { positions: positions.slice(), speeds };
}

function decodeSkin(bytes: Uint8Array): DisplaySkin {
  const { positions, velocities, triangles } = decodeLiquidSurface(bytes);
  const speeds = new Float32Array(positions.length / 3);
  vertexSpeeds(velocities, speeds);
  const normals = vertexNormals(positions, triangles);
  return {
    positions: positions.slice(),
    normals,
    speeds,
    foam: skinFoam(positions, normals, velocities, triangles),
    triangles: triangles.slice(),
    bounds: boundsOf(positions),
  };
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
