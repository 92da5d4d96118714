import type { DecodedFrame, DisplayBody } from './DisplayFrame.ts';
import type { DisplayBodyStatics } from './DisplayStatics.ts';

/** Leaves out of decoded frames what the other side has been sent of torn bodies. */
export class TornSender {
  private readonly sent = new Set<number>();

  strip<F extends Pick<DecodedFrame, 'bodies'>>(frame: F): F {
    return withBodies(frame, (body) => {
      if (body.torn === undefined) return body;
      const { key } = body.torn;
      if (this.sent.has(key)) return { ...body, torn: { key } };
      this.sent.add(key);
      return body;
    });
  }
}

/** Puts it back in, one object for all frames that are torn alike. */
export class TornReceiver {
  private readonly known = new Map<number, DisplayBodyStatics>();

  restore<F extends Pick<DecodedFrame, 'bodies'>>(frame: F): F {
    return withBodies(frame, (body) => {
      if (body.torn === undefined) return body;
      const { key, statics = this.known.get(body.torn.key) } = body.torn;
      if (statics !== undefined) this.known.set(key, statics);
      return { ...body, torn: { key, statics } };
    });
  }

  clear(): void {
    this.known.clear();
  }
}

function withBodies<F extends Pick<DecodedFrame, 'bodies'>>(frame: F, change: (body: DisplayBody) => DisplayBody): F {
  return frame.bodies.some(({ torn }) => torn !== undefined) ? { ...frame, bodies: frame.bodies.map(change) } : frame;
}
