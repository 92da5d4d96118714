import type { CoreError } from '../../src/base/errors.ts';
import type { HostClient } from '../../src/protocol/HostClient.ts';
import type { JobResult } from '../../src/protocol/notifications.ts';
import type { JobKind, RequestInput, RequestResult } from '../../src/protocol/requests.ts';
import type { Scene } from '../../src/scene/Scene.ts';
import { describePlace } from '../document/describePlace.ts';
import { progressOf } from '../state/simulationPlan.ts';
import { FrameStates } from './FrameStates.ts';
import { JobTracker, type TrackedRange } from './JobTracker.ts';
import { SceneSync } from './SceneSync.ts';
import type { ShotControllerParts } from './ShotControllerParts.ts';
import { SimulationControl } from './SimulationControl.ts';

type Opened = RequestResult<'openShot'>;

/** Size of the pictures in the list of recent shots, pixels: three for one of the page, where they take 64 x 36. */
const THUMBNAIL = { width: 192, height: 108 };

/** Opens, saves and simulates: keeps the host's shot that of the document store, and the frames' states those of the host. */
export class ShotController {
  /** Starts, holds and ends simulations. */
  readonly simulation: SimulationControl;
  private readonly parts: ShotControllerParts;
  private readonly sync: SceneSync;
  private readonly states: FrameStates;
  private readonly tracker: JobTracker;
  /** Another shot is being opened: the old document must not reach it. */
  private opening = false;
  private knowsPreferences = false;

  constructor(parts: ShotControllerParts) {
    this.parts = parts;
    const { connection, document, frames, costs, view } = parts;
    this.tracker = new JobTracker(parts.jobs);
    this.sync = new SceneSync({
      scene: () => document.scene,
      connected: () => !this.opening && this.connected(),
      send: (scene) => connection.call('applyScene', { scene }),
      applied: (result) => this.applied(result),
      refused: (error, scene) => this.refused(error, scene),
    });
    this.states = new FrameStates({
      call: (name, params) => connection.call(name, params),
      scene: () => document.scene,
      quality: () => view.getState().quality,
      frames,
      costs,
      runs: (runs) => this.simulation.compared(runs),
    });
    this.simulation = new SimulationControl(parts, this.tracker, this.states, () => this.sync.flush());
    this.listen();
  }

  /** Opens a shot in place of the present one; edits that were never saved come back as one step of undo. Throws what the host throws. */
  async open(path: string): Promise<Opened> {
    await this.leave();
    this.opening = true;
    try {
      const opened = await this.parts.connection.call('openShot', { path });
      this.show(opened);
      return opened;
    } finally {
      this.opening = false;
      this.sync.schedule();
    }
  }

  /** Makes a shot from a template and opens it. */
  async create(request: RequestInput<'createShot'>): Promise<Opened> {
    const { path, warnings } = await this.parts.connection.call('createShot', request);
    const opened = await this.open(path);
    // What is doubtful about the mesh is told of the solid that is made of it.
    const solid = opened.scene.entities.find((entity) => 'source' in entity && entity.source.kind === 'file');
    const name = solid === undefined ? '' : `${solid.name || solid.id}: `;
    for (const warning of warnings) this.parts.log.warn(`${name}${warning}`, { entity: solid?.id });
    return opened;
  }

  /** Writes the document to its file, or to `path`, under which it then goes on. Throws `file-exists` where `replace` is not said. */
  async save(options: { path?: string; replace?: boolean; collect?: boolean } = {}): Promise<void> {
    const { connection, document, program, log } = this.parts;
    await this.sync.flush();
    const sent = document.scene;
    if (sent === undefined) return;
    const saved = await connection.call('saveShot', options);
    document.markSaved(saved.path, sent, saved.scene);
    if (!document.dirty) this.sync.reset(document.scene);
    this.sync.schedule();
    program.setState({ warnings: saved.warnings, missing: saved.missing, cacheFolder: saved.cacheFolder });
    if (options.path !== undefined || options.collect === true) log.info(`Saved ${saved.path}`, { toast: true });
    this.states.refresh();
    void this.rememberLooks();
  }

  /** Back to the start page. Edits that were not saved wait in the journal. */
  async close(): Promise<void> {
    const { connection, document } = this.parts;
    await this.leave();
    document.close();
    this.forget();
    if (this.connected()) await connection.call('closeShot', {});
  }

  /** The document that the host has is the one on the screen. Throws why it refused it. */
  flush(): Promise<void> {
    return this.sync.flush();
  }

  /** Follows a job that a request started, in the jobs store. Resolves with what it gave; rejects with why it did not. */
  async runJob(kind: JobKind, started: Promise<{ jobId: string }>, range?: TrackedRange): Promise<JobResult> {
    const { jobId } = await started;
    return this.tracker.track(jobId, kind, range);
  }

  /** Starts a simulation of frames first..last (all where left out) at the chosen quality; frames from `priorityFrame` on come first. */
  simulate(range?: { first: number; last: number; priorityFrame?: number }): Promise<string> {
    return this.simulation.start(range);
  }

  /** Why the frame is not that of the document as it is now. */
  async whyStale(frame: number): Promise<RequestResult<'whyStale'>['stale']> {
    const { connection, view } = this.parts;
    await this.sync.flush();
    return (await connection.call('whyStale', { quality: view.getState().quality, frame })).stale;
  }

  /** The last edits of the open shot reach its journal, and its picture the start page, before another takes its place. */
  private async leave(): Promise<void> {
    if (this.parts.document.scene === undefined || !this.connected()) return;
    await this.rememberLooks();
    await this.sync.flush().catch(() => undefined);
  }

  private connected(): boolean {
    return this.parts.program.getState().connection.kind === 'connected';
  }

  private listen(): void {
    const { connection, document, program, view, log } = this.parts;
    connection.onConnected((client) => this.setUp(client));
    connection.on('jobProgress', (params) => void this.tracker.receive(['jobProgress', params]));
    connection.on('frameDone', (params) => {
      this.tracker.receive(['frameDone', params]);
      this.simulation.frameDone(params);
    });
    connection.on('jobEnded', (params) => {
      const { simulation } = this.parts.jobs.getState();
      this.tracker.receive(['jobEnded', params]);
      if (params.jobId === simulation) void this.rememberLooks();
    });
    connection.on('framesChanged', () => this.states.refresh());
    connection.on('warning', ({ message }) => log.warn(message));
    document.store.subscribe(() => this.sync.schedule());
    program.subscribe((now, before) => {
      if (now.connection !== before.connection) this.connectionChanged();
    });
    view.subscribe((now, before) => {
      if (now.quality !== before.quality) this.states.restart();
    });
  }

  /** A host is there, the first or another one: it gets the document before anybody may call it. */
  private async setUp(client: HostClient): Promise<void> {
    const { program, preferences, document, log } = this.parts;
    program.setState({ catalogue: await client.call('catalogue', {}) });
    if (!this.knowsPreferences) preferences.load((await client.call('preferences', {})).value);
    this.knowsPreferences = true;
    const { open } = document.store.getState();
    if (open === undefined) return;
    try {
      const { scene, path, running } = await client.call('openShot', { path: open.path });
      // Another object than the document: it is sent as soon as the connection stands.
      this.sync.reset(scene);
      if (running.length > 0) this.simulation.opened(path, running);
    } catch (error) {
      log.error('could not open the shot again', error);
    }
  }

  private connectionChanged(): void {
    const { connection } = this.parts.program.getState();
    if (connection.kind === 'connected') {
      this.sync.schedule();
      this.states.refresh();
    } else if (connection.kind === 'lost') {
      this.tracker.loseAll(connection.reason);
    }
  }

  private show(opened: Opened): void {
    const { document, program, selection, log } = this.parts;
    const { path, scene, recovered, warnings, missing, cacheFolder, running } = opened;
    this.forget();
    program.setState({ warnings, missing, cacheFolder });
    this.showRange(scene.range);
    this.sync.reset(scene);
    selection.setState({ ids: [] });
    document.load(path, scene);
    if (recovered !== undefined) {
      document.replace('restore unsaved edits', recovered.scene);
      log.info(`Restored the unsaved edits of ${scene.name || 'the shot'}.`, {
        remedy: 'Undo shows the shot as it was saved; redo brings the edits back.',
        action: { label: 'Undo', command: 'edit.undo', scene: document.scene },
        toast: true,
      });
    }
    for (const warning of warnings) log.warn(warning);
    for (const { entity, path: file, refusal } of missing) {
      log.warn(refusal === undefined ? `The mesh file ${file} is missing.` : `${file}: ${refusal.message}.`, {
        entity,
        remedy: `${refusal?.remedy ?? 'Put it back, or locate it.'} Nothing can be simulated until then.`,
        action: { label: 'Locate…', command: 'file.locateMesh' },
      });
    }
    this.simulation.opened(path, running);
    this.states.refresh();
  }

  private showRange({ first, last }: { first: number; last: number }): void {
    this.parts.timeline.setState({
      frame: first,
      playing: false,
      viewFirst: first,
      viewLast: last,
      inFrame: undefined,
      outFrame: undefined,
    });
  }

  /** Whatever belonged to the shot before. */
  private forget(): void {
    const { program, costs, view } = this.parts;
    this.tracker.clear();
    this.states.clear();
    this.sync.reset(undefined);
    costs.setState({ samples: {} });
    program.setState({ refusal: undefined, warnings: [], missing: [], journaledAt: undefined, cacheFolder: undefined });
    view.setState({ isolated: undefined, compare: undefined, solo: [], task: 'none' });
  }

  private applied({ warnings, missing }: RequestResult<'applyScene'>): void {
    this.parts.program.setState({ refusal: undefined, warnings, missing, journaledAt: performance.now() / 1000 });
    this.states.refresh();
  }

  private refused({ message, place, remedy }: CoreError, scene: Scene): void {
    const { program, log } = this.parts;
    if (program.getState().refusal?.message !== message) {
      const where = place === undefined ? '' : `${describePlace(place, scene)}: `;
      log.warn(`This edit cannot be simulated: ${where}${message}`, {
        remedy: remedy ?? 'Change or undo it. The document keeps it until then.',
        action: { label: 'Undo', command: 'edit.undo', scene },
      });
    }
    program.setState({ refusal: { message, place, remedy } });
  }

  /** What the start page shows of the shot: how far it is simulated and, where the viewport can make one, a picture. */
  private async rememberLooks(): Promise<void> {
    const { connection, panelActions, frames, view } = this.parts;
    const progress = progressOf(frames.getState().cells, view.getState().quality);
    try {
      if (progress !== undefined) await connection.call('storeProgress', { progress });
      const png = await panelActions.get('thumbnail')?.(THUMBNAIL.width, THUMBNAIL.height);
      if (png !== undefined) await connection.call('storeThumbnail', { png });
    } catch {
      // A start page without the picture is no reason to disturb.
    }
  }
}
