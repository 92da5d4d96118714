import { z } from 'zod';
import { expandIncludes } from './vega/expandIncludes.ts';
import { VegaReader } from './vega/VegaReader.ts';
import type { ImporterDefinition } from '../Importer.ts';

/** VegaFEM .veg: tetrahedra or cubes with materials by region; `*INCLUDE` is followed. */
const vega: ImporterDefinition = {
  type: 'vega',
  label: 'VegaFEM',
  reference: 'Sin, Schroeder and Barbic, Vega: non-linear FEM deformable object simulator (2013); VegaFEM manual, .veg',
  params: z.strictObject({}),
  extensions: ['veg'],
  recognises: (bytes) => /(?:^|\n)\s*\*VERTICES\s/i.test(new TextDecoder('latin1').decode(bytes.subarray(0, 512))),
  async read(source) {
    return new VegaReader(source.path, await expandIncludes(source)).read();
  },
  companions: expandIncludes,
};

export default vega;
