import { CoreError } from '../../src/base/errors.ts';
import { frameWarnings } from '../../src/frames/judgements.ts';
import type { NotificationParams } from '../../src/protocol/notifications.ts';
import type { RunningSimulation } from '../../src/protocol/requests/shot.ts';
import type { QualityName } from '../../src/scene/Scene.ts';
import { ITERATION_LIMIT } from '../state/solverWarnings.ts';
import { addCosts } from '../state/costStore.ts';
import type { JobInfo } from '../state/jobsStore.ts';
import type { FrameStates } from './FrameStates.ts';
import { isRunning, type JobTracker } from './JobTracker.ts';
import type { ShotControllerParts } from './ShotController.ts';

export interface SimulationRange {
  readonly first: number;
  readonly last: number;
  /** Frames from here on come first where a checkpoint allows it. */
  readonly priorityFrame?: number;
  /** Left out, the chosen one. */
  readonly quality?: QualityName;
}

type Followed = Pick<RunningSimulation, 'jobId' | 'quality' | 'first' | 'last'>;

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
  /** The simulation of whose warnings the artist was told. */
  private warned: string | undefined;

  constructor(parts: ShotControllerParts, tracker: JobTracker, states: FrameStates, flush: () => Promise<void>) {
    this.parts = parts;
    this.tracker = tracker;
    this.states = states;
    this.flush = flush;
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
    const { first, last, priorityFrame }: SimulationRange = range ?? scene.range;
    const quality = range?.quality ?? view.getState().quality;
    const { jobId } = await connection.call('simulate', { quality, first, last, priorityFrame });
    const { path } = document.store.getState().open!;
    this.parts.preferences.change({ run: { path, quality, first, last } });
    this.follow({ jobId, quality, first, last });
    return jobId;
  }

  private follow({ jobId, quality, first, last }: Followed, known?: Partial<JobInfo>): void {
    this.qualities.set(jobId, quality);
    const end = this.tracker.track(jobId, 'simulate', { first, last }, known);
    this.states.setComputing(this.states.firstMissing(first, last));
    void end.then(
      () => this.ended(),
      (error: unknown) => this.failed(jobId, error),
    );
    void end.then(
      () => this.forgetRun(),
      // A host that was lost may come back with another page.
      (error: unknown) => (error instanceof CoreError && error.code === 'internal' ? undefined : this.forgetRun()),
    );
  }

  /** From the playhead to the end of the range. */
  fromHere(): Promise<string> {
    const { document, timeline } = this.parts;
    const { frame } = timeline.getState();
    const last = document.scene?.range.last ?? frame;
    return this.start({ first: Math.min(frame, last), last, priorityFrame: frame });
  }

  /** Between the in and out points. */
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

  /** After the frame that is being computed. */
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
      const { first, last } = job;
      await this.start(first === undefined || last === undefined ? undefined : { first, last });
    }
  }

  /** Within a substep; finished frames are kept. */
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
    this.tracker.interrupted(run);
    log.info(`The simulation of frames ${run.first} to ${run.last} was interrupted.`, {
      remedy: 'Finished frames are kept: Resume goes on from them.',
      action: { label: 'Resume', command: 'simulate.resume' },
      toast: true,
    });
  }

  frameDone(params: NotificationParams<'frameDone'>): void {
    const { costs } = this.parts;
    const quality = this.qualities.get(params.jobId);
    if (quality !== undefined && !params.cached) addCosts(costs, quality, [params.seconds]);
    if (!this.states.frameDone(params)) this.states.refresh();
    this.warnOf(params);
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

  /** Says once in a simulation what its solver warned of: the frames themselves go on saying it. */
  private warnOf({ jobId, frame, stats }: NotificationParams<'frameDone'>): void {
    const [warning] = frameWarnings(stats);
    if (warning === undefined || this.warned === jobId) return;
    this.warned = jobId;
    this.parts.log.warn(`Frame ${frame}: ${warning}`, {
      frame,
      action: warning.includes(ITERATION_LIMIT)
        ? { label: 'Allow more iterations', command: 'simulate.allowIterations' }
        : undefined,
    });
  }

  private adopt(simulation: RunningSimulation): void {
    const { state, stage, fraction, etaSeconds, framesDone } = simulation;
    this.follow(simulation, { state, stage, fraction, etaSeconds, framesDone });
    if (state === 'pausing') void this.followPause(simulation.jobId);
  }

  private forgetRun(): void {
    if (!this.running) this.parts.preferences.change({ run: undefined });
  }

  private ended(): void {
    this.states.setComputing(undefined);
    this.states.refresh();
  }

  private failed(jobId: string, error: unknown): void {
    this.ended();
    const { log, jobs } = this.parts;
    if (error instanceof CoreError && error.code === 'cancelled') return;
    const failure = jobs.getState().jobs.get(jobId)?.error?.failure;
    if (failure !== undefined) this.states.frameFailed(failure);
    const details = { entity: failure?.entity, frame: failure?.frame };
    const action =
      failure === undefined
        ? { label: 'Resume', command: 'simulate.resume' }
        : { label: 'Why it failed', command: 'simulate.showFailure' };
    log.error(failure === undefined ? 'the simulation stopped' : `frame ${failure.frame} failed`, error, {
      ...details,
      action,
    });
  }
}
