import { useMemo, useState } from 'react';
import { plasticity as plasticitySchema, type Plasticity } from '../../../../src/scene/properties/plasticity.ts';
import type { Solid } from '../../../../src/scene/kinds/solid.ts';
import { folderOf } from '../../../document/meshFiles.ts';
import { chooseFile } from '../../../commands/chooseFile.ts';
import { useSession } from '../../../session/Session.ts';
import { latestJob } from '../../../tasks/shapes/latestJobOf.ts';
import type { FormTarget } from '../../../forms/FormTarget.ts';

/**
 * Has the artist choose a mesh as the goal of a solid. It is tried on first: a mesh that does not have the vertices of the solid is refused where it
 * was chosen, or in `problem`, and the document stays as it was.
 */
export function useGoalMesh(target: FormTarget, solid: Solid) {
  const session = useSession();
  const job = useMemo(() => latestJob(session), [session]);
  const [problem, setProblem] = useState<string>();
  const tryOn = async (path: string): Promise<void> => {
    const { connection, document, view } = session;
    const file = await connection.call('referMesh', { path });
    const { scene } = document;
    if (scene === undefined) return;
    const goal = withMesh(solid, file);
    const entities = scene.entities.map((one) => (one.id === solid.id ? withGoal(solid, goal) : one));
    const request = { scene: { ...scene, entities }, entity: solid.id, quality: view.getState().quality };
    const tried = await job.start('goal', () => connection.call('previewGoal', request));
    if (tried === undefined) return;
    setProblem(undefined);
    target.write(['plasticity'], `Choose goal mesh of ${target.name}`, (present) => ({
      ...((present as Plasticity | undefined) ?? plasticitySchema.parse({})),
      goal,
    }));
  };
  const choose = (): void => {
    const folder = folderOf(session.document.store.getState().open?.path ?? '') || undefined;
    const request = { purpose: 'open-mesh', name: undefined, folder, choose: tryOn } as const;
    chooseFile(session, request).catch((error: unknown) => {
      setProblem(error instanceof Error ? sentence(error.message) : String(error));
      session.log.error('the mesh cannot be the goal', error);
    });
  };
  return { choose, problem };
}

type Goal = NonNullable<Plasticity['goal']>;

/** The solid's goal with this mesh for its shape, in the unit and axes of the solid's own mesh. */
function withMesh({ plasticity, source }: Solid, file: { readonly path: string; readonly sha256: string }): Goal {
  const goal = plasticitySchema.parse({ goal: plasticity?.goal ?? {} }).goal;
  if (goal === undefined) throw new Error('a goal became none');
  const { metresPerUnit, upAxis } = source.kind === 'file' ? source : { metresPerUnit: 1, upAxis: 'y' as const };
  return { ...goal, shape: { kind: 'file', ...file, metresPerUnit, upAxis } };
}

function withGoal(solid: Solid, goal: Goal): Solid {
  return { ...solid, plasticity: { ...plasticitySchema.parse(solid.plasticity ?? {}), goal } };
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
