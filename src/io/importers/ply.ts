import { z } from 'zod';
import { PlyReader } from './ply/PlyReader.ts';
import type { ImporterDefinition } from '../Importer.ts';

/** PLY, text and both binary orders: polygons, triangle strips, colours, uvs, normals and any further vertex property. */
const ply: ImporterDefinition = {
  type: 'ply',
  label: 'PLY (Stanford polygon file)',
  reference: 'Turk, The PLY Polygon File Format (1994)',
  params: z.strictObject({}),
  extensions: ['ply'],
  recognises: (bytes) => /^ply\s/.test(new TextDecoder('latin1').decode(bytes.subarray(0, 4))),
  read: async (source) => new PlyReader(source.path, source.bytes).read(),
};

export default ply;
