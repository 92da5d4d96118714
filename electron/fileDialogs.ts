import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import { dialog, type BrowserWindow, type FileFilter } from 'electron';

const SHOTS: FileFilter = { name: 'Ductile shots', extensions: ['ductile'] };
const ALL_FILES: FileFilter = { name: 'All files', extensions: ['*'] };

/** Asks for a shot to open. */
export async function chooseShot(window: BrowserWindow): Promise<string | undefined> {
  const { filePaths } = await dialog.showOpenDialog(window, {
    title: 'Open a shot',
    properties: ['openFile'],
    filters: [SHOTS, ALL_FILES],
  });
  return filePaths[0];
}

/** Asks for meshes to import. `extensions` may be empty while they are not known. */
export async function chooseMeshes(window: BrowserWindow, extensions: readonly string[]): Promise<string[]> {
  const meshes = extensions.length === 0 ? [] : [{ name: 'Meshes', extensions: [...extensions] }];
  const { filePaths } = await dialog.showOpenDialog(window, {
    title: 'Import a mesh',
    buttonLabel: 'Import',
    properties: ['openFile', 'multiSelections'],
    filters: [...meshes, ALL_FILES],
  });
  return filePaths;
}

/** Asks for the file to save a shot to. */
export function chooseShotFile(window: BrowserWindow, folder: string, name: string): Promise<string | undefined> {
  const defaultPath = join(folder, withExtension(name, ['ductile']));
  return chooseFile(window, { title: 'Save the shot', defaultPath, filters: [SHOTS] }, ['ductile']);
}

/** Asks for the file to export to. */
export function chooseExportFile(
  window: BrowserWindow,
  folder: string,
  name: string,
  extensions: readonly string[],
): Promise<string | undefined> {
  const filters = extensions.map((extension) => ({ name: extension.toUpperCase(), extensions: [extension] }));
  const defaultPath = join(folder, withExtension(name, extensions));
  return chooseFile(window, { title: 'Export', buttonLabel: 'Export', defaultPath, filters }, extensions);
}

/** Asks for a file to write. Some systems append no extension: it is appended here, and replacing a file is confirmed again for the full name. */
async function chooseFile(
  window: BrowserWindow,
  options: Electron.SaveDialogOptions,
  extensions: readonly string[],
): Promise<string | undefined> {
  const properties = ['createDirectory', 'showOverwriteConfirmation'] as const;
  const { canceled, filePath } = await dialog.showSaveDialog(window, { ...options, properties: [...properties] });
  if (canceled || filePath === '') return undefined;
  const path = withExtension(filePath, extensions);
  if (path === filePath || !existsSync(path)) return path;
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: `Replace ${path}?`,
    detail: 'A file of that name exists already.',
    buttons: ['Replace', 'Cancel'],
    defaultId: 1,
    cancelId: 1,
  });
  return response === 0 ? path : undefined;
}

function withExtension(path: string, extensions: readonly string[]): string {
  const known = extensions.includes(extname(path).slice(1).toLowerCase());
  return known ? path : `${path}.${extensions[0]}`;
}
