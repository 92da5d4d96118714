import type { DefinitionInfo } from '../../src/protocol/requests/program.ts';
import { joinPath } from '../shell/joinPath.ts';
import type { Session } from '../state/Session.ts';
import { firstToSimulate } from '../state/simulationPlan.ts';

/** Opens a sample in the workspace, where it is made the first time, simulates what is missing and plays it. */
export async function openSample(session: Session, sample: Pick<DefinitionInfo, 'type' | 'label'>): Promise<void> {
  const { connection, shot } = session;
  const { path: workspace, entries } = await connection.call('listFolder', {});
  const known = entries.find(({ kind, name }) => kind === 'shot' && name === `${sample.type}.ductile`);
  if (known !== undefined) await shot.open(known.path);
  else {
    const path = joinPath(workspace, `${sample.type}.ductile`);
    await shot.create({ template: sample.type, path, name: sample.label });
  }
  await playWhenThere(session);
}

/** Plays the shot; frames that are missing are simulated first, and shown as they come. */
export async function playWhenThere(session: Session): Promise<void> {
  const { shot, timeline, document } = session;
  const { path } = document.store.getState().open ?? {};
  await cellsArrive(session);
  if (firstToSimulate(session.frames.getState().cells) === undefined) {
    timeline.setState({ playing: true, direction: 1 });
    return;
  }
  const jobId = await shot.simulate();
  followSimulation(session, jobId, path);
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

/** Keeps the playhead on the frame that was made last, until the artist moves it or the job ends; then plays from the start. */
function followSimulation({ jobs, timeline, document }: Session, jobId: string, path: string | undefined): void {
  let shown = timeline.getState().frame;
  const leave = jobs.subscribe(({ jobs: all }) => {
    const job = all.get(jobId);
    const { frame, playing } = timeline.getState();
    const moved = frame !== shown || playing || document.store.getState().open?.path !== path;
    if (job === undefined || moved) {
      leave();
    } else if (job.state === 'done') {
      leave();
      timeline.setState({ frame: document.scene?.range.first ?? shown, playing: true, direction: 1 });
    } else if (job.lastFrame !== undefined && job.lastFrame !== frame) {
      shown = job.lastFrame;
      timeline.setState({ frame: shown });
    }
  });
}
