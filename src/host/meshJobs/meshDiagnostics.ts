import { describeThinParts } from '../../geometry/preflight/findings.ts';
import { lostBelowEdges, thinParts } from '../../geometry/preflight/thinParts.ts';
import { guessUnit, metresPerUnit, unitNames } from '../../geometry/preflight/unitGuess.ts';
import type { SurfaceMesh } from '../../geometry/TriMesh.ts';
import type { ImportedMesh } from '../../io/Importer.ts';
import { meshers } from '../../meshing/Mesher.ts';
import { meshingSurface } from '../../meshing/meshingSurface.ts';
import { volumeOf } from '../../scene/capabilities.ts';
import type { Scene } from '../../scene/Scene.ts';
import { boundsDiagonal } from '../../simulation/rest/boundsDiagonal.ts';

/** What an artist should know of a mesh before simulating it: a sentence, and what would help as who shows it puts it. */
export type MeshDiagnostic =
  /** Said by the reader. */
  | { readonly kind: 'file'; readonly sentence: string }
  /** Nobody said the unit, and the size speaks for another than metres, or for none. */
  | { readonly kind: 'unit'; readonly sentence: string }
  /** The file's own elements are not used. */
  | { readonly kind: 'elements'; readonly sentence: string }
  /** Parts are too thin for elements that follow the surface; with `percent` of the diagonal fewer are. */
  | { readonly kind: 'thin'; readonly sentence: string; readonly percent: number };

export interface MeshUse {
  /** The size of the mesh matters, and nobody said its unit. */
  readonly unitIsAssumed: boolean;
  /** The template does not let the mesher be chosen. */
  readonly methodIsFixed: boolean;
}

/** What is doubtful about a new shot of a mesh. */
export function meshDiagnostics(
  imported: ImportedMesh,
  scene: Scene,
  { unitIsAssumed, methodIsFixed }: MeshUse,
): MeshDiagnostic[] {
  const { surface, tets, hexes } = imported;
  const doubts: (MeshDiagnostic | undefined)[] = imported.warnings.map((sentence) => ({ kind: 'file', sentence }));
  if (unitIsAssumed) doubts.push(unitDoubt(surface));
  const filled = scene.entities.map(volumeOf).find((solid) => solid?.source.kind === 'file');
  if (filled?.meshing !== undefined) {
    if (!methodIsFixed && (tets !== undefined || hexes !== undefined)) {
      doubts.push({
        kind: 'elements',
        sentence: 'The elements of the file are not used; its surface is filled again',
      });
    }
    const { method, edge } = filled.meshing;
    const scale = filled.source.kind === 'file' ? filled.source.metresPerUnit : 1;
    if ('percent' in edge && meshers.get(method).coversSurface !== true) {
      doubts.push(thinDoubt(surface, edge.percent, scale));
    }
  }
  return doubts.filter((doubt) => doubt !== undefined);
}

/** Metres per unit that the size of a mesh speaks for; 1 where it speaks for nothing. */
export function likelyUnit(surface: SurfaceMesh): number {
  const { unit, usual } = guessUnit(sidesOf(surface));
  return usual ? metresPerUnit[unit] : metresPerUnit.m;
}

function unitDoubt(surface: SurfaceMesh): MeshDiagnostic | undefined {
  const { unit, usual, sentence } = guessUnit(sidesOf(surface));
  if (unit === 'm' && usual) return undefined;
  return { kind: 'unit', sentence: `${sentence} It is taken as ${unitNames[usual ? unit : 'm']}` };
}

function sidesOf({ positions }: SurfaceMesh): number[] {
  return [0, 1, 2].map((axis) => {
    let [low, high] = [Infinity, -Infinity];
    for (let i = axis; i < positions.length; i += 3) {
      low = Math.min(low, positions[i]);
      high = Math.max(high, positions[i]);
    }
    return high - low;
  });
}

/** Parts that elements with edges of `percent` of the diagonal cannot follow: whole cells would carry the body. `metres` is the length of a unit of the file. */
function thinDoubt(surface: SurfaceMesh, percent: number, metres: number): MeshDiagnostic | undefined {
  const edge = (percent / 100) * boundsDiagonal(surface.positions);
  const thin = thinParts(meshingSurface(surface, edge).mesh, lostBelowEdges * edge);
  const sentence = describeThinParts({ ...thin, thinnest: metres * thin.thinnest }, metres * edge, true);
  return sentence === undefined ? undefined : { kind: 'thin', sentence, percent: Number((percent / 2).toPrecision(2)) };
}
