import { CoreError } from '../../../src/base/errors.ts';
import type { QualityName } from '../../../src/scene/Scene.ts';
import type { Colouring } from '../../state/viewStore.ts';
import type { Connection } from '../Connection.ts';
import { frameArrays, type DecodedFrame } from './DisplayFrame.ts';
import type { DisplayAttribute, DisplayStatics, StreamStatics } from '../../state/DisplayStatics.ts';
import type { FrameDecoder } from './FrameDecoder.ts';

export interface FrameRequestsParts {
  readonly connection: Pick<Connection, 'call'>;
  readonly take: string | undefined;
  decoder(): FrameDecoder;
  quality(): QualityName;
  /** The shapes that frames belong to. */
  statics(): DisplayStatics | undefined;
  /** Takes a frame. The host will have more of a partial one. */
  arrived(frame: number, key: string, decoded: DecodedFrame, isPartial: boolean): void;
  /** There is room for another one. */
  settled(): void;
  failed(what: string, error: unknown): void;
}

interface FetchedFrame {
  readonly decoded: DecodedFrame;
  readonly isPartial: boolean;
}

/** Frames under way at once: enough to hide the way there and back, few enough that a new target comes soon. */
const MOST_UNDER_WAY = 4;
const MOST_WHILE_STILL = 2;
/** ms until a frame that the host could not give, or not whole, is asked for again. */
const RETRY_DELAY = 1000;

/** Asks the host for frames and has them decoded, few at a time. */
export class FrameRequests {
  private readonly parts: FrameRequestsParts;
  private readonly underWay = new Set<string>();
  /** Keys of frames that cannot be shown: of another mesh, or damaged. */
  private readonly refused = new Set<string>();
  /** Keys that were not there, or not whole; asked for again later. */
  private readonly resting = new Set<string>();
  private generation = 0;
  /** What was told already that the host could not give. */
  private readonly told = new Set<string>();

  constructor(parts: FrameRequestsParts) {
    this.parts = parts;
  }

  /** False while no further frame may be asked for; one place stays free for the frame of the playhead. */
  room(playing: boolean): boolean {
    return this.underWay.size < (playing ? MOST_UNDER_WAY : MOST_WHILE_STILL);
  }

  isRefused(key: string): boolean {
    return this.refused.has(key);
  }

  /** What is under way belongs to what was shown before: it is dropped when it arrives. */
  forget(): void {
    this.generation++;
    this.underWay.clear();
    this.refused.clear();
    this.resting.clear();
  }

  /** Asks for a frame unless it is under way. An urgent one may be one more than the others. */
  ask(frame: number, key: string, colouring: Colouring, urgent: boolean): void {
    if (this.underWay.has(key) || this.resting.has(key) || this.refused.has(key)) return;
    if (this.underWay.size >= MOST_UNDER_WAY - (urgent ? 0 : 1)) return;
    this.underWay.add(key);
    void this.fetch(frame, key, colouring);
  }

  private async fetch(frame: number, key: string, colouring: Colouring): Promise<void> {
    const { generation } = this;
    try {
      const { decoded, isPartial } = await this.decode(frame, key, colouring);
      if (generation !== this.generation) this.parts.decoder().release(frameArrays(decoded));
      else {
        this.underWay.delete(key);
        if (isPartial) this.rest(key);
        this.parts.arrived(frame, key, decoded, isPartial);
      }
    } catch (error) {
      if (generation === this.generation) this.fail(frame, key, error);
    }
    if (generation === this.generation) this.parts.settled();
  }

  private async decode(frame: number, key: string, colouring: Colouring): Promise<FetchedFrame> {
    const { connection, take } = this.parts;
    const quality = this.parts.quality();
    const { streams = [] } = this.parts.statics() ?? {};
    const extracted = streams.filter(isExtracted);
    const computed = streams.filter(({ attributes }) => attributes.some((one) => isComputed(one, colouring)));
    const [{ bytes, isPartial = false }, requested, surfaces] = await Promise.all([
      connection.call('frame', { quality, frame, key, take }),
      this.each('the numbers', entities(computed), async (entity) => {
        const params = { quality, frame, key, take, entity, name: colouring };
        const values = await connection.call('attribute', params);
        return new Float32Array(values.bytes.slice().buffer);
      }),
      this.each('the surface', entities(extracted), async (entity) => {
        return (await connection.call('liquidSurface', { quality, frame, key, take, entity })).bytes;
      }),
    ]);
    const decoded = await this.parts.decoder().decode({ bytes, colouring, requested, surfaces });
    return { decoded, isPartial };
  }

  /** What the host gives of entities, by their ids; those that it cannot give are left out. */
  private async each<T>(
    what: string,
    ids: readonly string[],
    ask: (entity: string) => Promise<T>,
  ): Promise<ReadonlyMap<string, T>> {
    const found = new Map<string, T>();
    for (const entity of ids) {
      try {
        found.set(entity, await ask(entity));
      } catch (error) {
        // A frame of an earlier state does not have everything that is asked for now.
        if (error instanceof CoreError && error.code === 'file-missing') continue;
        if (!this.told.has(what)) this.parts.failed(`could not find ${what} of '${entity}'`, error);
        this.told.add(what);
      }
    }
    return found;
  }

  private fail(frame: number, key: string, error: unknown): void {
    this.underWay.delete(key);
    const code = error instanceof CoreError ? error.code : 'internal';
    if (code === 'export-mismatch') this.refused.add(key);
    else if (code.startsWith('format-') || code === 'cache-damaged') {
      this.refused.add(key);
      this.parts.failed(`could not show frame ${frame}`, error);
    } else this.rest(key);
  }

  private rest(key: string): void {
    this.resting.add(key);
    setTimeout(() => {
      if (this.resting.delete(key)) this.parts.settled();
    }, RETRY_DELAY);
  }
}

/** Whether the host computes the numbers of a colouring, which frames do not hold. */
export function isComputed({ name, source }: DisplayAttribute, colouring: Colouring): boolean {
  return source === 'request' && name === colouring;
}

/** Whether the host extracts a surface from a stream. Meshes bring theirs. */
function isExtracted(stream: StreamStatics): boolean {
  return (stream.type === 'points' || stream.type === 'grid') && stream.surface !== undefined;
}

function entities(streams: readonly { readonly entity: string }[]): readonly string[] {
  return [...new Set(streams.map(({ entity }) => entity))];
}
