import { useMemo } from 'react';
import { explainedFailure, runStateOf, type RunState } from '../../state/runState.ts';
import { useFrames, useJobs, useProgram } from '../../session/Session.ts';

/** How the simulation of the open shot stands. */
export function useRunState(): RunState {
  const job = useJobs(({ jobs, simulation }) => (simulation === undefined ? undefined : jobs.get(simulation)));
  const dismissed = useJobs((state) => state.dismissed);
  const cells = useFrames((state) => state.cells);
  const refusal = useProgram((state) => state.refusal);
  return useMemo(() => runStateOf({ job, cells, refusal, dismissed }), [job, cells, refusal, dismissed]);
}

/** The failure that can be explained now. */
export function useExplainedFailure(): ReturnType<typeof explainedFailure> {
  const failure = useJobs((state) => state.failure);
  const dismissed = useJobs((state) => state.dismissed);
  const cells = useFrames((state) => state.cells);
  return useMemo(() => explainedFailure(cells, { failure, dismissed }), [cells, failure, dismissed]);
}
