import { CoreError } from '../../../src/base/errors.ts';
import type { QualityName, Scene, Entity } from '../../../src/scene/Scene.ts';
import type { DocumentStore } from '../../document/documentStore.ts';
import type { FramesStore } from '../../state/framesStore.ts';
import type { ViewStore } from '../../state/viewStore.ts';
import type { Connection } from '../Connection.ts';
import type { DisplayStatics } from '../../state/DisplayStatics.ts';
import { counted } from '../../../src/scene/counted.ts';
import { derivingSettings } from '../../../src/scene/derivingSettings.ts';
import { eachProperty } from '../../../src/scene/eachProperty.ts';
import { entitySchema } from '../../../src/scene/kindRegistry.ts';
import { hasGeometry, staticsInputs } from '../../../src/scene/shotInputs.ts';

export interface StaticsKeeperParts {
  readonly connection: Pick<Connection, 'call'>;
  readonly document: DocumentStore;
  readonly frames: FramesStore;
  readonly view: ViewStore;
  readonly take: string | undefined;
  prepare(bytes: Uint8Array): Promise<DisplayStatics>;
  /** `scene`: the document as it was when they were asked for. */
  replaced(statics: DisplayStatics, scene: Scene): void;
  failed(error: unknown): void;
}

/** ms after an edit until the host has it for certain, where no change of the frames' states told so. */
const SETTLE_DELAY = 1500;
/** ms until a lost connection is tried again, and how often before it is told. */
const RETRY_DELAY = 500;
const SILENT_RETRIES = 10;

/**
 * Asks for the statics of the shot: when one is opened, and again when an edit, another take or another quality changes the shapes. One
 * request at a time; the newest wish wins.
 */
export class StaticsKeeper {
  private readonly parts: StaticsKeeperParts;
  private readonly unsubscribe: (() => void)[];
  /** What the statics were made from that are shown or on their way. */
  private key: string | undefined;
  private underWay = false;
  private waitingSince: Scene | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private generation = 0;
  private retries = 0;

  constructor(parts: StaticsKeeperParts) {
    this.parts = parts;
    this.unsubscribe = [
      parts.document.store.subscribe((state, before) => this.follow(state.open?.scene, before.open?.scene)),
      parts.frames.subscribe((state, before) => {
        if (state.cells !== before.cells && this.waitingSince !== undefined) this.ask();
      }),
      parts.view.subscribe((state, before) => {
        if (state.quality !== before.quality) this.ask();
      }),
    ];
    if (parts.document.scene !== undefined) this.ask();
  }

  dispose(): void {
    for (const end of this.unsubscribe) end();
    clearTimeout(this.timer);
    this.generation++;
  }

  private follow(scene: Scene | undefined, before: Scene | undefined): void {
    if (scene === before) return;
    if (scene === undefined || before === undefined || scene.project !== before.project) {
      this.key = undefined;
      this.generation++;
      this.underWay = false;
      if (scene !== undefined) this.ask();
      return;
    }
    if (this.wanted() === this.key) return;
    // The host learns of the edit through another request: it is asked once the states of frames say that it has it, or after a while.
    this.waitingSince = scene;
    this.later(SETTLE_DELAY);
  }

  private wanted(): string | undefined {
    const { document, view } = this.parts;
    const { scene } = document;
    return scene === undefined ? undefined : geometryKey(scene, this.quality(view));
  }

  private quality(view: ViewStore): QualityName {
    return view.getState().quality;
  }

  private later(delay: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), delay);
  }

  private ask(): void {
    clearTimeout(this.timer);
    this.waitingSince = undefined;
    const key = this.wanted();
    if (key === undefined || key === this.key || this.underWay) return;
    this.key = key;
    this.underWay = true;
    void this.fetch(this.parts.document.scene!, this.generation);
  }

  private async fetch(scene: Scene, generation: number): Promise<void> {
    const { connection, view, take } = this.parts;
    try {
      const { bytes } = await connection.call('statics', { quality: this.quality(view), take });
      const statics = await this.parts.prepare(bytes);
      if (generation === this.generation) {
        this.retries = 0;
        this.parts.replaced(statics, scene);
      }
    } catch (error) {
      if (generation === this.generation) this.fail(error);
    }
    if (generation !== this.generation) return;
    this.underWay = false;
    // Edited meanwhile.
    if (this.key !== undefined && this.wanted() !== this.key) this.later(0);
  }

  private fail(error: unknown): void {
    if (error instanceof CoreError && error.code === 'internal') {
      this.key = undefined;
      this.later(RETRY_DELAY);
      if (++this.retries === SILENT_RETRIES) this.parts.failed(error);
    } else this.parts.failed(error);
  }
}

/** Names what the statics of a shot are made from: they are asked for again when it changes. */
function geometryKey(scene: Scene, quality: QualityName): string {
  const shaped = scene.entities.filter((entity) => entity.enabled && hasGeometry(entity));
  return JSON.stringify([
    scene.project,
    scene.take.id,
    quality,
    staticsInputs(scene, quality),
    shaped.map(choicesOf),
    shaped.flatMap(filesOf),
  ]);
}

/** What is chosen of an entity, without numbers: which attributes its streams have follows from it. */
function choicesOf(entity: Entity): string {
  const constants = counted(entitySchema, entity, { constants: true, curve: () => 0 });
  return JSON.stringify({ constants, ...derivingSettings(entity) }, (_name, value: unknown) => {
    if (typeof value === 'number') return 0;
    return Array.isArray(value) ? value.length > 0 : value;
  });
}

/** Paths count beside contents, so that a file that was missing is looked for where it is now. */
function filesOf(entity: Entity): unknown[] {
  return [...eachProperty(entitySchema, entity)].filter(({ marks }) => marks.file === true).map(({ value }) => value);
}
