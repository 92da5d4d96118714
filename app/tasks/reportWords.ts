/** What the checks of a written file are called, in an artist's words; the others as they are. */
const NAMES: Readonly<Record<string, string>> = {
  objects: 'Number of objects',
  'transform node': 'Objects by name',
  shape: 'Meshes by name',
  'sample times': 'Time of each frame',
  'vertex count': 'Vertices',
  'face count': 'Faces',
  positions: 'Where vertices are',
  polygons: 'Corners of each face',
  'polygon corners': 'Order of corners',
  velocities: 'Velocities, for motion blur',
  bounds: 'Bounding boxes',
  'face sets': 'Groups of faces',
  'faces of face sets': 'Faces of each group',
  uvs: 'UVs',
  ids: 'Ids of points',
  widths: 'Widths of points',
  'volume positions': 'Where inner vertices are',
  'cells that are missing': 'No element is missing',
  'cells that are too many': 'No element is too many',
};

export function checkName(name: string): string {
  return NAMES[name] ?? name.charAt(0).toUpperCase() + name.slice(1);
}

/** What a check found, in a word or two where it found nothing wrong. */
export function checkResult(detail: string): string {
  if (detail.startsWith('equal (')) return 'the same';
  if (detail.startsWith('largest difference ')) return 'the same, to rounding';
  return detail;
}

/** The name of a file and the end of the way to its folder: `…/workspace/export`. */
export function shortPlace(path: string): { readonly name: string; readonly folder: string } {
  const steps = path.split(/[\\/]/);
  const name = steps.pop()!;
  const folder = steps.length > FOLDERS ? ['…', ...steps.slice(-FOLDERS)] : steps;
  return { name, folder: folder.join('/') };
}

/** A file with the folder that it is in: `…/export/shot.abc`. All of it where there is no more. */
export function endOfPath(path: string): string {
  const steps = path.split(/[\\/]/);
  return steps.length > 2 ? ['…', ...steps.slice(-2)].join('/') : path;
}

/** Folders that are named before a file. */
const FOLDERS = 2;
