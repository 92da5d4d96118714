import { useEffect } from 'react';
import type { MeshReport } from '../../../src/protocol/requests/meshes.ts';
import type { DisplayStatics } from '../../state/DisplayStatics.ts';
import { shapesIn } from '../../client/frames/shownMeshes.ts';
import { useDocument, useSession } from '../../session/Session.ts';
import { importedEntity, type ImportChoice } from './addImported.ts';
import type { CheckRow } from './checkRows.ts';
import { boxInMetres, fileToWorld } from './fileUnits.ts';
import { boxInWorld, boxOfTriangles } from './markedFaces.ts';

interface Shown {
  readonly report: MeshReport | undefined;
  readonly statics: DisplayStatics | undefined;
  readonly choice: ImportChoice;
  /** The finding whose triangles are marked. */
  readonly finding: CheckRow | undefined;
}

const NO_FILE = { path: 'mesh', sha256: '0'.repeat(64) };

/** Shows the mesh in the viewport where it would stand, with the triangles of a finding marked. */
export function useImportPreview({ report, statics, choice, finding }: Shown): void {
  const { view } = useSession();
  const shot = useDocument((state) => state.open?.path);
  const { as, unit, upAxis } = choice;
  useEffect(() => {
    if (report === undefined || statics === undefined || shot === undefined) {
      view.setState({ preview: undefined });
      return;
    }
    const matrix = standing(report, { as, unit, upAxis });
    const [surface] = shapesIn(statics);
    const marked = finding === undefined ? undefined : boxOfTriangles(surface, finding.faces);
    const box = marked ?? boxInMetres(report.bounds, 'm', 'y');
    view.setState({
      preview: {
        // What would close its holes is seen while these are looked at.
        statics: finding?.repair === 'close-holes' ? statics : { ...statics, streams: [surface] },
        matrix,
        replaces: undefined,
        alone: false,
        marked: finding === undefined ? undefined : Uint32Array.from(finding.faces),
        colouring: undefined,
        focus: boxInWorld(box, matrix),
      },
    });
  }, [view, shot, report, statics, finding, as, unit, upAxis]);
  useEffect(() => () => view.setState({ preview: undefined }), [view]);
}

/** Returns the matrix from the file to the place where the entity will stand. */
function standing(report: MeshReport, choice: ImportChoice): number[] {
  const entity = importedEntity([], NO_FILE, report, choice);
  const position = entity.transform.position.map((value) => (typeof value === 'number' ? value : 0));
  return fileToWorld(choice.unit, choice.upAxis, position);
}
