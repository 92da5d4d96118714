import { describeThinParts } from '../geometry/preflight/findings.ts';
import { lostBelowEdges, thinParts } from '../geometry/preflight/thinParts.ts';
import { guessUnit, metresPerUnit } from '../geometry/preflight/unitGuess.ts';
import type { SurfaceMesh } from '../geometry/TriMesh.ts';
import type { ImportedMesh } from '../io/Importer.ts';
import { meshers } from '../meshing/Mesher.ts';
import { meshingSurface } from '../meshing/meshingSurface.ts';
import type { Scene } from '../scene/Scene.ts';
import { boundsDiagonal } from '../simulation/fillSolid.ts';

export interface MeshUse {
  /** The size of the mesh matters, and nobody said its unit. */
  readonly unitIsAssumed: boolean;
  /** The template does not let the mesher be chosen. */
  readonly methodIsFixed: boolean;
}

/**
 * What an artist should know before simulating a new shot of a mesh: that its size speaks for another unit than metres, that the file has
 * elements of its own that are not used, and that parts are too thin for the edge, with what helps.
 */
export function meshDoubts(imported: ImportedMesh, scene: Scene, { unitIsAssumed, methodIsFixed }: MeshUse): string[] {
  const { surface, tets, hexes } = imported;
  const doubts = [...imported.warnings];
  const unit = unitIsAssumed ? unitDoubt(surface) : undefined;
  if (unit !== undefined) doubts.push(unit);
  const filled = scene.entities.find((entity) => entity.kind === 'solid' && entity.source.kind === 'file');
  if (filled?.kind !== 'solid' || filled.meshing === undefined) return doubts;
  if (!methodIsFixed && (tets !== undefined || hexes !== undefined))
    doubts.push('The elements of the file are not used, its surface is filled anew: --set method=own keeps them.');
  const { method, edge } = filled.meshing;
  if (!('percent' in edge) || meshers.get(method).coversSurface === true) return doubts;
  const thin = thinDoubt(surface, edge.percent, methodIsFixed);
  return thin === undefined ? doubts : [...doubts, thin];
}

function unitDoubt({ positions }: SurfaceMesh): string | undefined {
  const sides = [0, 1, 2].map((axis) => {
    let [low, high] = [Infinity, -Infinity];
    for (let i = axis; i < positions.length; i += 3) {
      low = Math.min(low, positions[i]);
      high = Math.max(high, positions[i]);
    }
    return high - low;
  });
  const guess = guessUnit(sides);
  if (guess.unit === 'm' && guess.usual) return undefined;
  const remedy = guess.usual ? `--unit ${metresPerUnit[guess.unit]} says so` : '--unit changes that';
  return `${guess.sentence} It is taken as metres: ${remedy}.`;
}

/** Parts that a lattice with edges of `percent` of the diagonal does not fill: they would hang on what is near and pass through floors. */
function thinDoubt(surface: SurfaceMesh, percent: number, methodIsFixed: boolean): string | undefined {
  const edge = (percent / 100) * boundsDiagonal(surface.positions);
  const sentence = describeThinParts(thinParts(meshingSurface(surface, edge).mesh, lostBelowEdges * edge), edge);
  const shorter = `--set percent=${Number((percent / 2).toPrecision(2))}`;
  const remedy = methodIsFixed ? shorter : `${shorter}, or method=embedded-bcc, which carries them`;
  return sentence && `${sentence} ${remedy}.`;
}
