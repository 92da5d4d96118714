import { createStore } from 'zustand/vanilla';
import type { RequestResult } from '../../../src/protocol/requests.ts';
import type { Connection } from '../../client/Connection.ts';
import { fileProblem, type FileProblem } from '../fileProblem.ts';
import { fileName } from '../import/MeshInspection.ts';

/** A mesh of a file at the times that the player shows. */
export interface ReadAnimation {
  readonly report: RequestResult<'readAnimation'>['report'];
  /** The mesh that was read. */
  readonly object: string;
  /** s. */
  readonly times: readonly number[];
  /** Vertices and triangles at each time, where the triangles change. */
  readonly counts?: readonly { readonly vertices: number; readonly triangles: number }[];
  /** Three vertices per triangle, the same at all times, or one time after the other where they change. */
  readonly triangles: Uint32Array;
  /** xyz per vertex, one time after the other, in the file's unit and axes. */
  readonly positions: Float32Array;
}

/** The mesh at one of the times that were read, by their number. */
export function meshAt(
  { times, counts, triangles, positions }: Pick<ReadAnimation, 'times' | 'counts' | 'triangles' | 'positions'>,
  at: number,
): { readonly positions: Float32Array; readonly triangles: Uint32Array } {
  if (counts === undefined) {
    const length = positions.length / times.length;
    return { positions: positions.subarray(at * length, (at + 1) * length), triangles };
  }
  const before = counts.slice(0, at);
  const vertex = 3 * before.reduce((sum, { vertices }) => sum + vertices, 0);
  const corner = 3 * before.reduce((sum, { triangles: count }) => sum + count, 0);
  const { vertices, triangles: count } = counts[at];
  return {
    positions: positions.subarray(vertex, vertex + 3 * vertices),
    triangles: triangles.subarray(corner, corner + 3 * count),
  };
}

/** What of the file is to be read. */
export interface ReadingChoice {
  readonly object?: string;
  readonly framesPerSecond?: number;
  readonly clip?: string;
}

interface ReadingState {
  /** Name of the file, without its folder. */
  readonly name: string | undefined;
  readonly busy: boolean;
  readonly read: ReadAnimation | undefined;
  readonly problem: FileProblem | undefined;
}

/** The file of animated geometry that is being imported. The newest wish wins. */
export class AnimationReading {
  readonly store = createStore<ReadingState>(() => ({
    name: undefined,
    busy: false,
    read: undefined,
    problem: undefined,
  }));
  private readonly connection: Pick<Connection, 'call'>;
  private readonly locate: (file: File) => Promise<string>;
  private path: string | undefined;
  private generation = 0;

  /** `locate`: gives the path at which the host finds a dropped file. */
  constructor(connection: Pick<Connection, 'call'>, locate: (file: File) => Promise<string>) {
    this.connection = connection;
    this.locate = locate;
  }

  /** Begins with another file: a path on the host's machine, or one that was dropped. */
  async open(source: string | File): Promise<void> {
    const generation = ++this.generation;
    const name = typeof source === 'string' ? fileName(source) : source.name;
    this.store.setState({ name, busy: true, read: undefined, problem: undefined });
    try {
      this.path = typeof source === 'string' ? source : await this.locate(source);
    } catch (error) {
      if (generation === this.generation) this.store.setState({ busy: false, problem: fileProblem(error) });
      return;
    }
    if (generation === this.generation) await this.choose({});
  }

  /** Reads another mesh or another animation of the file. */
  async choose(choice: ReadingChoice): Promise<void> {
    const { path } = this;
    if (path === undefined) return;
    const generation = ++this.generation;
    this.store.setState({ busy: true, problem: undefined });
    try {
      const { triangles, positions, ...read } = await this.connection.call('readAnimation', { path, ...choice });
      if (generation !== this.generation) return;
      this.store.setState({
        busy: false,
        read: {
          ...read,
          triangles: Uint32Array.from(numbers(triangles, Uint32Array)),
          positions: Float32Array.from(numbers(positions, Float32Array)),
        },
      });
    } catch (error) {
      if (generation === this.generation) this.store.setState({ busy: false, problem: fileProblem(error) });
    }
  }

  /** Forgets what is under way. */
  close(): void {
    this.generation++;
  }
}

/** A view of bytes that may begin anywhere in their buffer. */
function numbers<A>(bytes: Uint8Array, kind: new (buffer: ArrayBuffer) => A): A {
  return new kind(bytes.slice().buffer);
}
