import type { DocumentChange } from '../base/failure.ts';
import { CoreError } from '../base/errors.ts';
import type { Scene } from './Scene.ts';

/**
 * The scene with values set at paths such as `entities.<id>.material.dampingTime` or `quality.draft.maxSubsteps`: entities go by their id, other members by
 * their names. Only what lies on a path is copied. Throws `document-invalid` for an entity or member on the way that is not there; the
 * result is to be validated, which tells members that nothing has.
 */
export function applyChanges(scene: Scene, changes: readonly DocumentChange[]): Scene {
  return changes.reduce((changed, { path, value }) => withValue(changed, path.split('.'), value, path) as Scene, scene);
}

function withValue(target: unknown, [member, ...rest]: string[], value: unknown, path: string): unknown {
  if (typeof target !== 'object' || target === null) throw nothingThere(path);
  if (Array.isArray(target)) {
    const items = target as readonly unknown[];
    const index = items.findIndex((item) => (item as { id?: unknown } | null)?.id === member);
    if (index < 0) throw nothingThere(path);
    return items.map((item, k) =>
      k !== index ? item : rest.length === 0 ? value : withValue(item, rest, value, path),
    );
  }
  // The last member may have been left out of the document.
  if (rest.length > 0 && !Object.hasOwn(target, member)) throw nothingThere(path);
  const record = target as Record<string, unknown>;
  return { ...record, [member]: rest.length === 0 ? value : withValue(record[member], rest, value, path) };
}

function nothingThere(path: string): CoreError {
  return new CoreError('document-invalid', `the shot has no '${path}'`, { place: path });
}
