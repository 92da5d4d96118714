import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import type { VolumeMesh } from '../../geometry/TetMesh.ts';
import { embedInHexes, hexLattice, hexMesh } from '../hexLattice.ts';
import type { MesherDefinition } from '../Mesher.ts';
import { meshingSurface } from '../meshingSurface.ts';
import { embeddedHexes } from '../virtual/embeddedHexes.ts';
import { keptApart } from '../virtual/keptApart.ts';

const params = z.strictObject({
  minPieceCells: quantity({
    unit: '',
    label: 'Minimum piece size',
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
    const plain: VolumeMesh = { kind: 'hex', mesh, surface, embedding };
    return settings.minPieceCells > 1 ? plain : keptApart(plain, embeddedHexes(lattice, query, surface, job));
  },
};

export default hexahedra;
