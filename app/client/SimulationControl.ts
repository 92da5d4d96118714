import { CoreError } from '../../src/base/errors.ts';
import type { NotificationParams } from '../../src/protocol/notifications.ts';
import type { SimulationFailure } from '../../src/base/failure.ts';
import type { RequestResult } from '../../src/protocol/requests.ts';
import type { RunningSimulation } from '../../src/protocol/requests/shot.ts';
import type { QualityName } from '../../src/scene/Scene.ts';
import { describeFailure } from '../state/describeFailure.ts';
import { addCosts } from '../state/costStore.ts';
import type { JobInfo } from '../state/jobsStore.ts';
import type { FrameStates } from './FrameStates.ts';
import { isRunning, type JobTracker, type TrackedRange } from './JobTracker.ts';
import { RunLog } from './RunLog.ts';
import type { ShotControllerParts } from './ShotControllerParts.ts';

export interface SimulationRange {
  readonly first: number;
  readonly last: number;
  /** Frames from here on come first where a checkpoint allows it. */
  readonly priorityFrame?: number;
  /** Quality to simulate at; left out, the chosen one. */
  readonly quality?: QualityName;
}

type Followed = Pick<RunningSimulation, 'jobId' | 'quality' | 'take' | 'first' | 'last'> & { readonly whole: boolean };

/** Milliseconds between two looks whether a pause has begun. */
const PAUSE_POLL = 150;
/** Frames of a probe after the first: enough to see the cost of one. */
const PROBE_FRAMES = 3;

/** Starts, holds and ends the simulation of the open shot. One runs at a time. */
export class SimulationControl {
  private readonly parts: ShotControllerParts;
  private readonly tracker: JobTracker;
  private readonly states: FrameStates;
  private readonly flush: () => Promise<void>;
  private readonly qualities = new Map<string, QualityName>();
  private readonly said: RunLog;
  /** A simulation that had not begun is being replaced by one of the edited document. */
  private takingUp = false;

  constructor(parts: ShotControllerParts, tracker: JobTracker, states: FrameStates, flush: () => Promise<void>) {
    this.parts = parts;
    this.tracker = tracker;
    this.states = states;
    this.flush = flush;
    this.said = new RunLog(parts.log);
  }

  /** The simulation that runs or ran last. */
  get job(): JobInfo | undefined {
    const { jobs, simulation } = this.parts.jobs.getState();
    return simulation === undefined ? undefined : jobs.get(simulation);
  }

  get running(): boolean {
    return this.job !== undefined && isRunning(this.job);
  }

  /** Makes frames of the shot as it is now, all where no range is given; one that still runs is cancelled. Gives the job's id. */
  async start(range?: SimulationRange): Promise<string> {
    const { connection, document, view } = this.parts;
    await this.flush();
    const { scene } = document;
    if (scene === undefined) throw new CoreError('usage', 'no shot is open', { remedy: 'Open one first.' });
    if (this.running) await this.cancel();
    const { first, last } = withinShot(range ?? scene.range, scene.range);
    const priorityFrame = range?.priorityFrame === undefined ? undefined : Math.max(first, range.priorityFrame);
    const quality = range?.quality ?? view.getState().quality;
    const { jobId } = await connection.call('simulate', { quality, first, last, priorityFrame });
    const { path } = document.store.getState().open!;
    this.parts.preferences.change({ run: { path, quality, first, last } });
    this.follow({ jobId, quality, take: scene.take.id, first, last, whole: range === undefined });
    return jobId;
  }

  /**
   * The host compared what is simulated with the document as it is now. A simulation that has computed nothing yet takes the edit up: it is
   * started again. One that has goes on with its own settings and offers to be restarted.
   */
  compared(runs: RequestResult<'frameStates'>['runs']): void {
    for (const { jobId, differsFrom } of runs) this.tracker.differs(jobId, differsFrom);
    const { job } = this;
    const waits = job?.state === 'queued' || job?.state === 'running';
    if (job?.differsFrom === undefined || job.hasComputed || !waits || this.takingUp) return;
    if (job.take !== this.parts.document.scene?.take.id) return;
    this.takingUp = true;
    this.parts.log.info('The shot was edited while the simulation started; the edit is included.');
    void this.restart()
      .catch((error: unknown) => this.parts.log.error('could not restart', error))
      .finally(() => (this.takingUp = false));
  }

  /** Cancels the simulation that runs and makes the same frames of the document as it is now: from the first that differs. */
  async restart(): Promise<void> {
    const { job } = this;
    if (job === undefined) await this.start();
    else await this.start(this.rangeOf(job));
  }

  /** What a job was asked for, as the shot's range is now: all of it where that was asked for, or where nothing is left of it. */
  private rangeOf({ first, last, whole, quality }: JobInfo): SimulationRange | undefined {
    const { scene } = this.parts.document;
    const outside = first === undefined || last === undefined || scene === undefined;
    if (whole || outside || first > scene.range.last || last < scene.range.first) {
      return scene === undefined || quality === undefined ? undefined : { ...scene.range, quality };
    }
    return { first, last, quality };
  }

  private follow({ jobId, quality, take, first, last, whole }: Followed, known?: Partial<JobInfo>): void {
    this.qualities.set(jobId, quality);
    const { document, program } = this.parts;
    const { machine } = program.getState().catalogue ?? {};
    this.said.begin(jobId, { quality, first, last }, document.scene!, machine, known !== undefined);
    const end = this.tracker.track(jobId, 'simulate', { first, last, whole }, { quality, take, ...known });
    this.states.setComputing(this.states.firstMissing(first, last));
    void end.then(
      () => {
        this.said.end(jobId, 'ended');
        this.ended(jobId);
      },
      (error: unknown) => this.failed(jobId, error),
    );
    void end.then(
      () => this.forgetRun(),
      // A host that was lost may come back with another page.
      (error: unknown) => (error instanceof CoreError && error.code === 'internal' ? undefined : this.forgetRun()),
    );
  }

  /** Simulates from the playhead to the end of the range. */
  fromHere(): Promise<string> {
    const { document, timeline } = this.parts;
    const { frame } = timeline.getState();
    const range = document.scene?.range ?? { first: frame, last: frame };
    const first = Math.min(Math.max(frame, range.first), range.last);
    return this.start({ first, last: range.last, priorityFrame: first });
  }

  /** Simulates between the in and out points. */
  inOut(): Promise<string> {
    const { document, timeline } = this.parts;
    const range = document.scene?.range ?? { first: 1, last: 1 };
    const { inFrame = range.first, outFrame = range.last } = timeline.getState();
    return this.start({ first: inFrame, last: outFrame, priorityFrame: inFrame });
  }

  /** A few frames at a quality, to learn what one costs. */
  probe(quality: QualityName): Promise<string> {
    const { first, last } = this.parts.document.scene!.range;
    return this.start({ first, last: Math.min(last, first + PROBE_FRAMES), quality });
  }

  /** Pauses after the frame that is being computed. */
  async pause(): Promise<void> {
    const { job } = this;
    if (job === undefined || !isRunning(job)) return;
    this.tracker.expect(job.jobId, 'pausing');
    await this.parts.connection.call('pauseJob', { jobId: job.jobId });
    await this.followPause(job.jobId);
  }

  /** Goes on where it was paused, or starts again what was cancelled, failed or lost: finished frames are kept. */
  async resume(): Promise<void> {
    const { job } = this;
    if (job === undefined) {
      await this.start();
    } else if (isRunning(job)) {
      await this.parts.connection.call('resumeJob', { jobId: job.jobId });
      this.tracker.expect(job.jobId, 'running');
      const { first, last } = job;
      if (first !== undefined && last !== undefined) this.states.setComputing(this.states.firstMissing(first, last));
    } else {
      const { first, last, quality } = this.rangeOf(job) ?? {};
      // The quality is the chosen one: that of the frames that are seen.
      const same = quality === undefined || quality === this.parts.view.getState().quality;
      await this.start(job.whole || first === undefined || last === undefined || !same ? undefined : { first, last });
    }
  }

  /** Nothing more is said of the failure that is shown, until another run fails. */
  dismiss(key: string): void {
    this.parts.jobs.setState(({ dismissed, failure }) => ({
      dismissed: new Set([...dismissed, key]),
      failure: failure?.key === key ? undefined : failure,
    }));
  }

  /** Cancels within a substep; finished frames are kept. */
  async cancel(): Promise<void> {
    const { job } = this;
    if (job === undefined || !isRunning(job)) return;
    this.tracker.expect(job.jobId, 'cancelling');
    await this.parts.connection.call('cancelJob', { jobId: job.jobId });
  }

  /**
   * A shot was opened. Those of its simulations that the host says still run are gone on with, as after the page was loaded again; one that was
   * under way when the last page ended can be resumed.
   */
  opened(path: string, running: readonly RunningSimulation[]): void {
    const { preferences, view, log } = this.parts;
    for (const simulation of running) this.adopt(simulation);
    const { run } = preferences.store.getState();
    if (running.length > 0 || run?.path !== path) return;
    view.setState({ quality: run.quality });
    const { scene } = this.parts.document;
    const whole = run.first === scene?.range.first && run.last === scene.range.last;
    this.tracker.interrupted({ ...run, whole });
    log.info(`The simulation of frames ${run.first} to ${run.last} was interrupted.`, {
      remedy: 'Finished frames are kept: Resume continues from them.',
      action: { label: 'Resume', command: 'simulate.resume' },
      toast: true,
    });
  }

  frameDone(params: NotificationParams<'frameDone'>): void {
    const { costs } = this.parts;
    const quality = this.qualities.get(params.jobId);
    if (quality !== undefined && !params.cached) addCosts(costs, quality, [params.seconds]);
    if (!this.states.frameDone(params)) this.states.refresh();
    this.said.frameDone(params);
    const { job } = this;
    if (job?.jobId !== params.jobId || job.last === undefined || !isRunning(job)) return;
    this.states.setComputing(this.states.firstMissing(params.frame + 1, job.last));
  }

  /** `paused` is not told: it is asked for until it is so. */
  private async followPause(jobId: string): Promise<void> {
    while (this.job?.jobId === jobId && this.job.state === 'pausing') {
      const { state } = await this.parts.connection.call('jobStatus', { jobId });
      if (state === 'paused') {
        this.tracker.expect(jobId, state);
        this.states.setComputing(undefined);
      } else await new Promise((resolve) => setTimeout(resolve, PAUSE_POLL));
    }
  }

  private adopt(simulation: RunningSimulation): void {
    const { state, stage, fraction, etaSeconds, framesDone, resumedFrom, first, last } = simulation;
    const { scene } = this.parts.document;
    const whole = first === scene?.range.first && last === scene.range.last;
    // Frames that were made before this page was there count as work.
    const hasComputed = framesDone > 1;
    const known = { state, stage, fraction, etaSeconds, framesDone, resumedFrom, hasComputed };
    this.follow({ ...simulation, whole }, known);
    if (state === 'pausing') void this.followPause(simulation.jobId);
  }

  private forgetRun(): void {
    if (!this.running) this.parts.preferences.change({ run: undefined });
  }

  private ended(jobId: string): void {
    // One that was replaced must not hide what the next one computes.
    if (this.parts.jobs.getState().simulation === jobId) this.states.setComputing(undefined);
    this.states.refresh();
  }

  private failed(jobId: string, error: unknown): void {
    const job = this.parts.jobs.getState().jobs.get(jobId);
    this.said.end(jobId, error instanceof CoreError && error.code === 'cancelled' ? 'was cancelled' : 'stopped');
    this.ended(jobId);
    if (error instanceof CoreError && error.code === 'cancelled') return;
    const failure = job?.error?.failure;
    if (failure !== undefined) this.frameFailed(failure, job?.differsFrom);
    else {
      const action = { label: 'Resume', command: 'simulate.resume' };
      this.parts.log.error('the simulation stopped', error, { action });
    }
  }

  /** `differsFrom`: the document left the run there, so what failed beyond it is no frame of the document. */
  private frameFailed(failure: SimulationFailure, differsFrom: number | undefined): void {
    const { log, jobs, document } = this.parts;
    const { frame, entity } = failure;
    if (differsFrom === undefined || frame < differsFrom) this.states.frameFailed(failure);
    const key = `${this.states.keyOf(frame) ?? frame}${differsFrom === undefined ? '' : ' earlier'}`;
    jobs.setState({ failure: { failure, key } });
    const found = document.scene?.entities.find(({ id }) => id === entity);
    // The control of the simulation goes on saying it: no message comes and goes.
    log.failure(describeFailure(failure, found === undefined ? undefined : found.name || found.id), {
      entity,
      frame,
      action: { label: 'Why it failed', command: 'simulate.showFailure' },
      toast: false,
    });
  }
}

/** The part of wanted frames that lies in the shot's range. Throws `usage` where none does. */
function withinShot(wanted: TrackedRange, range: TrackedRange): { first: number; last: number } {
  const first = Math.max(wanted.first, range.first);
  const last = Math.min(wanted.last, range.last);
  if (first <= last) return { first, last };
  const asked = `frames ${wanted.first}-${wanted.last}`;
  throw new CoreError('usage', `${asked} lie outside the shot's ${range.first}-${range.last}`, {
    remedy: 'Move the in and out points, or make the range longer.',
  });
}
