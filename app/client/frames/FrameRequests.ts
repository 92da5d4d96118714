import { CoreError } from '../../../src/base/errors.ts';
import type { QualityName } from '../../../src/scene/Scene.ts';
import type { Colouring } from '../../state/viewStore.ts';
import type { Connection } from '../Connection.ts';
import { frameArrays, type DecodedFrame } from './DisplayFrame.ts';
import type { FrameDecoder } from './FrameDecoder.ts';

export interface FrameRequestsParts {
  readonly connection: Pick<Connection, 'call'>;
  readonly take: string | undefined;
  decoder(): FrameDecoder;
  quality(): QualityName;
  /** Ids of the bodies whose stress is asked for. */
  bodies(): readonly string[];
  /** Ids of the liquids. */
  liquids(): readonly string[];
  arrived(frame: number, key: string, decoded: DecodedFrame): void;
  /** There is room for another one. */
  settled(): void;
  failed(what: string, error: unknown): void;
}

/** Frames under way at once: enough to hide the way there and back, few enough that a new target comes soon. */
const MOST_UNDER_WAY = 4;
const MOST_WHILE_STILL = 2;
/** ms until a frame that the host could not give is asked for again. */
const RETRY_DELAY = 1000;

/** Asks the host for frames and has them decoded, few at a time. */
export class FrameRequests {
  private readonly parts: FrameRequestsParts;
  private readonly underWay = new Set<string>();
  /** Keys of frames that cannot be shown: of another mesh, or damaged. */
  private readonly refused = new Set<string>();
  /** Keys that were not there; asked for again later. */
  private readonly resting = new Set<string>();
  private generation = 0;
  private stressFailed = false;
  private skinFailed = false;

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
      const decoded = await this.decode(frame, key, colouring);
      if (generation !== this.generation) this.parts.decoder().release(frameArrays(decoded));
      else {
        this.underWay.delete(key);
        this.parts.arrived(frame, key, decoded);
      }
    } catch (error) {
      if (generation === this.generation) this.fail(frame, key, error);
    }
    if (generation === this.generation) this.parts.settled();
  }

  private async decode(frame: number, key: string, colouring: Colouring): Promise<DecodedFrame> {
    const { connection, take } = this.parts;
    const quality = this.parts.quality();
    const [{ bytes }, stress, skins] = await Promise.all([
      connection.call('frame', { quality, frame, key, take }),
      colouring === 'vonMises' ? this.stress(frame, key) : new Map<string, Float32Array>(),
      this.skins(frame, key),
    ]);
    return this.parts.decoder().decode({ bytes, colouring, stress, skins });
  }

  /** Of the liquids; those that the host cannot give are left out. */
  private async skins(frame: number, key: string): Promise<Map<string, Uint8Array>> {
    const { connection, take } = this.parts;
    const quality = this.parts.quality();
    const found = new Map<string, Uint8Array>();
    for (const entity of this.parts.liquids()) {
      try {
        found.set(entity, (await connection.call('liquidSurface', { quality, frame, key, take, entity })).bytes);
      } catch (error) {
        if (!this.skinFailed) this.parts.failed(`could not make the surface of '${entity}'`, error);
        this.skinFailed = true;
      }
    }
    return found;
  }

  /** von Mises stress per element of every body; those that the host cannot give are left out. */
  private async stress(frame: number, key: string): Promise<Map<string, Float32Array>> {
    const { connection, take } = this.parts;
    const quality = this.parts.quality();
    const found = new Map<string, Float32Array>();
    for (const entity of this.parts.bodies()) {
      try {
        const params = { quality, frame, key, take, entity, field: 'vonMises' } as const;
        const { bytes } = await connection.call('elementField', params);
        found.set(entity, new Float32Array(bytes.slice().buffer));
      } catch (error) {
        if (!this.stressFailed) this.parts.failed(`could not work out the stress of '${entity}'`, error);
        this.stressFailed = true;
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
