/** What a mesh is called after its file: the last part of the path without its ending (`a/bunny.ply.gz` is `bunny`). */
export function meshName(path: string): string {
  const file = path.split(/[\\/]/).pop() ?? path;
  const name = file.replace(/\.gz$/i, '').replace(/\.[^.]*$/, '');
  return name === '' ? 'mesh' : name;
}
