import { spawn } from 'node:child_process';

/** True where a window can be shown. */
export function hasDisplay(environment: NodeJS.ProcessEnv, platform = process.platform): boolean {
  if (platform === 'darwin' || platform === 'win32') return true;
  return Boolean(environment['DISPLAY']) || Boolean(environment['WAYLAND_DISPLAY']);
}

/** Asks the system to show a page. That it cannot is no error: the address was printed. Other users of the machine may see `address`. */
export function openBrowser(address: string, platform = process.platform): void {
  const [command, ...args] = opener(platform);
  const child = spawn(command, [...args, address], { stdio: 'ignore', detached: true });
  child.once('error', () => undefined);
  child.unref();
}

function opener(platform: NodeJS.Platform): string[] {
  if (platform === 'darwin') return ['open'];
  // `start` of the command line would read the & of an address as its own.
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return ['xdg-open'];
}
