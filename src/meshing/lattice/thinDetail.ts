import { ThicknessProbe } from '../../geometry/preflight/thinParts.ts';
import type { SurfaceMesh } from '../../geometry/TriMesh.ts';
import { meshingSurface } from '../meshingSurface.ts';
import type { WantedDetail } from '../Mesher.ts';

/** A part lacks so little of a halving that it does without. */
const SLACK = 0.1;

/** Halvings of the edge after which `lack` times as many edges lie across, as far as `most` of them do. */
export function halvingsAcross(lack: number, most: number): number {
  return Math.min(most, Math.max(0, Math.ceil(Math.log2(lack) - SLACK)));
}

/**
 * Shorter edges where a body is thin: as many halvings, `levels` at most, as it takes for `across` edges to span it, at all points that are at most half of these edges away from its surface, or one.
 * `edge`: long edge elsewhere, m. Throws as `meshingSurface`.
 */
export function thinDetail(surface: SurfaceMesh, edge: number, across: number, levels: number): WantedDetail {
  const { mesh, query } = meshingSurface(surface, edge);
  const probe = new ThicknessProbe(mesh);
  const reach = Math.max(1, across / 2) * edge;
  const closest = new Float64Array(4);
  // Of each triangle; 255 where it has not been asked yet.
  const halvings = new Uint8Array(mesh.triangles.length / 3).fill(255);
  let hint = -1;
  return {
    levels,
    levelsAt(points, out) {
      for (let i = 0; i < out.length; i++) {
        const triangle = query.closestPointWithin(
          points[3 * i],
          points[3 * i + 1],
          points[3 * i + 2],
          reach,
          closest,
          hint,
        );
        out[i] = 0;
        if (triangle < 0) continue;
        hint = triangle;
        if (halvings[triangle] === 255) {
          halvings[triangle] = halvingsAcross((across * edge) / probe.thicknessAt(triangle), levels);
        }
        out[i] = halvings[triangle];
      }
    },
  };
}
