import { mkdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CoreError } from '../../base/errors.ts';

export const usage = `Serves the editor to a browser on this machine.

  npm start -- [FOLDER | SHOT.ductile] [options]

  FOLDER             the workspace: shots and meshes in it can be opened (default: DUCTILE_WORKSPACE, else ~/Ductile)
  SHOT.ductile       opens this shot; the files of its folder can be opened, too
  --workspace FOLDER the workspace, beside a shot
  --port NUMBER      the port on 127.0.0.1 (default: any free one)
  --no-open          print the address only
  --no-samples       make no frames of sample shots in the background
  --json             print one object per line
  --help             this text
`;

export interface LocalHostOptions {
  readonly help: boolean;
  readonly json: boolean;
  readonly open: boolean;
  /** Frames of sample shots are made in the background. */
  readonly samples: boolean;
  readonly port: number;
  readonly target: string | undefined;
  readonly workspace: string | undefined;
}

export interface LocalHostFolders {
  readonly roots: readonly [string, ...string[]];
  /** The shot to begin with. */
  readonly shot: string | undefined;
}

/** Throws `usage`. */
export function parseLocalHostOptions(argv: readonly string[]): LocalHostOptions {
  const { values, positionals } = parse(argv);
  const port = Number(values.port ?? '0');
  if (!/^\d+$/.test(values.port ?? '0') || port > 65535)
    throw wrong(`'${values.port ?? ''}' is no port: a number from 0 to 65535 is expected`);
  if (positionals.length > 1) throw wrong('more than one folder or shot is named');
  return {
    help: values.help ?? false,
    json: values.json ?? false,
    open: !(values['no-open'] ?? false),
    samples: !(values['no-samples'] ?? false),
    port,
    target: positionals[0],
    workspace: values.workspace,
  };
}

/**
 * The folders whose files a page may name. The default workspace is made where it is missing. Throws `file-missing` for a named file or folder
 * that is not there, and `file-unwritable`.
 */
export async function findFolders(
  { target, workspace }: Pick<LocalHostOptions, 'target' | 'workspace'>,
  environment: NodeJS.ProcessEnv,
): Promise<LocalHostFolders> {
  const path = target === undefined ? undefined : resolve(target);
  const isFolder = path !== undefined && (await kindOf(path)) === 'folder';
  if (isFolder && workspace === undefined) return { roots: [path], shot: undefined };
  const root = workspace === undefined ? await defaultWorkspace(environment) : await namedWorkspace(workspace);
  if (path === undefined) return { roots: [root], shot: undefined };
  return isFolder ? { roots: [root, path], shot: undefined } : { roots: [root, dirname(path)], shot: path };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        workspace: { type: 'string' },
        port: { type: 'string' },
        'no-open': { type: 'boolean' },
        'no-samples': { type: 'boolean' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : String(error));
  }
}

async function defaultWorkspace(environment: NodeJS.ProcessEnv): Promise<string> {
  const named = environment['DUCTILE_WORKSPACE'];
  const folder = named !== undefined && named !== '' ? resolve(named) : join(homedir(), 'Ductile');
  try {
    await mkdir(folder, { recursive: true });
    return folder;
  } catch (cause) {
    throw new CoreError('file-unwritable', 'the workspace cannot be made', {
      file: folder,
      remedy: 'Name another folder with --workspace.',
      cause,
    });
  }
}

async function namedWorkspace(folder: string): Promise<string> {
  const path = resolve(folder);
  if ((await kindOf(path)) === 'folder') return path;
  throw wrong(`${path} is no folder`);
}

async function kindOf(path: string): Promise<'folder' | 'file'> {
  const info = await stat(path).catch((cause: unknown) => {
    throw new CoreError('file-missing', 'there is no such file or folder', {
      file: path,
      remedy: 'Check the path.',
      cause,
    });
  });
  return info.isDirectory() ? 'folder' : 'file';
}

function wrong(message: string): CoreError {
  return new CoreError('usage', message, { remedy: 'See --help.' });
}
