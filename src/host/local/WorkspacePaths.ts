import { lstat, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { CoreError } from '../../base/errors.ts';
import { errorCode } from '../../cache/atomicFile.ts';
import type { PathPolicy, PathPurpose } from '../session/PathPolicy.ts';

/** Most characters of a path: what every system takes. */
const mostCharacters = 4096;
/** Names that Windows keeps for devices, with any ending. */
const deviceNames = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\..*)?$/i;

/**
 * The paths that a client in a browser may use: files in given folders only, and links that lead there. Hidden files are refused, as are devices and pipes: a workspace may be a home folder, whose
 * `.bashrc` no page should write.
 */
export class WorkspacePaths implements PathPolicy {
  readonly roots: readonly [string, ...string[]];
  private readonly windows: boolean;

  private constructor(roots: readonly [string, ...string[]], windows: boolean) {
    this.roots = roots;
    this.windows = windows;
  }

  /** `folders` must be there; the first is the workspace, which relative paths start from. Throws what the system throws. */
  static async open(folders: readonly [string, ...string[]], platform = process.platform): Promise<WorkspacePaths> {
    const [workspace, ...others] = await Promise.all(folders.map((folder) => realpath(folder)));
    return new WorkspacePaths([workspace, ...others], platform === 'win32');
  }

  async allow(path: string, purpose: PathPurpose): Promise<string> {
    this.checkText(path);
    const wanted = resolve(this.roots[0], path);
    const real = await realPath(wanted).catch((error: unknown) => {
      throw this.stepsTo(wanted) === undefined ? this.outside(path) : error;
    });
    const steps = this.stepsTo(real);
    if (steps === undefined) throw this.outside(path);
    this.checkNames(path, steps.split(sep), purpose);
    await checkKind(path, real);
    return real;
  }

  /** The way from the first root that holds `path`. */
  private stepsTo(path: string): string | undefined {
    return this.roots.map((root) => relative(root, path)).find((way) => !leaves(way));
  }

  private checkText(path: string): void {
    if (path === '' || path.length > mostCharacters) throw refused(path, 'the path is empty or too long', SHORTEN);
    if (/[\0-\x1f\x7f]/.test(path)) throw refused(path, 'the path holds a control character', RENAME);
    if (/^[\\/]{2}/.test(path)) throw refused(path, 'the path leads to another machine or a device', this.move());
    // Past that of the drive: a stream beside the file's content.
    if (this.windows && path.includes(':', 2)) throw refused(path, 'the path holds a colon', RENAME);
  }

  private checkNames(path: string, names: readonly string[], purpose: PathPurpose): void {
    for (const name of names) {
      if (name.startsWith('.'))
        throw refused(path, `'${name}' is hidden`, 'Use files and folders that are not hidden.');
      // A file of such a name could not be handed on to Windows.
      if ((this.windows || purpose === 'write') && deviceNames.test(name))
        throw refused(path, `'${name}' is the name of a device`, RENAME);
      if (this.windows && /[. ]$/.test(name)) throw refused(path, `'${name}' ends in a dot or a space`, RENAME);
    }
  }

  private outside(path: string): CoreError {
    return refused(path, 'the file is outside the workspace', this.move());
  }

  private move(): string {
    return `Put it into ${this.roots[0]}, or start the program with its folder as the workspace.`;
  }
}

const RENAME = 'Rename it.';
const SHORTEN = 'Use a shorter path.';

function refused(file: string, message: string, remedy: string): CoreError {
  return new CoreError('usage', message, { file: file.slice(0, 200), remedy });
}

function leaves(way: string): boolean {
  return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way);
}

/** Returns the path that `path` resolves to: links of the part that exists are followed, and the rest is added. Throws for a link that leads nowhere. */
async function realPath(path: string): Promise<string> {
  const missing: string[] = [];
  for (let part = path; ; part = dirname(part)) {
    try {
      return join(await realpath(part), ...missing);
    } catch (error) {
      const code = errorCode(error);
      if ((code !== 'ENOENT' && code !== 'ENOTDIR') || dirname(part) === part) throw unreachable(path, code, error);
      if (await isLink(part)) throw refused(path, 'the path goes through a link that leads nowhere', RENAME);
      missing.unshift(basename(part));
    }
  }
}

async function isLink(path: string): Promise<boolean> {
  const info = await lstat(path).catch(() => undefined);
  return info?.isSymbolicLink() ?? false;
}

/** Throws for what is there and is neither file nor folder. */
async function checkKind(path: string, real: string): Promise<void> {
  const info = await stat(real).catch(() => undefined);
  if (info === undefined || info.isFile() || info.isDirectory()) return;
  throw refused(path, 'this is neither a file nor a folder', 'Name a file.');
}

function unreachable(path: string, code: string | undefined, cause: unknown): CoreError {
  const reason = code === 'ELOOP' ? 'its links lead in a circle' : (code ?? String(cause));
  return new CoreError('file-unreadable', `the path cannot be followed (${reason})`, {
    file: path.slice(0, 200),
    remedy: 'Check the path and the rights of its folders.',
    cause,
  });
}
