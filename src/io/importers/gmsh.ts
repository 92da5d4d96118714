import { z } from 'zod';
import { textBytes } from '../text/textBytes.ts';
import { GmshReader } from './gmsh/GmshReader.ts';
import type { ImporterDefinition } from '../Importer.ts';

/** Gmsh MSH 1, 2 and 4.1, text and binary: tetrahedra or hexahedra with physical groups, or a surface. */
const gmsh: ImporterDefinition = {
  type: 'gmsh',
  label: 'Gmsh MSH',
  reference: 'Geuzaine and Remacle, Gmsh Reference Manual, sections 10.1 to 10.3 (file formats)',
  params: z.strictObject({}),
  extensions: ['msh'],
  recognises: (bytes) =>
    /^\s*\$(?:MeshFormat|NOD|Comments)\b/.test(new TextDecoder('latin1').decode(bytes.subarray(0, 64))),
  read: async (source) => new GmshReader(source.path, textBytes(source.bytes)).read(),
};

export default gmsh;
