import { useEffect, useMemo, useState } from 'react';
import type { GoalPreview } from '../../../../src/protocol/requests/meshes.ts';
import type { Solid } from '../../../../src/scene/kinds/solid.ts';
import { useDocument, useSession, useView } from '../../../session/Session.ts';
import { latestJob } from '../../../tasks/shapes/latestJobOf.ts';

/** ms of rest before a goal is found again. */
const SETTLE_DELAY = 250;

export interface GoalPreviewState {
  readonly busy: boolean;
  readonly report: GoalPreview | undefined;
  readonly problem: string | undefined;
}

/** The goal of a solid as the host finds it, a moment after the last change of what it depends on. */
export function useGoalPreview(solid: Solid): GoalPreviewState {
  const session = useSession();
  const quality = useView((state) => state.quality);
  const job = useMemo(() => latestJob(session), [session]);
  const [state, setState] = useState<GoalPreviewState>({ busy: true, report: undefined, problem: undefined });
  const { id, source, meshing, transform, plasticity } = solid;
  // Edits of anything else keep these objects.
  const { law, params, stretchLimit, goal } = plasticity ?? {};
  const { shape, smoothing } = goal ?? {};
  const presser = useDocument((state) =>
    state.open?.scene.entities.find((entity) => shape?.kind === 'pressed' && entity.id === shape.collider),
  );
  useEffect(() => {
    const find = async (): Promise<void> => {
      const { scene } = session.document;
      if (scene === undefined) return;
      const ended = await job.start('goal', () =>
        session.connection.call('previewGoal', { scene, entity: id, quality }),
      );
      if (ended?.kind === 'goal') setState({ busy: false, report: ended.preview, problem: undefined });
    };
    setState((before) => ({ ...before, busy: true }));
    const timer = setTimeout(() => {
      find().catch((error: unknown) =>
        setState({ busy: false, report: undefined, problem: error instanceof Error ? error.message : String(error) }),
      );
    }, SETTLE_DELAY);
    return () => {
      clearTimeout(timer);
      job.cancel();
    };
  }, [session, job, quality, id, source, meshing, transform, law, params, stretchLimit, shape, smoothing, presser]);
  return state;
}
