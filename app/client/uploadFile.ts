import type { Connection } from './Connection.ts';

/** Bytes of one piece: the host takes up to 8 MiB. */
const PIECE = 4 * 1024 * 1024;

/** Sends a dropped file to the host piece by piece. Gives its path there. `progress` is told the share that has arrived. */
export async function uploadFile(
  connection: Pick<Connection, 'call'>,
  file: Pick<File, 'name' | 'size' | 'slice'>,
  progress: (fraction: number) => void = () => undefined,
): Promise<string> {
  const upload = crypto.randomUUID();
  for (let offset = 0; ; offset += PIECE) {
    const bytes = new Uint8Array(await file.slice(offset, offset + PIECE).arrayBuffer());
    const last = offset + PIECE >= file.size;
    const { path } = await connection.call('uploadFile', { upload, name: file.name, offset, bytes, last });
    progress(Math.min(1, (offset + PIECE) / Math.max(1, file.size)));
    if (last && path !== undefined) return path;
    if (last) throw new Error(`the simulation process did not store ${file.name}`);
  }
}
