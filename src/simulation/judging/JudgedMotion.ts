import { elementsOfVolume } from '../../geometry/elements/elementTypes.ts';
import { quantityText } from '../../base/quantityText.ts';
import type { Judgement } from '../../frames/judgements.ts';
import { meanElementSize } from '../../solids/timeStep.ts';
import type { SimulatedBody } from '../SimulatedBody.ts';

/** What is sprung back within a frame flies off no faster, m/s: a rubber sling. */
const SPRUNG = 30;
/** What is hit by something heavy flies off up to twice as fast. */
const HIT = 2;
/** Ways beyond what explains them, in sizes of the body: told, and broken. */
const FAR = 1;
const ABSURD = 10;
/** Frames are float32: numbers between 2^e and 2^(e+1) are 2^(e-23) apart. */
const STORED_BITS = 23;
/** Steps of stored positions over the mean edge of the elements beyond which surfaces tremble visibly, and mean nothing. */
const COARSE = 0.02;
const SENSELESS = 0.5;

/** What moves everything in a frame. */
export interface FrameDrive {
  /** Length of the frame, s. */
  readonly duration: number;
  /** Speed of the fastest vertex of any body before it, m/s. */
  readonly speed: number;
}

/** The motion of a body and what may move it how far within a frame: what it moves beyond that is a jump of the solver, not of the body. */
export class JudgedMotion {
  private readonly body: SimulatedBody;
  /** m. */
  private readonly edge: number;
  /** Centre before the frame and after it, and corners of the box around the body, m. */
  private readonly before = new Float64Array(3);
  private readonly after = new Float64Array(3);
  private readonly box = new Float64Array(6);
  /** Way that is explained in the running frame, m; infinite where none is judged. */
  private readonly explained = Float64Array.of(Infinity);

  constructor(body: SimulatedBody) {
    this.body = body;
    this.edge = edgeOf(body);
  }

  /** Notes where the body begins a frame, and gives the corners of the box around it, m: least, then largest. */
  begin(): Float64Array {
    this.writeCentre(this.before);
    this.explained[0] = Infinity;
    return this.box;
  }

  /** What may take a free body how far in the frame: colliders by `travel`, m, and a pull of `pull`, m/s2. */
  explain({ duration, speed }: FrameDrive, travel: number, pull: number): void {
    const sprung = HIT * speed + SPRUNG;
    this.explained[0] = sprung * duration + pull * duration * duration + HIT * travel;
  }

  /** Forgets the frame: one that is read from a checkpoint has nothing before it. */
  forget(): void {
    this.explained[0] = Infinity;
  }

  /** Adds what is wrong with where the body is to `found`. */
  judge(found: Judgement[]): void {
    this.writeCentre(this.after);
    this.judgeWay(found);
    this.judgePlace(found);
  }

  private judgeWay(found: Judgement[]): void {
    const { before, after, box } = this;
    const way = Math.hypot(after[0] - before[0], after[1] - before[1], after[2] - before[2]);
    const size = Math.hypot(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
    const limit = this.explained[0] + FAR * size;
    if (!(way > limit)) return;
    const { id, kind } = this.body;
    found.push({
      kind: 'jump',
      severity: way > this.explained[0] + ABSURD * size ? 'broken' : 'warning',
      entity: id,
      value: way,
      limit,
      unit: 'm',
      label: `jumps ${metres(way)}`,
      sentence: `${kind} '${id}' jumps ${metres(way)} in one frame, while its velocity, gravity and contacts explain ${metres(limit)}`,
      remedy:
        'check what it starts inside of, and whether pins or forces are far too strong; then increase the minimum substeps',
    });
  }

  private judgePlace(found: Judgement[]): void {
    const { box, edge } = this;
    let farthest = 0;
    for (let k = 0; k < box.length; k++) farthest = Math.max(farthest, Math.abs(box[k]));
    const step = farthest === 0 ? 0 : 2 ** (Math.floor(Math.log2(farthest)) - STORED_BITS);
    const limit = COARSE * edge;
    if (!(step > limit)) return;
    const { id, kind } = this.body;
    found.push({
      kind: 'far-away',
      severity: step > SENSELESS * edge ? 'broken' : 'warning',
      entity: id,
      value: step,
      limit,
      unit: 'm',
      label: `${metres(farthest)} away`,
      sentence:
        `${kind} '${id}' is ${metres(farthest)} from the origin, where stored positions are ${metres(step)} apart: ` +
        `too coarse for elements of ${metres(edge)}`,
      remedy: 'move it nearer to the origin, stop it with a collider, or end the shot earlier',
    });
  }

  /** out = mean of the vertices, m; `box` = the box around them. */
  private writeCentre(out: Float64Array): void {
    const { positions } = this.body.motion;
    const { box } = this;
    out.fill(0);
    box.fill(Infinity, 0, 3);
    box.fill(-Infinity, 3);
    for (let k = 0; k < positions.length; k++) {
      const axis = k % 3;
      const x = positions[k];
      out[axis] += x;
      if (x < box[axis]) box[axis] = x;
      if (x > box[3 + axis]) box[3 + axis] = x;
    }
    for (let axis = 0; axis < 3; axis++) out[axis] /= positions.length / 3;
  }
}

function edgeOf({ volume }: SimulatedBody): number {
  const restPositions = volume.mesh.positions;
  if (volume.kind === 'shell') {
    return meanElementSize({ elementKind: 'triangle', elements: volume.mesh.triangles, restPositions });
  }
  const { type, vertices } = elementsOfVolume(volume);
  return meanElementSize({ elementKind: type.kind, elements: vertices, restPositions });
}

function metres(value: number): string {
  return quantityText(value, 'm', 2);
}
