import { ReadyWorkers } from '../jobs/ReadyWorkers.ts';
import { LocalServer } from './LocalServer.ts';
import { serveOrder, type ServeReport } from './processMessages.ts';
import { WorkspacePaths } from './WorkspacePaths.ts';

/** Milliseconds in which running jobs must have stopped when the program ends: a substep and a checkpoint. */
const stopTimeout = 8000;

/**
 * The serving process: does what its parent orders, and ends with it. `appFolder`: the built editor.
 */
export function serve(appFolder: string): void {
  let server: LocalServer | undefined;
  const stop = () => {
    setTimeout(() => process.exit(1), stopTimeout).unref();
    void (server?.close() ?? Promise.resolve()).finally(() => process.exit(0));
  };
  process.on('uncaughtException', (error) => fail(error));
  process.once('disconnect', stop);
  process.once('SIGTERM', stop);
  // A terminal sends these to both processes: the parent decides.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
  process.once('message', (message) => {
    void start(message, appFolder).then((started) => (server = started), fail);
  });
}

async function start(message: unknown, appFolder: string): Promise<LocalServer> {
  const { roots, preparesSamples, ...options } = serveOrder.parse(message);
  const paths = await WorkspacePaths.open(roots);
  const server = await LocalServer.start({
    ...options,
    appFolder,
    host: { paths, workspace: paths.roots[0], preparesSamples, startWorker: new ReadyWorkers().start },
  });
  report({ kind: 'listening', port: server.port });
  return server;
}

function fail(error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  report({ kind: 'failed', reason }, () => process.exit(1));
}

function report(message: ServeReport, sent: () => void = () => undefined): void {
  if (process.connected) process.send?.(message, undefined, undefined, sent);
  else sent();
}
