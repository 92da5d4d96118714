import { useEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import type { Solid } from '../../../src/scene/kinds/solid.ts';
import type { QualityName, Scene } from '../../../src/scene/Scene.ts';
import { has } from '../../entities/properties.ts';
import { useDocument, useSession } from '../../session/Session.ts';
import { latestJob } from '../shapes/latestJobOf.ts';
import { ShapeDecoder } from '../shapes/ShapeDecoder.ts';
import { LivePreview } from './LivePreview.ts';

/** What of a solid says how it is filled. */
export type TrialMesh = Pick<Solid, 'meshing' | 'elementOrder'>;

/** The solid as it is filled by `trial`, kept up to date with it; what runs ends with the panel. */
export function useLivePreview(entity: string, trial: TrialMesh, quality: QualityName) {
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
    if (scene === undefined) return;
    preview.want({ scene: withMesh(scene, entity, trial), entity, quality });
  }, [session, preview, entity, trial, quality, detail]);
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
export function withMesh(scene: Scene, entity: string, trial: TrialMesh): Scene {
  const entities = scene.entities.map((one) => (one.id === entity && has(one, 'meshing') ? { ...one, ...trial } : one));
  return { ...scene, entities };
}
