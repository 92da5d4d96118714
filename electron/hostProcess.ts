import { importExtensions } from '../src/host/catalogue/importExtensions.ts';
import { ParkedSessions } from '../src/host/session/ParkedSessions.ts';
import { ReadyWorkers } from '../src/host/jobs/ReadyWorkers.ts';
import { SimulationHost } from '../src/host/SimulationHost.ts';
import { serveControlPort } from './hostService.ts';
import { PathGrants } from './pathGrants.ts';

/** Script of the simulation process: a host for every connection, restricted to the granted paths. Its argument is the workspace. */
const workspace = process.argv.at(-1)!;
const paths = new PathGrants(workspace);
const parked = new ParkedSessions();
const { start: startWorker } = new ReadyWorkers();
serveControlPort(process.parentPort, paths, importExtensions(), (endpoint) => {
  new SimulationHost(endpoint, { paths, workspace, parked, startWorker });
});
