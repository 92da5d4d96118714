import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Returns the folder of files that are no documents and can be lost without loss of work: `$XDG_STATE_HOME/ductile` or `~/.local/state/ductile` on Linux, `~/Library/Application Support/Ductile` on
 * macOS, `%LOCALAPPDATA%\Ductile` on Windows.
 */
export function defaultStateFolder(
  platform: NodeJS.Platform = process.platform,
  environment: Readonly<Record<string, string | undefined>> = process.env,
  home = homedir(),
): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Ductile');
  if (platform === 'win32') return join(environment['LOCALAPPDATA'] || join(home, 'AppData', 'Local'), 'Ductile');
  return join(environment['XDG_STATE_HOME'] || join(home, '.local', 'state'), 'ductile');
}

/** Returns the folder in which new shots are made unless told otherwise. */
export function defaultWorkspace(home = homedir()): string {
  return join(home, 'Ductile');
}
