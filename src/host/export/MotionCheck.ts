import { WorstFrames, type ExportCheck } from '../../base/exportCheck.ts';

/** Speed, m/s, by which an exported velocity may differ from the motion: 40 micrometres of motion blur at 24 frames per second. */
const LIMIT = 1e-3;
/** Share of the motion by which it may differ besides. */
const SHARE = 0.1;
/** Share of the change of motion from one interval to the next by which velocities may lie outside of both: what sways within a frame does. */
const SWAY = 0.5;
/** Objects in motion fail where more than this share of all that is compared is off: what lands or is let go rings within single frames. */
const RINGING = 0.5;
/** An object lies still where more than this share of its vertices does. */
const STILL = 0.5;
const RESTING = 'velocities at rest';
const MOVING = 'velocities in motion';

/** An object at a frame: xyz per vertex, m and m/s, or the file's units alike. */
export interface MovedSample {
  readonly positions: Float32Array;
  readonly velocities: Float32Array;
}

interface Known extends MovedSample {
  readonly frame: number;
}

/** What was found in objects that lie still, or in those that move. */
class Tally {
  count = 0;
  beyond = 0;
  failed = false;
  difference = 0;
  readonly byFrame = new WorstFrames();
  at: { readonly frame: number; readonly object: string; readonly point: number } | undefined;

  line(name: string, unit: number): ExportCheck {
    const { count, beyond, failed, difference, at } = this;
    const byFrame = this.byFrame.list().map(([frame, one]) => [frame, unit * one] as const);
    const largest = unit * difference;
    const limit = unit * LIMIT;
    const found = `${count} compared with the motion of the vertices, ${beyond} of them beyond the limit of ${limit} per second`;
    const where = at && `; at most ${largest.toPrecision(3)}, in frame ${at.frame}, ${at.object}, vertex ${at.point}`;
    const remedy = failed
      ? '; motion blur will smear there: increase the minimum substeps, or turn motion blur off'
      : '';
    return {
      name,
      passed: !failed,
      detail: `${found}${where ?? ''}${remedy}`,
      measured: { count, largest, limit, unit: 'length/s', ...at, byFrame },
    };
  }
}

/**
 * Whether exported velocities are those of the exported motion. With b and a the mean velocities of a vertex over the intervals before and after a frame
 * ((x_f - x_{f-1}) / dt and (x_{f+1} - x_f) / dt), the velocity v of the frame must lie on the way from b to a: in free fall it is their mean, and an impact in one of the
 * intervals leaves it at the other's end. It may be off by a millimetre per second beyond a tenth of the motion max(|b|, |a|) and half of its change |a - b|,
 * which steps of second order and what sways within a frame take. Of an object that lies still (|b| and |a| below 1 mm/s in most of its vertices)
 * none may be beyond; of those that move half of all that is compared may. First and last frames lack b or a and are not judged. A failure refuses no file: it holds what was simulated.
 */
export class MotionCheck {
  private readonly last = new Map<string, readonly Known[]>();
  private readonly duration: number;
  private readonly reasons: string[] = [];
  private readonly resting = new Tally();
  private readonly moving = new Tally();
  /** Two numbers of the vertex looked at: how far its velocity is beyond, and how fast it moves, m/s. */
  private readonly found = new Float64Array(2);

  /** `duration`: of a frame, s. */
  constructor(duration: number) {
    this.duration = duration;
  }

  /** The next frame of an object; those that were there before are passed over. */
  add(object: string, frame: number, sample: MovedSample): void {
    const known = this.last.get(object) ?? [];
    const middle = known.at(-1);
    if (middle !== undefined && frame <= middle.frame) return;
    const now: Known = { frame, ...sample };
    const follows = middle?.frame === frame - 1 && middle.positions.length === sample.positions.length;
    if (follows && known.length === 2) this.judge(object, known[0], middle, now);
    this.last.set(object, follows ? [middle, now] : [now]);
  }

  /** Says that velocities are not compared, of what and why. */
  leaveOut(reason: string): void {
    if (!this.reasons.includes(reason)) this.reasons.push(reason);
  }

  /** Lines of the report; `unit`: of the file's lengths per metre. */
  lines(unit: number): ExportCheck[] {
    const { resting, moving, reasons } = this;
    return [
      ...(resting.count > 0 ? [resting.line(RESTING, unit)] : []),
      ...(moving.count > 0 ? [moving.line(MOVING, unit)] : []),
      ...reasons.map((detail) => ({ name: 'velocities not compared', passed: true, detail })),
    ];
  }

  private judge(object: string, before: Known, { frame, positions, velocities }: Known, after: Known): void {
    const { found } = this;
    const count = positions.length / 3;
    let still = 0;
    let beyond = 0;
    for (let point = 0; point < count; point++) {
      this.measure(3 * point, before.positions, positions, after.positions, velocities);
      if (found[1] <= LIMIT) still++;
      if (found[0] > LIMIT) beyond++;
    }
    const rests = still > STILL * count;
    const tally = rests ? this.resting : this.moving;
    tally.count += count;
    tally.beyond += beyond;
    if (rests) tally.failed ||= beyond > 0;
    else tally.failed = tally.beyond > RINGING * tally.count;
    let worst = 0;
    for (let point = 0; point < count; point++) {
      this.measure(3 * point, before.positions, positions, after.positions, velocities);
      worst = Math.max(worst, found[0]);
      if (found[0] <= tally.difference) continue;
      tally.difference = found[0];
      tally.at = { frame, object, point };
    }
    tally.byFrame.add(frame, worst);
  }

  /** The coordinates from `k` on. */
  private measure(k: number, x0: Float32Array, x1: Float32Array, x2: Float32Array, v: Float32Array): void {
    const { duration, found } = this;
    let along = 0;
    let change = 0;
    let before = 0;
    let after = 0;
    for (let i = k; i < k + 3; i++) {
      const b = (x1[i] - x0[i]) / duration;
      const a = (x2[i] - x1[i]) / duration;
      along += (v[i] - b) * (a - b);
      change += (a - b) * (a - b);
      before += b * b;
      after += a * a;
    }
    const share = change > 0 ? Math.min(1, Math.max(0, along / change)) : 0;
    let square = 0;
    for (let i = k; i < k + 3; i++) {
      const b = (x1[i] - x0[i]) / duration;
      const a = (x2[i] - x1[i]) / duration;
      square += (v[i] - b - share * (a - b)) ** 2;
    }
    const speed = Math.sqrt(Math.max(before, after));
    found[0] = Math.max(0, Math.sqrt(square) - SHARE * speed - SWAY * Math.sqrt(change));
    found[1] = speed;
  }
}
