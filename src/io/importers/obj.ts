import { z } from 'zod';
import { ByteScanner } from '../text/ByteScanner.ts';
import { textBytes } from '../text/textBytes.ts';
import { ObjReader } from './obj/ObjReader.ts';
import type { ImporterDefinition } from '../Importer.ts';

/** Statements that may precede the first vertex. */
const opening = new Set(['mtllib', 'g', 'o', 's', 'usemtl']);

/** Wavefront OBJ: polygons with uvs, normals, vertex colours, groups, objects, materials and smoothing groups. */
const obj: ImporterDefinition = {
  type: 'obj',
  label: 'Wavefront OBJ',
  reference: 'Wavefront Technologies, Advanced Visualizer Manual (1995), appendix B1, object files',
  params: z.strictObject({}),
  extensions: ['obj'],
  recognises(bytes) {
    const scanner = new ByteScanner(textBytes(bytes.subarray(0, 4096)), 0, { comment: '#' });
    while (scanner.skipToToken()) {
      const keyword = scanner.word();
      if (keyword === 'v') return scanner.skipBlanks() && !Number.isNaN(scanner.number()) && scanner.skipBlanks();
      if (!opening.has(keyword)) return false;
      scanner.skipLine();
    }
    return false;
  },
  async read(source) {
    return new ObjReader(source.path, textBytes(source.bytes)).read();
  },
};

export default obj;
