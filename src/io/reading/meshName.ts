/** Returns the name of a mesh from its file: the last part of the path without its extension (`a/bunny.ply.gz` is `bunny`). */
export function meshName(path: string): string {
  const file = path.split(/[\\/]/).pop() ?? path;
  const name = file.replace(/\.gz$/i, '').replace(/\.[^.]*$/, '');
  return name === '' ? 'mesh' : name;
}
