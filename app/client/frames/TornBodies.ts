import type { StaticBody } from '../../../src/frames/Statics.ts';
import type { FrameBody } from '../../../src/frames/Frame.ts';
import { TornShapes } from '../../../src/frames/TornShapes.ts';
import { prepareBody, type PreparedBody } from './PreparedBody.ts';

/** Shapes of one body that are kept ready: it tears over some frames and is the same from then on. */
const KEPT_SHAPES = 48;

/** A body that is torn, ready to be decoded. */
export interface TornBody {
  /** The same for frames that are torn alike, and never that of others. */
  readonly key: number;
  readonly prepared: PreparedBody;
}

/** What torn bodies of a shot look like. */
export class TornBodies {
  private readonly shapes: Map<string, TornShapes>;
  private readonly ready = new WeakMap<object, TornBody>();
  private static keys = 0;

  constructor(bodies: readonly StaticBody[]) {
    this.shapes = new Map(bodies.map(({ id, volume }) => [id, new TornShapes(volume, KEPT_SHAPES)]));
  }

  /** The body as a frame has it; undefined where it is whole. Throws `format-malformed` for a tear of another body. */
  find({ id, topology }: Pick<FrameBody, 'id' | 'topology'>): TornBody | undefined {
    const volume = topology && this.shapes.get(id)?.at(topology);
    if (volume === undefined) return undefined;
    const known = this.ready.get(volume);
    if (known !== undefined) return known;
    const made = { key: ++TornBodies.keys, prepared: prepareBody({ id, volume }) };
    this.ready.set(volume, made);
    return made;
  }
}
