import { checkCancelled, type JobContext } from '../../base/job.ts';
import { hexDihedrals, tetDihedrals } from '../../geometry/dihedralAngles.ts';
import { hexQuality } from '../../geometry/hexQuality.ts';
import { SHAPE_SIZE, tetShape } from '../../geometry/tetQuality.ts';
import type { HexMesh, TetMesh, VolumeMesh } from '../../geometry/TetMesh.ts';

/** Width of a bin of the histogram, degrees. */
const BIN = 2;
const BINS = 180 / BIN;
/** Stands for an endless aspect: of a flat element. */
const WORST_ASPECT = 1e9;
/** Elements measured between two looks at the job. */
const POLL = 4096;

export interface ElementQuality {
  readonly elements: number;
  /** Degrees. */
  readonly minDihedral: number;
  readonly maxDihedral: number;
  /** Longest edge over shortest altitude (hexahedra: over shortest edge). */
  readonly worstAspect: number;
  /** All dihedral angles: six of a tetrahedron, three at each corner of a hexahedron. Degrees. */
  readonly dihedrals: { readonly from: number; readonly to: number; readonly counts: number[] };
  /** Elements without positive volume. */
  readonly inverted: number;
}

/** The angles of all elements and how bad the worst are. Throws `cancelled`. */
export function elementQuality(volume: VolumeMesh, job: JobContext): ElementQuality {
  return volume.kind === 'tet' ? ofTets(volume.mesh, job) : ofHexes(volume.mesh, job);
}

class Angles {
  readonly counts = new Array<number>(BINS).fill(0);
  lowest = 180;
  highest = 0;

  add(degrees: number): void {
    this.counts[Math.min(BINS - 1, Math.floor(degrees / BIN))]++;
    if (degrees < this.lowest) this.lowest = degrees;
    if (degrees > this.highest) this.highest = degrees;
  }
}

function ofTets({ positions, tets }: TetMesh, job: JobContext): ElementQuality {
  const angles = new Angles();
  const shape = new Float64Array(SHAPE_SIZE);
  const dihedrals = new Float64Array(6);
  let worstAspect = 0;
  let inverted = 0;
  for (let t = 0; t < tets.length; t += 4) {
    if ((t / 4) % POLL === 0) checkCancelled(job);
    const [a, b, c, d] = [tets[t], tets[t + 1], tets[t + 2], tets[t + 3]];
    tetShape(positions, a, b, c, d, shape);
    if (shape[4] > 0) worstAspect = Math.max(worstAspect, shape[3] / shape[2]);
    else inverted++;
    tetDihedrals(positions, a, b, c, d, dihedrals);
    for (const angle of dihedrals) angles.add(angle);
  }
  return report(tets.length / 4, angles, inverted > 0 ? WORST_ASPECT : worstAspect, inverted);
}

function ofHexes(mesh: HexMesh, job: JobContext): ElementQuality {
  const angles = new Angles();
  const corner = new Float64Array(24);
  const count = mesh.hexes.length / 8;
  for (let hex = 0; hex < count; hex++) {
    if (hex % POLL === 0) checkCancelled(job);
    const angleCount = hexDihedrals(mesh, hex, corner);
    for (let k = 0; k < angleCount; k++) angles.add(corner[k]);
  }
  const { inverted, worstAspect } = hexQuality(mesh);
  return report(count, angles, worstAspect, inverted);
}

function report(elements: number, angles: Angles, worstAspect: number, inverted: number): ElementQuality {
  return {
    elements,
    minDihedral: elements === 0 ? 0 : angles.lowest,
    maxDihedral: angles.highest,
    worstAspect: Math.min(worstAspect, WORST_ASPECT),
    dihedrals: { from: 0, to: 180, counts: angles.counts },
    inverted,
  };
}
