import type { DefinitionInfo } from '../../src/protocol/requests/program.ts';
import type { FrameCell } from '../state/framesStore.ts';
import type { Session } from '../session/Session.ts';
import { firstToSimulate } from '../state/simulationPlan.ts';

/** Opens a sample in the workspace, where it is made the first time, with the frames that are there already. */
export async function openSample(session: Session, { type, label }: Pick<DefinitionInfo, 'type' | 'label'>) {
  const { path } = await session.connection.call('openSample', { template: type, name: label });
  await session.shot.open(path);
}

/** Opens a sample and plays it at once; frames that are missing are simulated meanwhile. */
export async function playSample(session: Session, sample: Pick<DefinitionInfo, 'type' | 'label'>): Promise<void> {
  await openSample(session, sample);
  await playWhenThere(session);
}

/** Plays the shot. Where frames are missing they are simulated, and those that are there are played, and the others as they come. */
export async function playWhenThere(session: Session): Promise<void> {
  const { shot, timeline, document } = session;
  const { path } = document.store.getState().open ?? {};
  await cellsArrive(session);
  if (firstToSimulate(session.frames.getState().cells) === undefined) {
    timeline.setState({ playing: true, direction: 1 });
    return;
  }
  const stop = playWhatIsThere(session, path);
  try {
    if (session.frames.getState().cells[0].state === 'cached') await firstPicture(session);
    // It may be left by now.
    if (document.store.getState().open?.path === path) await shot.simulate();
  } catch (error) {
    stop();
    throw error;
  }
}

/** The states of the frames come a moment after the shot. */
function cellsArrive({ frames }: Session): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (frames.getState().cells.length === 0) return;
      leave();
      resolve();
    };
    const leave = frames.subscribe(look);
    look();
  });
}

/** ms after which a simulation starts though nothing is seen yet. */
const PATIENCE = 2000;

/** Resolves with the first picture of what is there: a simulation beside it would make the artist wait for both. */
function firstPicture({ frameSource }: Session): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      leave();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, PATIENCE);
    const look = () => {
      if (frameSource.appeared()) end();
    };
    const leave = frameSource.store.subscribe(look);
    look();
  });
}

/**
 * Plays the frames that are there and waits at the last of them for those that are being made, until all are there, or the artist stops it or opens
 * another shot. Gives what ends it.
 */
function playWhatIsThere({ frames, timeline, document, jobs }: Session, path: string | undefined): () => void {
  const hold = () => {
    const { cells } = frames.getState();
    const heldAt = lastInARow(cells);
    if (document.store.getState().open?.path !== path || heldAt === undefined || heldAt === cells.at(-1)?.frame) stop();
    else if (timeline.getState().heldAt !== heldAt) timeline.setState({ heldAt });
  };
  const leaves = [
    frames.subscribe(hold),
    timeline.subscribe(({ playing, frame, heldAt }) => {
      const moved = heldAt !== undefined && frame > heldAt;
      if (!playing || moved) stop();
      // The artist wants to see that frame.
      if (playing && moved) timeline.setState({ playing: false });
    }),
    jobs.subscribe(({ jobs: all, simulation }) => {
      const state = all.get(simulation ?? '')?.state;
      // No more frames will come.
      if (state === 'failed' || state === 'cancelled') timeline.setState({ playing: false });
    }),
  ];
  const stop = () => {
    for (const leave of leaves) leave();
    timeline.setState({ heldAt: undefined });
  };
  const { cells } = frames.getState();
  timeline.setState({ playing: true, direction: 1, heldAt: lastInARow(cells) ?? cells[0].frame });
  return stop;
}

/** The last frame up to which all are there. */
function lastInARow(cells: readonly FrameCell[]): number | undefined {
  const gap = cells.findIndex(({ state }) => state !== 'cached');
  return gap < 0 ? cells.at(-1)?.frame : (cells[gap - 1] ?? cells.at(0))?.frame;
}
