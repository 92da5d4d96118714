import { documentVersion } from '../../../src/scene/Scene.ts';
import { useEffect, useState } from 'react';
import type { MeshPreview } from '../../../src/protocol/requests/meshes.ts';
import { having } from '../../entities/properties.ts';
import { useSession } from '../../session/Session.ts';
import { meshUses } from '../../tasks/import/addImported.ts';
import { isCancelled } from '../../tasks/shapes/LatestJob.ts';
import { latestJob } from '../../tasks/shapes/latestJobOf.ts';

/** What a mesher makes of the mesh: or why it makes nothing. */
export type PricedMesher =
  | { readonly kind: 'priced'; readonly preview: Omit<MeshPreview, 'statics'> }
  | { readonly kind: 'refused'; readonly reason: string };

export interface PricedMesh {
  readonly path: string;
  readonly metresPerUnit: number;
  readonly upAxis: 'y' | 'z';
  /** Edge as a share of the diagonal. */
  readonly percent: number;
}

/** Rest before meshers are tried, ms. */
const SETTLE = 400;
const SOLID = 'body';

/** What each mesher makes of a mesh at draft, tried one after the other, the chosen one first; a change ends it and begins anew. */
export function usePricedMeshers(
  mesh: PricedMesh | undefined,
  methods: readonly string[],
  chosen: string,
): ReadonlyMap<string, PricedMesher> {
  const session = useSession();
  const [priced, setPriced] = useState<ReadonlyMap<string, PricedMesher>>(new Map());
  const key = mesh === undefined ? '' : JSON.stringify([mesh, methods]);
  useEffect(() => {
    setPriced(new Map());
    if (mesh === undefined) return undefined;
    const job = latestJob(session);
    let over = false;
    const price = async () => {
      for (const method of [chosen, ...methods.filter((one) => one !== chosen)]) {
        if (over) return;
        const result = await tryMesher(method);
        if (!over && result !== undefined) setPriced((before) => new Map(before).set(method, result));
      }
    };
    const tryMesher = async (method: string): Promise<PricedMesher | undefined> => {
      try {
        const request = { scene: sceneOf(mesh, method), entity: SOLID, quality: 'draft' as const };
        const ended = await job.start('mesh', () => session.connection.call('previewMesh', request));
        if (ended?.kind !== 'mesh') return undefined;
        const { statics: _, ...preview } = ended.preview;
        return { kind: 'priced', preview };
      } catch (error) {
        if (isCancelled(error)) return undefined;
        return { kind: 'refused', reason: error instanceof Error ? error.message : String(error) };
      }
    };
    const timer = setTimeout(() => void price(), SETTLE);
    return () => {
      over = true;
      clearTimeout(timer);
      job.cancel();
    };
    // Which one is chosen is the order of trying, no reason to try again.
  }, [session, key]);
  return priced;
}

/** Stands for the box of the mesh, on which the elements do not depend: m. */
const ANY_BOX = [0, 0, 0, 1, 1, 1];

/** A shot of nothing but what is filled of the mesh: nothing is written. */
function sceneOf({ percent, ...file }: PricedMesh, method: string) {
  const mesh = { ...file, sha256: '0'.repeat(64), bounds: ANY_BOX };
  const filled = meshUses()
    .map((use) => use.make([], mesh, {}))
    .find(having('meshing'));
  return {
    format: 'ductile-shot',
    version: documentVersion,
    project: '00000000-0000-4000-8000-000000000000',
    range: { first: 1, last: 2 },
    entities: [{ ...filled, id: SOLID, meshing: { method, edge: { percent } } }],
  };
}
