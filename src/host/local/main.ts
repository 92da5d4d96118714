import { fileURLToPath } from 'node:url';
import { runLocalHost } from './runLocalHost.ts';

/** The script of the serving process, beside this one: two processes, of which this one watches over the other and starts it again. */
const SERVER = './serveHost.js';

process.exitCode = await runLocalHost(process.argv.slice(2), fileURLToPath(new URL(SERVER, import.meta.url)));
