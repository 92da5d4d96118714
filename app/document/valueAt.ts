/** Path of a value inside a document: `['material', 'density']`. */
export type ValuePath = readonly (string | number)[];

/** The value at a path, or undefined where there is none. */
export function valueAt(root: unknown, path: ValuePath): unknown {
  let value = root;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value;
}

/** Sets the value at a path of a draft; the objects on the way are there. */
export function setValueAt(root: object, path: ValuePath, value: unknown): void {
  const parent = valueAt(root, path.slice(0, -1)) as Record<string | number, unknown> | undefined;
  const name = path.at(-1);
  if (parent === undefined || name === undefined) throw new Error(`there is no ${path.join('.')} to set`);
  if (value === undefined) Reflect.deleteProperty(parent, name);
  else parent[name] = value;
}
