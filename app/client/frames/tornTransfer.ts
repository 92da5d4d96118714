import type { DecodedFrame, DisplayMesh, DisplayStream } from './DisplayFrame.ts';
import type { MeshStatics } from '../../state/DisplayStatics.ts';

/** Shapes that both sides remember: they are sent the same frames in the same order, and so forget the same. */
const REMEMBERED = 48;

/** What was met last, by the keys of shapes. */
class RecentShapes<T> {
  private readonly known = new Map<number, T>();

  /** What is known of a key, which now is the last that was met. */
  get(key: number): T | undefined {
    const found = this.known.get(key);
    if (found !== undefined) this.note(key, found);
    return found;
  }

  note(key: number, value: T): void {
    const { known } = this;
    known.delete(key);
    known.set(key, value);
    const [oldest] = known.keys();
    if (known.size > REMEMBERED) known.delete(oldest);
  }

  clear(): void {
    this.known.clear();
  }
}

/** Leaves out of decoded frames what the other side remembers of torn meshes. */
export class TornSender {
  private readonly sent = new RecentShapes<true>();

  strip<F extends Pick<DecodedFrame, 'streams'>>(frame: F): F {
    return withTorn(frame, (mesh, { key, isOwn }) => {
      if (this.sent.get(key) === true) return { ...mesh, torn: { key, isOwn } };
      this.sent.note(key, true);
      return mesh;
    });
  }
}

/** Puts it back in, one object for all frames that are torn alike. */
export class TornReceiver {
  private readonly known = new RecentShapes<MeshStatics>();

  restore<F extends Pick<DecodedFrame, 'streams'>>(frame: F): F {
    return withTorn(frame, (mesh, { key, isOwn, statics: sent }) => {
      if (sent !== undefined) this.known.note(key, sent);
      return { ...mesh, torn: { key, isOwn, statics: this.known.get(key) } };
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
