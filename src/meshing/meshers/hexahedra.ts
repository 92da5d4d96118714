import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import { embedInHexes, hexLattice, hexMesh } from '../hexLattice.ts';
import type { MesherDefinition } from '../Mesher.ts';
import { meshingSurface } from '../meshingSurface.ts';

const params = z.strictObject({
  minPieceCells: quantity({
    unit: '',
    label: 'Smallest piece',
    help: 'Separate pieces with fewer hexahedra than this are left out.',
    min: 1,
    max: 1e6,
    softMax: 1000,
    default: 1,
  }),
});

const hexahedra: MesherDefinition<z.output<typeof params>> = {
  type: 'hexahedra',
  coversSurface: true,
  label: 'Uniform hexahedra',
  reference: 'Irving, Teran & Fedkiw 2006, Tetrahedral and hexahedral invertible finite elements, section 4',
  params,
  async mesh(surface, edgeLength, settings, job) {
    const { query, box } = meshingSurface(surface, edgeLength);
    const lattice = hexLattice(query, box, edgeLength, settings.minPieceCells, job);
    const { mesh, hexOfCell } = hexMesh(lattice);
    const embedding = embedInHexes(lattice, mesh, hexOfCell, surface.positions);
    return { kind: 'hex', mesh, surface, embedding };
  },
};

export default hexahedra;
