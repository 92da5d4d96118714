import { createStore } from 'zustand/vanilla';
import { CoreError } from '../../../src/base/errors.ts';
import type { MeshReport } from '../../../src/protocol/requests/meshes.ts';
import type { DisplayStatics } from '../../state/DisplayStatics.ts';
import type { Connection } from '../../client/Connection.ts';
import type { LatestJob } from '../shapes/LatestJob.ts';
import type { ShapeDecoder } from '../shapes/ShapeDecoder.ts';
import { fileProblem, type FileProblem } from '../fileProblem.ts';

export interface InspectionState {
  /** What is under way; `fraction` of an upload. */
  readonly busy: { readonly what: 'upload' | 'inspect' | 'repair'; readonly fraction: number } | undefined;
  /** Name of the file, without its folder. */
  readonly name: string | undefined;
  readonly report: MeshReport | undefined;
  /** What looking at it took, s: a repair looks again and takes about as long. */
  readonly seconds: number | undefined;
  readonly statics: DisplayStatics | undefined;
  /** Why the file could not be read or repaired. */
  readonly problem: FileProblem | undefined;
}

export interface MeshInspectionParts {
  readonly connection: Pick<Connection, 'call'>;
  readonly job: LatestJob;
  readonly decoder: Pick<ShapeDecoder, 'prepare'>;
  /** Returns the path at which the host finds a dropped file; uploads it where need be. May throw out of `progress` to end it. */
  locate(file: File, progress: (fraction: number) => void): Promise<string>;
}

const NOTHING: InspectionState = {
  busy: undefined,
  name: undefined,
  report: undefined,
  seconds: undefined,
  statics: undefined,
  problem: undefined,
};

/** The file that is being imported: brings it to the host, has it looked at and repaired. The newest wish wins. */
export class MeshInspection {
  readonly store = createStore<InspectionState>(() => NOTHING);
  private readonly parts: MeshInspectionParts;
  private generation = 0;

  constructor(parts: MeshInspectionParts) {
    this.parts = parts;
  }

  /** Begins with another file: a path on the host's machine, or one that was dropped. */
  async open(source: string | File): Promise<void> {
    const generation = this.begin();
    const name = typeof source === 'string' ? fileName(source) : source.name;
    this.store.setState({ ...NOTHING, name, busy: { what: 'inspect', fraction: 0 } });
    await this.guarded(generation, async () => {
      const path = typeof source === 'string' ? source : await this.bring(source, generation);
      if (generation === this.generation) await this.examine(path, generation);
    });
  }

  /** Writes a repaired copy and goes on with that. */
  async repair(repairs: readonly string[]): Promise<void> {
    const { report } = this.store.getState();
    if (report === undefined) return;
    const generation = this.begin();
    this.store.setState({ busy: { what: 'repair', fraction: 0 }, problem: undefined });
    await this.guarded(generation, async () => {
      const { connection, job } = this.parts;
      const result = await job.start('repair', () =>
        connection.call('repairMesh', { path: report.path, repairs: [...repairs] }),
      );
      if (result?.kind === 'repair') await this.take(result.report, generation);
    });
  }

  /** Ends what is under way; a report that was there stays. */
  cancel(): void {
    this.begin();
    this.store.setState({ busy: undefined });
  }

  private begin(): number {
    this.parts.job.cancel();
    return ++this.generation;
  }

  private async bring(file: File, generation: number): Promise<string> {
    this.store.setState({ busy: { what: 'upload', fraction: 0 } });
    return this.parts.locate(file, (fraction) => {
      if (generation !== this.generation) throw new CoreError('cancelled', 'the upload was cancelled');
      this.store.setState({ busy: { what: 'upload', fraction } });
    });
  }

  private async examine(path: string, generation: number): Promise<void> {
    this.store.setState({ busy: { what: 'inspect', fraction: 0 } });
    const { connection, job } = this.parts;
    const start = performance.now();
    const result = await job.start('inspect', () => connection.call('inspectMesh', { path }));
    if (generation === this.generation) this.store.setState({ seconds: (performance.now() - start) / 1000 });
    if (result?.kind === 'inspect') await this.take(result.report, generation);
    else if (generation === this.generation) this.store.setState({ busy: undefined });
  }

  private async take(report: MeshReport, generation: number): Promise<void> {
    // The decoder takes the bytes away.
    const statics = await this.parts.decoder.prepare(report.surface.slice());
    if (generation !== this.generation) return;
    this.store.setState({ name: fileName(report.path), report, statics, busy: undefined, problem: undefined });
  }

  private async guarded(generation: number, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (generation === this.generation) this.store.setState({ busy: undefined, problem: fileProblem(error) });
    }
  }
}

/** The last part of a path of either kind of machine. */
export function fileName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}
