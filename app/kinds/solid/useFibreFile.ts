import { useState } from 'react';
import { fibres as schema, type Fibres } from '../../../src/scene/properties/fibres.ts';
import { folderOf } from '../../document/meshFiles.ts';
import { chooseFile } from '../../commands/chooseFile.ts';
import { useSession } from '../../session/Session.ts';
import type { FormTarget } from '../../forms/FormTarget.ts';

/**
 * Has the artist choose a file of fibre directions. It is read first: one that holds none is refused where it was chosen, or in `problem`, and the document
 * stays as it was. `found` says what the last one holds.
 */
export function useFibreFile(target: FormTarget) {
  const session = useSession();
  const [problem, setProblem] = useState<string>();
  const [found, setFound] = useState<string>();
  const take = async (path: string): Promise<void> => {
    const { directions, at, ...file } = await session.connection.call('referFibres', { path });
    setProblem(undefined);
    setFound(`${directions.toLocaleString('en')} ${at === 'elements' ? 'elements' : 'points'}`);
    target.write(['fibres'], `Choose fibres of ${target.name}`, (present) => ({
      ...((present as Fibres | undefined) ?? schema.parse({})),
      direction: { kind: 'file', ...file },
    }));
  };
  const choose = (): void => {
    const folder = folderOf(session.document.store.getState().open?.path ?? '') || undefined;
    chooseFile(session, { purpose: 'open-fibres', name: undefined, folder, choose: take }).catch((error: unknown) => {
      setProblem(error instanceof Error ? error.message : String(error));
      session.log.error('the file gives no fibres', error);
    });
  };
  return { choose, problem, found };
}
