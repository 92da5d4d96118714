import { quietJob } from '../../src/base/job.ts';
import { readMesh } from '../../src/io/readMesh.ts';
import { meshers } from '../../src/meshing/Mesher.ts';
import { meshingSurface } from '../../src/meshing/meshingSurface.ts';
import { meshReport } from '../../src/meshing/meshReport.ts';

/** Limits of METHODS for one mesher: angles in degrees. */
interface Bars {
  readonly min: number;
  readonly p1: number;
  readonly max: number;
  readonly aspect: number;
}

const STUFFING: Bars = { min: 28, p1: 35, max: 130, aspect: 4.5 };
const RED_GREEN: Bars = { min: 25, p1: 32, max: 135, aspect: 5 };
const METHODS: Record<string, Bars> = { stuffing: STUFFING, 'graded-stuffing': STUFFING, 'red-green': RED_GREEN };
const SCANS = [
  'bunny_watertight.obj',
  'stanford-bunny.obj',
  'armadillo.obj',
  'dragon.obj',
  'happy-buddha-100k.obj',
  'cow.obj',
  'dino-toy.off',
  'knot1.off',
];

function diagonal(positions: Float64Array, used: Uint32Array): number {
  let squared = 0;
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity;
    let high = -Infinity;
    for (const v of used) {
      low = Math.min(low, positions[3 * v + axis]);
      high = Math.max(high, positions[3 * v + axis]);
    }
    squared += (high - low) ** 2;
  }
  return Math.sqrt(squared);
}

async function row(folder: string, scan: string, method: string, percent: number): Promise<string> {
  const start = performance.now();
  const surface = (await readMesh(`${folder}/${scan}`)).mesh.surface;
  const edge = (percent / 100) * diagonal(surface.positions, surface.faceVertices);
  const mesher = meshers.get(method);
  const volume = await mesher.mesh(surface, edge, mesher.params.parse({}), quietJob);
  const seconds = (performance.now() - start) / 1000;
  const report = meshReport(volume, meshingSurface(surface, edge).query, edge);
  const bars = METHODS[method];
  const failed = [
    report.minDihedral < bars.min && 'min',
    report.p1MinDihedral < bars.p1 && 'p1',
    report.maxDihedral > bars.max && 'max',
    report.worstAspect > bars.aspect && 'aspect',
    report.inverted > 0 && 'inverted',
    !report.boundaryManifold && 'manifold',
    !report.noTetWithFourBoundaryVertices && 'four',
    report.relative.meshToSurfaceMax > 0.8 && 'distance',
    report.relative.meshToSurfaceP99 > 0.35 && 'p99',
    report.offSurface.fraction > 0.02 && 'off',
    report.relative.offSurfaceMax > 0.15 && 'offMax',
  ].filter(Boolean);
  const cells = [
    scan.padEnd(22),
    method.padEnd(16),
    `${percent}%`.padEnd(5),
    String(report.tets).padStart(7),
    seconds.toFixed(2).padStart(6),
    report.minDihedral.toFixed(1).padStart(6),
    report.p1MinDihedral.toFixed(1).padStart(6),
    report.maxDihedral.toFixed(1).padStart(7),
    report.worstAspect.toFixed(2).padStart(6),
    report.relative.meshToSurfaceMax.toFixed(3).padStart(7),
    report.relative.meshToSurfaceP99.toFixed(3).padStart(7),
    report.relative.surfaceToMeshP99.toFixed(3).padStart(7),
    (100 * report.offSurface.fraction).toFixed(2).padStart(6),
    report.relative.offSurfaceMax.toFixed(3).padStart(6),
    String(report.boundaryPieces).padStart(4),
    failed.length === 0 ? ' ok' : ` FAILS ${failed.join(' ')}`,
  ];
  return cells.join(' ');
}

/** Prints the meshing table: `node dist/meshingTable.js FOLDER [method,...] [percent,...] [scan,...]`. */
async function main(args: readonly string[]): Promise<void> {
  const [folder = process.env['DUCTILE_TEST_DATA'] ?? '.', methods, percents, scans] = args;
  console.log(
    'scan                   method           edge     tets  secs    min     p1     max aspect  m2sMax  m2sP99  s2mP99  off%  offMax pcs',
  );
  for (const scan of scans?.split(',') ?? SCANS) {
    for (const method of methods?.split(',') ?? Object.keys(METHODS)) {
      for (const percent of percents?.split(',') ?? ['2', '1']) {
        console.log(await row(folder, scan, method, Number(percent)));
      }
    }
  }
}

await main(process.argv.slice(2));
