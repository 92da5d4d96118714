import { CoreError } from '../../src/base/errors.ts';
import type { RequestResult } from '../../src/protocol/requests.ts';
import type { Scene } from '../../src/scene/Scene.ts';

export interface SceneSyncOptions {
  /** The document as it is now; undefined while none is open. */
  scene(): Scene | undefined;
  /** False while there is no host: edits wait for the next one. */
  connected(): boolean;
  send(scene: Scene): Promise<RequestResult<'applyScene'>>;
  /** The host took the document. */
  applied(result: RequestResult<'applyScene'>): void;
  /** The host did not take `scene`. */
  refused(error: CoreError, scene: Scene): void;
}

/** Milliseconds between two sendings at least: 30 a second while a slider is dragged. */
const INTERVAL = 33;

/** Sends the document to the host as it changes: one sending at a time, the newest wins, edits between two are never sent. */
export class SceneSync {
  private readonly options: SceneSyncOptions;
  /** The last document that the host answered for, and its refusal. */
  private answered: Scene | undefined;
  private refusal: CoreError | undefined;
  private sending: Promise<void> | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private lastSent = -Infinity;

  constructor(options: SceneSyncOptions) {
    this.options = options;
  }

  /** The host has this document, because it read it itself. */
  reset(scene: Scene | undefined): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.answered = scene;
    this.refusal = undefined;
  }

  /** The document may have changed, or a host is there again: never waits, never throws. */
  schedule(): void {
    if (this.sending !== undefined || this.timer !== undefined || !this.behind()) return;
    const rest = Math.max(0, INTERVAL - (performance.now() - this.lastSent));
    this.timer = setTimeout(() => {
      this.timer = undefined;
      if (this.sending === undefined && this.behind()) void this.sendNow();
    }, rest);
  }

  /** Resolves once the host has the document as it is now. Throws its refusal, or `internal` while there is no host. */
  async flush(): Promise<void> {
    while (this.options.scene() !== this.answered) {
      if (this.sending !== undefined) await this.sending;
      else if (this.options.connected()) await this.sendNow();
      else
        throw new CoreError('internal', 'the simulation process is not running', { remedy: 'Try again in a moment.' });
    }
    if (this.refusal !== undefined) throw this.refusal;
  }

  private behind(): boolean {
    const scene = this.options.scene();
    return scene !== undefined && scene !== this.answered && this.options.connected();
  }

  private sendNow(): Promise<void> {
    const scene = this.options.scene()!;
    this.lastSent = performance.now();
    this.sending = this.exchange(scene).finally(() => {
      this.sending = undefined;
      this.schedule();
    });
    return this.sending;
  }

  private async exchange(scene: Scene): Promise<void> {
    try {
      const result = await this.options.send(scene);
      this.answer(scene, undefined);
      this.options.applied(result);
    } catch (error) {
      // A lost host answers nothing: the next one gets the document.
      if (!this.options.connected()) return;
      const refusal = error instanceof CoreError ? error : new CoreError('internal', String(error));
      this.answer(scene, refusal);
      this.options.refused(refusal, scene);
    }
  }

  private answer(scene: Scene, refusal: CoreError | undefined): void {
    this.answered = scene;
    this.refusal = refusal;
  }
}
