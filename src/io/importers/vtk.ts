import { z } from 'zod';
import { VtkReader } from './vtk/VtkReader.ts';
import type { ImporterDefinition } from '../Importer.ts';

/** Legacy VTK, text and binary: unstructured grids of tetrahedra or hexahedra, and polygonal data. */
const vtk: ImporterDefinition = {
  type: 'vtk',
  label: 'VTK (legacy)',
  reference: "Kitware, The VTK User's Guide, VTK file formats: simple legacy formats",
  params: z.strictObject({}),
  extensions: ['vtk'],
  recognises: (bytes) => /^\s*#\s*vtk DataFile/i.test(new TextDecoder('latin1').decode(bytes.subarray(0, 64))),
  read: async (source) => new VtkReader(source.path, source.bytes).read(),
};

export default vtk;
