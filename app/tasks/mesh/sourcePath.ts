import type { Solid } from '../../../src/scene/kinds/solid.ts';
import { joinPath } from '../../commands/joinPath.ts';

/** Absolute path of the file that a solid is made of, on the host's machine; undefined for a form. */
export function sourcePath({ source }: Pick<Solid, 'source'>, shotPath: string): string | undefined {
  if (source.kind !== 'file') return undefined;
  const { path } = source;
  if (/^([A-Za-z]:)?[\\/]/.test(path)) return path;
  return joinPath(shotPath.replace(/[\\/][^\\/]*$/, ''), path);
}
