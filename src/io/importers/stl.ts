import { z } from 'zod';
import { readAsciiStl } from './stl/asciiStl.ts';
import { isBinaryStl, readBinaryStl } from './stl/binaryStl.ts';
import { looksLikeAsciiStl } from './stl/asciiStl.ts';
import { textBytes } from '../text/textBytes.ts';
import type { ImporterDefinition } from '../Importer.ts';

/** STL, text and binary. Corners at exactly the same place become one vertex. */
const stl: ImporterDefinition = {
  type: 'stl',
  label: 'STL',
  reference: '3D Systems, Stereolithography Interface Specification (1988)',
  params: z.strictObject({}),
  extensions: ['stl'],
  recognises: (bytes) => looksLikeAsciiStl(bytes),
  async read(source) {
    const { path, bytes } = source;
    if (isBinaryStl(bytes)) return readBinaryStl(path, bytes);
    return readAsciiStl(path, textBytes(bytes));
  },
};

export default stl;
