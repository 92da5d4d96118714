import type { DecodedFrame, DisplayMesh, DisplayStream } from './DisplayFrame.ts';
import type { MeshStatics } from '../../state/DisplayStatics.ts';

/** Leaves out of decoded frames what the other side has been sent of torn meshes. */
export class TornSender {
  private readonly sent = new Set<number>();

  strip<F extends Pick<DecodedFrame, 'streams'>>(frame: F): F {
    return withTorn(frame, (mesh, { key }) => {
      if (this.sent.has(key)) return { ...mesh, torn: { key } };
      this.sent.add(key);
      return mesh;
    });
  }
}

/** Puts it back in, one object for all frames that are torn alike. */
export class TornReceiver {
  private readonly known = new Map<number, MeshStatics>();

  restore<F extends Pick<DecodedFrame, 'streams'>>(frame: F): F {
    return withTorn(frame, (mesh, { key, statics = this.known.get(key) }) => {
      if (statics !== undefined) this.known.set(key, statics);
      return { ...mesh, torn: { key, statics } };
    });
  }

  clear(): void {
    this.known.clear();
  }
}

type Torn = NonNullable<DisplayMesh['torn']>;

function withTorn<F extends Pick<DecodedFrame, 'streams'>>(
  frame: F,
  change: (mesh: DisplayMesh, torn: Torn) => DisplayMesh,
): F {
  if (!frame.streams.some(isTorn)) return frame;
  return { ...frame, streams: frame.streams.map((stream) => (isTorn(stream) ? change(stream, stream.torn) : stream)) };
}

function isTorn(stream: DisplayStream): stream is DisplayMesh & { readonly torn: Torn } {
  return stream.type === 'mesh' && stream.torn !== undefined;
}
