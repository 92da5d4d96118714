import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import type { Meshing } from '../../../src/scene/kinds/solid.ts';
import type { QualityName, Scene } from '../../../src/scene/Scene.ts';
import { has } from '../../entities/properties.ts';
import { useDocument, useSession } from '../../session/Session.ts';
import { latestJob } from '../shapes/latestJobOf.ts';
import { ShapeDecoder } from '../shapes/ShapeDecoder.ts';
import { LivePreview } from './LivePreview.ts';

/** The solid as it is filled by `meshing`, kept up to date with it; what runs ends with the panel. */
export function useLivePreview(entity: string | undefined, meshing: Meshing | undefined, quality: QualityName) {
  const session = useSession();
  const { preview, decoder } = useMemo(() => {
    const shapes = new ShapeDecoder();
    const parts = { connection: session.connection, job: latestJob(session), decoder: shapes };
    return { preview: new LivePreview(parts), decoder: shapes };
  }, [session]);
  const detail = useDocument(({ open }) => {
    const solid = open?.scene.entities.find(({ id }) => id === entity);
    return solid !== undefined && has(solid, 'painted') ? solid.painted?.detail : undefined;
  });
  useEffect(() => {
    const { scene } = session.document;
    if (entity === undefined || meshing === undefined || scene === undefined) return;
    preview.want({ scene: withMeshing(scene, entity, meshing), entity, quality });
  }, [session, preview, entity, meshing, quality, detail]);
  useEffect(
    () => () => {
      preview.cancel();
      decoder.close();
    },
    [preview, decoder],
  );
  return { preview, state: useStore(preview.store) };
}

/** The shot with another mesh for one of its solids. */
export function withMeshing(scene: Scene, entity: string, meshing: Meshing): Scene {
  const entities = scene.entities.map((one) => (one.id === entity && has(one, 'meshing') ? { ...one, meshing } : one));
  return { ...scene, entities };
}
