import { fork, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { CoreError } from '../../base/errors.ts';
import { terminalText } from '../../base/terminalText.ts';
import { findFolders, parseLocalHostOptions, usage, type LocalHostOptions } from './localHostOptions.ts';
import { RestartControl } from './RestartControl.ts';
import { Supervisor } from './Supervisor.ts';

/** The shot that a page begins with when none is named. */
const SAMPLE = 'torus-puddle';
/** Bytes of a token. */
const TOKEN_BYTES = 32;

/**
 * Runs a local host until it is interrupted; `program`: the script to start serving processes from. Prints the address; with --json one object per line:
 * `listening` with `address`, `port` and `hostPid`, again after each restart with its reason, and `error`. Gives the exit code.
 */
export async function runLocalHost(argv: readonly string[], program: string): Promise<number> {
  const json = argv.includes('--json');
  try {
    return await run(parseLocalHostOptions(argv), program);
  } catch (error) {
    if (!(error instanceof CoreError)) throw error;
    const { code, message, file, remedy } = error;
    if (json) printObject({ kind: 'error', code, message, file, remedy });
    else process.stderr.write(`${terminalText(error.describe())}\n`);
    return code === 'usage' ? 2 : 1;
  }
}

async function run(options: LocalHostOptions, program: string): Promise<number> {
  if (options.help) {
    process.stdout.write(usage);
    return 0;
  }
  const { roots, shot } = await findFolders(options, process.env);
  const show = options.open && hasDisplay(process.env);
  const [token, ticket] = [newToken(), show ? newToken() : undefined];
  const address = (port: number, secret: string) => {
    const query = new URLSearchParams({ token: secret, ...(shot === undefined ? { sample: SAMPLE } : { shot }) });
    return `http://127.0.0.1:${port}/?${query.toString()}`;
  };
  const control = await RestartControl.start(() => supervisor.restart());
  const supervisor = new Supervisor({
    start: () => fork(program, [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }),
    order: {
      port: options.port,
      token,
      ticket,
      roots: [...roots],
      restart: control.address,
      preparesSamples: options.samples,
    },
    onListening: ({ port, pid, restarted }) => {
      control.servedAt(port);
      const url = address(port, token);
      if (options.json)
        printObject({ kind: 'listening', address: url, port, hostPid: pid, workspace: roots[0], restarted });
      else if (restarted === undefined) printWelcome(url, roots[0]);
      if (restarted === undefined && ticket !== undefined) openBrowser(address(port, ticket));
    },
    onEnd: (reason) => {
      if (!options.json)
        process.stderr.write(`The simulation process ended: ${terminalText(reason)}. It is started again.\n`);
    },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => supervisor.stop());
  const failure = await supervisor.run();
  control.close();
  if (failure === undefined) return 0;
  throw new CoreError('internal', `the local host cannot start: ${failure}`, {
    remedy: options.port === 0 ? 'Try again.' : 'Try another --port, or none.',
  });
}

function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

function printWelcome(address: string, workspace: string): void {
  process.stdout.write(`Ductile runs. Open this address in a browser on this machine:\n\n  ${address}\n\n`);
  process.stdout.write(`Shots and meshes are in ${terminalText(workspace)}. End it with Ctrl-C.\n`);
}

function printObject(value: Record<string, unknown>): void {
  process.stdout.write(`${terminalText(JSON.stringify(value))}\n`);
}

/** True where a window can be shown. */
export function hasDisplay(environment: NodeJS.ProcessEnv, platform = process.platform): boolean {
  if (platform === 'darwin' || platform === 'win32') return true;
  return Boolean(environment['DISPLAY']) || Boolean(environment['WAYLAND_DISPLAY']);
}

/** Asks the system to show a page. That it cannot is no error: the address was printed. Other users of the machine may see `address`. */
function openBrowser(address: string, platform = process.platform): void {
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
