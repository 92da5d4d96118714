import { FileQuestionMark } from 'lucide-react';
import type { Entity } from '../../src/scene/Scene.ts';
import { locateMesh, missingFiles } from '../commands/locateMesh.ts';
import { fileNameOf, meshFileOf } from '../document/meshFiles.ts';
import { useProgram, useSession } from '../session/Session.ts';
import { Button } from '../ui/Button.tsx';

/** Says that the file of the entity is not where the document has it, or may not be read there, and asks where it is. */
export function MissingMesh({ entity }: { readonly entity: Entity }) {
  const session = useSession();
  const missing = useProgram((state) => state.missing);
  const found = missing.find((candidate) => candidate.entity === entity.id);
  const path = meshFileOf(entity)?.path;
  if (found === undefined || path === undefined) return null;
  const { path: place, refusal } = found;
  const others = missingFiles(session).length - 1;
  return (
    <div className="inspector-notice" role="status">
      <FileQuestionMark aria-hidden />
      <div>
        <strong>
          {fileNameOf(path)} {refusal === undefined ? 'is not found' : 'cannot be used'}
        </strong>
        <p>
          It is expected at <span className="mono">{place}</span>.{' '}
          {refusal !== undefined && `There, ${refusal.message}. ${refusal.remedy ?? ''} `}
          Nothing can be simulated until it is {refusal === undefined ? 'there again' : 'where it may be read'}
          {others > 0 && `; ${others} more ${others === 1 ? 'file is' : 'files are'} missing`}.
        </p>
        <Button
          size="small"
          variant="primary"
          onClick={() =>
            void locateMesh(session, path).catch((error: unknown) =>
              session.log.error('could not locate the mesh', error),
            )
          }
        >
          Locate…
        </Button>
      </div>
    </div>
  );
}
