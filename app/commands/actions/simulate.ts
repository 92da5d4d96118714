import { qualityNames } from '../../../src/scene/Scene.ts';
import { explainedFailure } from '../../state/runState.ts';
import { firstToSimulate } from '../../state/simulationPlan.ts';
import { ITERATION_LIMIT } from '../../state/solverWarnings.ts';
import type { Session } from '../../session/Session.ts';
import type { Command } from '../Command.ts';
import { all, needsHost, needsShot } from '../requirements.ts';

const job = ({ shot }: Session) => shot.simulation.job;
const state = (session: Session) => job(session)?.state;
const running = (session: Session) => session.shot.simulation.running || 'No simulation runs.';
const accepted = ({ program }: Session) => program.getState().refusal === undefined || 'The document has an error.';
const ready = all(needsShot, needsHost, accepted);

const run: Command = {
  id: 'simulate.run',
  group: 'Simulate',
  keys: ['$mod+Enter'],
  keywords: 'solve compute cache bake',
  title: ({ frames, document }) => {
    const { cells } = frames.getState();
    const from = firstToSimulate(cells);
    return from === undefined || from === document.scene?.range.first ? 'Simulate' : `Simulate from ${from}`;
  },
  enabled: (session) => {
    const can = ready(session);
    if (can !== true) return can;
    return !session.shot.simulation.running || 'A simulation runs.';
  },
  run: async ({ shot }) => void (await shot.simulate()),
};

const fromHere: Command = {
  id: 'simulate.fromHere',
  group: 'Simulate',
  keys: ['Shift+Enter'],
  title: ({ timeline }) => `Simulate from frame ${timeline.getState().frame}`,
  enabled: ready,
  run: async ({ shot }) => void (await shot.simulation.fromHere()),
};

const inOut: Command = {
  id: 'simulate.inOut',
  group: 'Simulate',
  keys: ['Alt+Enter'],
  keywords: 'range',
  title: () => 'Simulate in to out',
  enabled: (session) => {
    const { inFrame, outFrame } = session.timeline.getState();
    const can = ready(session);
    if (can !== true) return can;
    return inFrame !== undefined || outFrame !== undefined || 'Set an in or an out point first (I, O).';
  },
  run: async ({ shot }) => void (await shot.simulation.inOut()),
};

const pause: Command = {
  id: 'simulate.pause',
  group: 'Simulate',
  keys: ['$mod+Shift+Enter'],
  title: () => 'Pause simulation',
  enabled: (session) => state(session) === 'running' || state(session) === 'queued' || 'No simulation runs.',
  run: ({ shot }) => shot.simulation.pause(),
};

const resumable = ['paused', 'cancelled', 'failed'] as const;

const resume: Command = {
  id: 'simulate.resume',
  group: 'Simulate',
  keywords: 'continue',
  title: () => 'Resume simulation',
  enabled: all(ready, (session) => resumable.some((one) => one === state(session)) || 'Nothing was interrupted.'),
  run: ({ shot }) => shot.simulation.resume(),
};

const restart: Command = {
  id: 'simulate.restart',
  group: 'Simulate',
  keywords: 'edit changed again',
  title: () => 'Restart simulation with the edits',
  enabled: all(ready, (session) => {
    const { running, job: last } = session.shot.simulation;
    return (running && last?.differsFrom !== undefined) || 'No simulation runs whose settings were edited.';
  }),
  run: ({ shot }) => shot.simulation.restart(),
};

const cancel: Command = {
  id: 'simulate.cancel',
  group: 'Simulate',
  keys: ['Escape'],
  keywords: 'stop',
  title: () => 'Cancel simulation',
  enabled: running,
  run: ({ shot }) => shot.simulation.cancel(),
};

const whyStale: Command = {
  id: 'simulate.whyStale',
  group: 'Simulate',
  keys: ['Alt+KeyW'],
  keywords: 'dirty invalid changed',
  title: () => 'Why stale?',
  enabled: needsShot,
  run: ({ panelActions }) => panelActions.get('showWhyStale')?.(),
};

const showFailure: Command = {
  id: 'simulate.showFailure',
  group: 'Simulate',
  keywords: 'error broken',
  title: () => 'Why it failed',
  enabled: ({ frames, jobs }) =>
    explainedFailure(frames.getState().cells, jobs.getState()) !== undefined || 'No frame failed.',
  run: ({ frames, jobs, timeline, selection, view, panelActions }) => {
    const failure = explainedFailure(frames.getState().cells, jobs.getState())?.failure;
    if (failure === undefined) return;
    timeline.setState({ frame: failure.frame, playing: false });
    const { entity, element } = failure;
    if (entity !== undefined) selection.setState({ ids: [entity] });
    const isolated = entity === undefined || element === undefined ? undefined : { entity, element };
    view.setState({ task: 'failure', isolated });
    panelActions.get('showPanel')?.('inspector');
  },
};

const qualities = qualityNames.map((quality): Command => ({
  id: `simulate.${quality}`,
  group: 'Simulate',
  title: () => `Quality: ${quality}`,
  enabled: needsShot,
  checked: ({ view }) => view.getState().quality === quality,
  run: ({ view }) => view.setState({ quality }),
}));

const probe: Command = {
  id: 'simulate.probe',
  group: 'Simulate',
  keywords: 'estimate time cost',
  title: ({ view }) => `Measure the cost of ${view.getState().quality}`,
  enabled: all(ready, (session) => !session.shot.simulation.running || 'A simulation runs.'),
  run: async ({ shot, view }) => void (await shot.simulation.probe(view.getState().quality)),
};

/** Solver iterations that a document may allow at most, and how many times as many are tried next. */
const MOST_ITERATIONS = 1_000_000;
const MORE_ITERATIONS = 4;

/** What `allowIterations` would set; undefined where that is no more than is allowed already. */
function moreIterations({ document, view }: Session): number | undefined {
  const allowed = document.scene?.quality[view.getState().quality].maxIterations;
  const more = allowed === undefined ? 0 : Math.min(MORE_ITERATIONS * allowed, MOST_ITERATIONS);
  return more > (allowed ?? 0) ? more : undefined;
}

const allowIterations: Command = {
  id: 'simulate.allowIterations',
  group: 'Simulate',
  keywords: 'solver converge accuracy tolerance limit warning',
  title: (session) => {
    const more = moreIterations(session);
    return more === undefined ? 'Allow more solver iterations' : `Allow ${more} solver iterations`;
  },
  enabled: (session) => {
    const { shown } = session.frameSource.store.getState();
    const stopped = shown?.stats.warnings.some((warning) => warning.includes(ITERATION_LIMIT)) === true;
    if (!stopped) return 'No solve of the shown frame reached the iteration limit.';
    return moreIterations(session) !== undefined || 'No more iterations can be allowed.';
  },
  run: (session) => {
    const more = moreIterations(session);
    const { quality } = session.view.getState();
    if (more === undefined) return;
    session.document.edit(`allow ${more} solver iterations`, (scene) => {
      scene.quality[quality].maxIterations = more;
    });
  },
};

const restartHost: Command = {
  id: 'simulate.restartHost',
  group: 'Simulate',
  keywords: 'process crash',
  title: () => 'Restart simulation process',
  run: ({ connection }) => connection.restart(),
};

export default [
  run,
  fromHere,
  inOut,
  pause,
  resume,
  restart,
  cancel,
  whyStale,
  showFailure,
  ...qualities,
  probe,
  allowIterations,
  restartHost,
];
