import { excess, frameWarnings } from '../../src/frames/judgements.ts';
import type { NotificationParams } from '../../src/protocol/notifications.ts';
import type { RequestResult } from '../../src/protocol/requests.ts';
import { framesPerSecond, type QualityName, type Scene } from '../../src/scene/Scene.ts';
import { withNames } from '../document/entityEdits.ts';
import { formatDuration } from '../units/formatTime.ts';
import type { Log } from '../state/Log.ts';
import { qualityTitles } from '../state/qualityTitles.ts';
import { ITERATION_LIMIT } from '../state/solverWarnings.ts';
import { formatNumber } from '../units/formatNumber.ts';

type Machine = RequestResult<'catalogue'>['machine'];
type FrameDone = NotificationParams<'frameDone'>;

interface RunOf {
  readonly quality: QualityName;
  readonly first: number;
  readonly last: number;
}

/** Frames of one line at most: a long run stays readable and still shows how its cost changes. */
const MOST_IN_LINE = 10;

/** One line about frames that follow each other. */
interface Group {
  readonly entry: number;
  readonly cached: boolean;
  readonly first: number;
  readonly frames: readonly FrameDone[];
}

/** One line about frames of which the same is told. */
interface Told {
  readonly entry: number;
  readonly worst: number;
  readonly worstFrame: number;
  readonly frames: readonly number[];
}

interface FrameWarning {
  readonly kind: string;
  readonly text: string;
  readonly entity: string | undefined;
  /** How far beyond its limit; 0 where only words are known. */
  readonly beyond: number;
}

/**
 * What a simulation says in the log: the settings it began with, what its frames took, a line for some that follow each other, what is doubtful
 * about them, a line for each kind and entity, and how it ended.
 */
export class RunLog {
  private readonly log: Log;
  private job: string | undefined;
  /** What it makes frames of, as it began. */
  private scene: Scene | undefined;
  private began = 0;
  private computed = 0;
  private found = 0;
  private group: Group | undefined;
  private readonly told = new Map<string, Told>();
  /** What came over the window before: simulated again, a shot says the same, and once is enough. */
  private readonly shown = new Set<string>();

  constructor(log: Log) {
    this.log = log;
  }

  /** A simulation was started, or (`adopted`) found running when the page was loaded again. */
  begin(job: string, run: RunOf, scene: Scene, machine: Machine | undefined, adopted: boolean): void {
    if (this.job !== undefined) this.end(this.job, 'was replaced');
    this.job = job;
    this.scene = scene;
    this.began = performance.now();
    this.computed = 0;
    this.found = 0;
    this.group = undefined;
    this.told.clear();
    const verb = adopted ? 'resumed' : 'began';
    this.log.info(
      `${titleOf(run)} of ${scene.take.name || scene.take.id} ${verb}: ${settingsOf(run, scene, machine)}`,
      {
        subject: 'run',
      },
    );
  }

  frameDone(done: FrameDone): void {
    if (done.jobId !== this.job) return;
    if (done.cached) this.found++;
    else this.computed++;
    this.extend(done);
    for (const warning of warningsOf(done)) this.tell({ ...warning, text: this.named(warning.text) }, done.frame);
  }

  /** `outcome`: `ended`, `was cancelled`, `was replaced`, `stopped`. */
  end(job: string, outcome: string): void {
    if (job !== this.job) return;
    this.job = undefined;
    const seconds = (performance.now() - this.began) / 1000;
    const frames = `${counted(this.computed, 'frame')} computed, ${this.found} from the cache`;
    this.log.info(`The simulation ${outcome}: ${frames}, ${formatDuration(seconds)}`, { subject: 'run' });
  }

  private named(text: string): string {
    return this.scene === undefined ? text : withNames(text, this.scene);
  }

  /** Adds a frame to the line of those before it, or begins another. */
  private extend(done: FrameDone): void {
    const { group } = this;
    const last = group?.frames.at(-1)?.frame;
    const full = !done.cached && group !== undefined && group.frames.length >= MOST_IN_LINE;
    if (group === undefined || full || group.cached !== done.cached || last !== done.frame - 1) {
      const frames = [done];
      const entry = this.log.info(lineOf(frames), { subject: 'frames', frame: done.frame });
      this.group = { entry, cached: done.cached, first: done.frame, frames };
      return;
    }
    const frames = [...group.frames, done];
    this.group = { ...group, frames };
    this.log.revise(group.entry, lineOf(frames), { frame: slowest(frames).frame });
  }

  /** Frames of which the same is told share a line, which goes to the worst; only the first of a run comes over the window. */
  private tell({ kind, text, entity, beyond }: FrameWarning, frame: number): void {
    const known = this.told.get(kind);
    if (known === undefined) {
      const message = `Frame ${frame}: ${text}`;
      const entry = this.log.warn(message, {
        subject: 'frames',
        frame,
        entity,
        toast: this.told.size === 0 && !this.shown.has(message),
        action: text.includes(ITERATION_LIMIT)
          ? { label: 'Allow more iterations', command: 'simulate.allowIterations' }
          : undefined,
      });
      this.shown.add(message);
      this.told.set(kind, { entry, worst: beyond, worstFrame: frame, frames: [frame] });
      return;
    }
    const frames = [...known.frames, frame];
    const isWorst = beyond > known.worst;
    const [worst, worstFrame] = isWorst ? [beyond, frame] : [known.worst, known.worstFrame];
    this.told.set(kind, { ...known, frames, worst, worstFrame });
    const entry = this.log.store.getState().entries.find(({ id }) => id === known.entry);
    if (entry === undefined) return;
    const words = isWorst ? text : entry.message.slice(entry.message.indexOf(': ') + 2);
    this.log.revise(known.entry, `${whereOf(frames, worstFrame)}: ${words}`, { frame: worstFrame });
  }
}

function titleOf({ quality, first, last }: RunOf): string {
  return `${qualityTitles[quality]} of frames ${first}–${last}`;
}

/** Everything that decides what the frames will be and what they cost. */
function settingsOf({ quality }: RunOf, scene: Scene, machine: Machine | undefined): string {
  const { edgeScale, minSubsteps, maxSubsteps, solverTolerance, maxIterations, courantNumber } = scene.quality[quality];
  return [
    `${formatNumber(framesPerSecond(scene))} fps`,
    `edges × ${formatNumber(edgeScale)}`,
    `${minSubsteps} to ${maxSubsteps} substeps`,
    `Courant number ${formatNumber(courantNumber)}`,
    `solver tolerance ${formatNumber(solverTolerance)}`,
    `${maxIterations} iterations at most`,
    `seed ${scene.physics.seed}`,
    ...(machine === undefined ? [] : [`${counted(machine.threads, 'thread')}, ${machine.backend}`]),
  ].join(' · ');
}

function lineOf(frames: readonly FrameDone[]): string {
  const [{ frame: first, cached }] = frames;
  const last = frames[frames.length - 1].frame;
  const which = first === last ? `Frame ${first}` : `Frames ${first}–${last}`;
  if (cached) return `${which}: from the cache`;
  const sum = frames.reduce((seconds, frame) => seconds + frame.seconds, 0);
  const slow = slowest(frames);
  const most = first === last ? '' : `, slowest ${slow.frame} with ${formatDuration(slow.seconds)}`;
  const substeps = range(frames.map(({ stats }) => stats.substeps));
  const iterations = frames.reduce((count, { stats }) => count + stats.cgIterations, 0);
  return `${which}: ${formatDuration(sum)}${most} · ${substeps} substeps · ${formatNumber(iterations)} iterations`;
}

function slowest(frames: readonly FrameDone[]): FrameDone {
  return frames.reduce((worst, frame) => (frame.seconds > worst.seconds ? frame : worst));
}

function range(counts: readonly number[]): string {
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return least === most ? String(least) : `${least} to ${most}`;
}

function whereOf(frames: readonly number[], worst: number): string {
  const [first, last] = [Math.min(...frames), Math.max(...frames)];
  const which =
    last - first + 1 === frames.length ? `Frames ${first}–${last}` : `${frames.length} frames, ${first}–${last}`;
  return worst === first ? which : `${which}, worst in ${worst}`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

/** Judgements by kind and entity; sentences of the solver by their words: their numbers change from frame to frame. */
function warningsOf({ stats }: FrameDone): FrameWarning[] {
  const { judgements = [], warnings } = stats;
  const told = frameWarnings({ warnings: [], judgements });
  return [
    ...judgements.map((judgement, i) => ({
      kind: `${judgement.kind} ${judgement.entity}`,
      text: told[i],
      entity: judgement.entity,
      beyond: excess(judgement),
    })),
    ...warnings.map((text) => ({ kind: text.replace(/[\d.]+/g, ''), text, entity: undefined, beyond: 0 })),
  ];
}
