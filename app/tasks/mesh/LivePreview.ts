import { createStore } from 'zustand/vanilla';
import { CoreError } from '../../../src/base/errors.ts';
import type { MeshPreview } from '../../../src/protocol/requests/meshes.ts';
import type { QualityName, Scene } from '../../../src/scene/Scene.ts';
import type { Connection } from '../../client/Connection.ts';
import type { DisplayStatics } from '../../state/DisplayStatics.ts';
import { isCancelled, type LatestJob } from '../shapes/LatestJob.ts';
import type { ShapeDecoder } from '../shapes/ShapeDecoder.ts';

/** ms of rest before a solid is filled on trial. */
export const SETTLE_DELAY = 250;

export interface PreviewState {
  /** A change is waiting or being filled: what is shown is that before it. */
  readonly busy: boolean;
  /** The preview without the bytes of its shapes, which `statics` has. */
  readonly result: Omit<MeshPreview, 'statics'> | undefined;
  readonly statics: DisplayStatics | undefined;
  readonly problem: { readonly message: string; readonly remedy: string | undefined } | undefined;
}

export interface LivePreviewParts {
  readonly connection: Pick<Connection, 'call'>;
  readonly job: LatestJob;
  readonly decoder: Pick<ShapeDecoder, 'prepare'>;
}

/** The solid to fill: `scene` holds it as it would be. */
export interface PreviewRequest {
  readonly scene: Scene;
  readonly entity: string;
  readonly quality: QualityName;
}

/** Fills a solid on trial a moment after the last change; another change ends the one under way. */
export class LivePreview {
  readonly store = createStore<PreviewState>(() => ({
    busy: false,
    result: undefined,
    statics: undefined,
    problem: undefined,
  }));
  private readonly parts: LivePreviewParts;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private generation = 0;

  constructor(parts: LivePreviewParts) {
    this.parts = parts;
  }

  /** Wants this filled; `delay` ms later, unless something else is wanted until then. */
  want(request: PreviewRequest, delay = SETTLE_DELAY): void {
    const generation = ++this.generation;
    clearTimeout(this.timer);
    this.parts.job.cancel();
    this.store.setState({ busy: true });
    this.timer = setTimeout(() => void this.fill(request, generation), delay);
  }

  /** Ends what waits or runs. What is shown stays. */
  cancel(): void {
    this.generation++;
    clearTimeout(this.timer);
    this.parts.job.cancel();
    this.store.setState({ busy: false });
  }

  private async fill(request: PreviewRequest, generation: number): Promise<void> {
    const { connection, job, decoder } = this.parts;
    try {
      const ended = await job.start('mesh', () => connection.call('previewMesh', request));
      if (ended?.kind !== 'mesh') return;
      const { statics: bytes, ...result } = ended.preview;
      // The decoder takes the bytes away.
      const statics = await decoder.prepare(bytes.slice());
      if (generation === this.generation) this.store.setState({ busy: false, result, statics, problem: undefined });
    } catch (error) {
      if (generation !== this.generation) return;
      this.store.setState({ busy: false, problem: isCancelled(error) ? undefined : describe(error) });
    }
  }
}

function describe(error: unknown): NonNullable<PreviewState['problem']> {
  const message = error instanceof Error ? error.message : String(error);
  return { message, remedy: error instanceof CoreError ? error.remedy : undefined };
}
