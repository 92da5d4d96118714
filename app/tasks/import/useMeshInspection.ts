import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { bridge } from '../../client/openEndpoint.ts';
import { uploadFile } from '../../client/uploadFile.ts';
import { useSession } from '../../session/Session.ts';
import { latestJob } from '../shapes/latestJobOf.ts';
import { ShapeDecoder } from '../shapes/ShapeDecoder.ts';
import { MeshInspection } from './MeshInspection.ts';

/** The inspection of this panel; what it runs ends with the panel. */
export function useMeshInspection() {
  const session = useSession();
  const { inspection, decoder } = useMemo(() => {
    const shapes = new ShapeDecoder();
    const made = new MeshInspection({
      connection: session.connection,
      job: latestJob(session),
      decoder: shapes,
      locate: async (file, progress) =>
        (await bridge?.pathForFile(file)) ?? (await uploadFile(session.connection, file, progress)),
    });
    return { inspection: made, decoder: shapes };
  }, [session]);
  useEffect(
    () => () => {
      inspection.cancel();
      decoder.close();
    },
    [inspection, decoder],
  );
  return { inspection, state: useStore(inspection.store) };
}
