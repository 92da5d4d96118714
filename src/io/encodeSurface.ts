import { extname } from 'node:path';
import { CoreError } from '../base/errors.ts';
import type { SurfaceMesh } from '../geometry/TriMesh.ts';
import type { ExportObject } from './Exporter.ts';
import { encodeObjSurface } from './exporters/obj/ObjFrameWriter.ts';
import { encodePly } from './exporters/ply/encodePly.ts';

/**
 * A surface as the bytes of an OBJ or PLY file, by the path's ending, in the unit of its own numbers. OBJ keeps every bit of the positions,
 * uvs, normals and groups; PLY rounds to float32. Throws
 * `usage` for another ending.
 */
export function encodeSurface(surface: SurfaceMesh, path: string): Uint8Array {
  const ending = extname(path).toLowerCase();
  if (ending === '.obj') return encodeObjSurface(surface, 'Ductile');
  const { name, normals } = surface;
  const source: ExportObject = { name, kind: 'mesh', surface, sample: () => Promise.reject(new Error('not sampled')) };
  const positions = Float32Array.from(surface.positions);
  const content = {
    frame: 0,
    meshes: [{ source, name, surface, positions, normals, fields: [] }],
    points: [],
    volumes: [],
  };
  if (ending === '.ply') return encodePly(content, 'Ductile');
  throw new CoreError('usage', `repaired surfaces are written as .obj or .ply, not '${ending}'`, {
    file: path,
    remedy: 'Give it another ending.',
  });
}
