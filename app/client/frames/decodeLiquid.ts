import type { FrameLiquid } from '../../../src/frames/FrameLiquid.ts';
import { decodeLiquidSurface } from '../../../src/frames/LiquidSurface.ts';
import type { DisplayLiquid, DisplaySkin } from './DisplayLiquid.ts';
import { vertexSpeeds } from './elementFields.ts';
import { vertexNormals } from './SurfaceNormals.ts';

/** Makes a liquid ready. `surface`: the bytes of its skin. Throws `format-*`. */
export function decodeLiquid(
  { id, positions, velocities }: FrameLiquid,
  surface: Uint8Array | undefined,
  colour: (speeds: Float32Array) => DisplayLiquid['colour'],
): DisplayLiquid {
  const speeds = new Float32Array(positions.length / 3);
  vertexSpeeds(velocities, speeds);
  return {
    id,
    particles: { positions: positions.slice(), speeds },
    surface: surface && decodeSkin(surface),
    colour: colour(speeds),
  };
}

function decodeSkin(bytes: Uint8Array): DisplaySkin {
  const { positions, velocities, triangles } = decodeLiquidSurface(bytes);
  const speeds = new Float32Array(positions.length / 3);
  vertexSpeeds(velocities, speeds);
  return {
    positions: positions.slice(),
    normals: vertexNormals(positions, triangles),
    speeds,
    triangles: triangles.slice(),
  };
}
