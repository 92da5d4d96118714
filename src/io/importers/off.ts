import { z } from 'zod';
import { OffReader, offHeader } from './off/OffReader.ts';
import { textBytes } from '../text/textBytes.ts';
import type { ImporterDefinition } from '../Importer.ts';

/** Geomview OFF as text, with the prefixes ST (uvs), C (colours) and N (normals). */
const off: ImporterDefinition = {
  type: 'off',
  label: 'OFF (Geomview)',
  reference: 'The Geometry Center, Geomview Manual, section 4.2.5, OFF files',
  params: z.strictObject({}),
  extensions: ['off'],
  recognises: (bytes) => offHeader(textBytes(bytes.subarray(0, 1024))) !== undefined,
  read: async (source) => new OffReader(source.path, textBytes(source.bytes)).read(),
};

export default off;
