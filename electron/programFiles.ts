import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface ProgramFiles {
  readonly preload: string;
  /** The script of the simulation process. */
  readonly host: string;
  /** The folder of the editor's page. */
  readonly page: string;
  /** Sample shots and meshes. */
  readonly samples: string;
}

/**
 * Paths of the parts of the built program, relative to `dist/electron/main.js`. In a packed program main, preload and page are read from
 * `app.asar`, whose integrity Electron checks; the simulation process is unpacked beside it, because its threads start scripts of their own.
 */
export function programFiles(mainUrl: string): ProgramFiles {
  const electron = dirname(fileURLToPath(mainUrl));
  const root = join(electron, '..', '..');
  const unpacked = root.replace(new RegExp(`app\\.asar(?=$|\\${sep})`), 'app.asar.unpacked');
  return {
    preload: join(electron, 'preload.cjs'),
    host: join(unpacked, 'dist', 'electron', 'host.js'),
    page: join(root, 'dist', 'app'),
    samples: join(unpacked, 'assets'),
  };
}
