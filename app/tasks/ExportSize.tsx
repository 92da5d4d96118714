import { useEffect, useState } from 'react';
import type { RequestParams } from '../../src/protocol/requests.ts';
import { useFrames, useSession, useView } from '../session/Session.ts';
import { formatBytes } from '../units/formatBytes.ts';
import type { ExportSettings } from './exportSettings.ts';

/** ms of rest before the host is asked. */
const SETTLE_DELAY = 400;

/** What will be on the disk, so that nobody is surprised by a hundred gigabytes. */
export function ExportSize({ settings, ready }: { readonly settings: ExportSettings; readonly ready: boolean }) {
  const bytes = useExportSize(settings, ready);
  if (!ready) return null;
  return (
    <span className="task-size mono" role="status" aria-label="Size" title="Size of the files on disk">
      {bytes === undefined ? '…' : `≈ ${formatBytes(bytes)}`}
    </span>
  );
}

/**
 * Bytes that an export would take, about, as the host finds by writing a few frames. Undefined while it is asked, where frames are missing (`ready` is false) and where
 * it cannot be exported: the export itself says why.
 */
function useExportSize(settings: ExportSettings, ready: boolean): number | undefined {
  const session = useSession();
  const quality = useView((state) => state.quality);
  // Other frames under the same numbers take as much as they take.
  const cells = useFrames((state) => state.cells);
  const { path: _path, ...wanted } = settings;
  const asked = JSON.stringify({ ...wanted, quality });
  const [found, setFound] = useState<{ readonly asked: string; readonly bytes: number }>();
  useEffect(() => {
    if (!ready) return undefined;
    let current = true;
    const ask = async (): Promise<void> => {
      try {
        await session.shot.flush();
        const { bytes } = await session.connection.call('exportSize', JSON.parse(asked) as RequestParams<'exportSize'>);
        if (current) setFound({ asked, bytes });
      } catch {
        if (current) setFound(undefined);
      }
    };
    const timer = setTimeout(() => void ask(), SETTLE_DELAY);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [session, asked, ready, cells]);
  return ready && found?.asked === asked ? found.bytes : undefined;
}
