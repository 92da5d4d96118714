import { extname, resolve } from 'node:path';
import { CoreError } from '../../base/errors.ts';
import { checkCancelled } from '../../base/job.ts';
import { writeFileAtomically } from '../../cache/atomicFile.ts';
import type { VolumeMesh } from '../../geometry/TetMesh.ts';
import { encodeGmsh4 } from '../../io/exporters/volume/encodeGmsh.ts';
import { encodeVtk } from '../../io/exporters/volume/encodeVtk.ts';
import { readMesh } from '../../io/readMesh.ts';
import { fillSurface } from '../../meshing/fillSurface.ts';
import { meshers } from '../../meshing/Mesher.ts';
import { meshReport, type MeshReport } from '../../meshing/meshReport.ts';
import { meshingSurface } from '../../meshing/meshingSurface.ts';
import { boundsDiagonal } from '../../simulation/rest/boundsDiagonal.ts';
import { massReport, type MassReport } from '../../solids/massReport.ts';
import { edgeLength, requiredPositional, stringOption, usageError } from '../arguments.ts';
import type { Command } from '../Command.ts';
import { parseParams } from '../params.ts';

const DEFAULT_METHOD = 'graded-stuffing';

/** The bytes of a volume mesh in the format that the path's ending names. */
function encodeVolume(volume: VolumeMesh, path: string): Uint8Array {
  const cells = volume.kind === 'tet' ? volume.mesh.tets : volume.mesh.hexes;
  const cellSize = volume.kind === 'tet' ? 4 : 8;
  const positions = Float32Array.from(volume.mesh.positions);
  const name = volume.surface.name || 'volume';
  const volumes = [{ name, positions, cells, cellSize, vertexFields: [], elementFields: [] } as const];
  const content = { frame: 0, meshes: [], points: [], volumes };
  const ending = extname(path).toLowerCase();
  if (ending === '.msh') return encodeGmsh4(content);
  if (ending === '.vtk') return encodeVtk(content, 'Ductile');
  throw new CoreError('usage', `volume meshes are written as .msh or .vtk, not '${ending}'`, { file: path });
}

/** Kilobytes in a megabyte. */
const MEGA = 1024;

function describeMass({ volume, massError, inertiaError, elementError }: MassReport): string {
  const percent = (share: number) => `${Number((100 * share).toPrecision(2))} %`;
  const more = elementError >= 0 ? `${percent(elementError)} more` : `${percent(-elementError)} less`;
  return (
    `weighs ${Number(volume.toPrecision(4))} m3 times its density, ${percent(Math.abs(massError))} off what the surface encloses, inertia ${percent(inertiaError)} off; ` +
    `whole elements would weigh ${more}`
  );
}

function printReport(report: MeshReport, seconds: number, print: (line: string) => void): void {
  const degrees = (value: number) => `${value.toFixed(1)} deg`;
  const { relative, offSurface } = report;
  print(
    `${report.tets} ${report.kind === 'tet' ? 'tetrahedra' : 'hexahedra'}, ${report.vertices} vertices, ${seconds.toFixed(2)} s`,
  );
  print(
    `dihedral angles ${degrees(report.minDihedral)} to ${degrees(report.maxDihedral)}, ` +
      `1st percentile of minima ${degrees(report.p1MinDihedral)}; worst aspect ${report.worstAspect.toFixed(2)}`,
  );
  print(
    `to the surface: ${relative.meshToSurfaceMax.toFixed(2)} edges at most, ${relative.meshToSurfaceP99.toFixed(2)} for 99 %; ` +
      `from it: ${relative.surfaceToMeshP99.toFixed(2)} for 99 %`,
  );
  print(`boundary ${report.boundaryManifold ? 'manifold' : 'NOT manifold'}, ${report.inverted} inverted`);
  print(
    `${(100 * offSurface.fraction).toFixed(2)} % of boundary vertices off the surface, ${relative.offSurfaceMax.toFixed(3)} edges at most`,
  );
}

const mesh: Command = {
  summary: 'fill a surface with tetrahedra or hexahedra and report their quality',
  usage: [
    'ductile mesh SURFACE --edge 2%|0.05 [--method NAME] [--set NAME=VALUE,...] [-o OUT.msh|OUT.vtk] [--json]',
    '',
    '--edge is the long edge of the lattice: a share of the bounding-box diagonal, or metres (units of the file).',
    `--method is one of \`ductile list mesher\`; the default is ${DEFAULT_METHOD}. --set changes its parameters.`,
    '`seconds` runs from the start of the process to the finished mesh; the report is measured after that.',
  ].join('\n'),
  options: {
    edge: { type: 'string' },
    method: { type: 'string' },
    set: { type: 'string' },
    output: { type: 'string', short: 'o' },
  },
  async run(args, context) {
    const path = resolve(requiredPositional(args, 0, 'the surface'));
    const method = stringOption(args, 'method') ?? DEFAULT_METHOD;
    const output = stringOption(args, 'output');
    if (!meshers.has(method))
      throw usageError(`there is no mesher '${method}'; use one of ${meshers.types().join(', ')}`);
    const mesher = meshers.get(method);
    const params = parseParams(mesher, stringOption(args, 'set'));
    const { mesh: imported } = await readMesh(path);
    checkCancelled(context.job);
    const edge = edgeLength(stringOption(args, 'edge') ?? '2%', boundsDiagonal(imported.surface.positions));
    const volume = await fillSurface(mesher, imported.surface, edge, params, context.job);
    const seconds = context.secondsSinceStart();
    checkCancelled(context.job);
    if (output !== undefined) await writeFileAtomically(resolve(output), [encodeVolume(volume, output)]);
    const surface = meshingSurface(imported.surface, edge);
    const report = meshReport(volume, surface.query, edge);
    checkCancelled(context.job);
    const peakMemoryMB = process.resourceUsage().maxRSS / MEGA;
    const warnings = volume.note === undefined ? imported.warnings : [...imported.warnings, volume.note];
    for (const warning of warnings) context.warn(`ductile: ${warning}`);
    const mass = massReport(volume);
    context.emit({ surface: path, method, edge, ...report, mass, seconds, peakMemoryMB, output, warnings });
    printReport(report, seconds, context.print);
    context.print(mass === undefined ? 'the surface encloses no volume to weigh' : describeMass(mass));
  },
};

export default mesh;
