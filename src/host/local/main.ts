import { fileURLToPath } from 'node:url';
import { runLocalHost } from './runLocalHost.ts';
import { serve } from './serve.ts';

const program = fileURLToPath(import.meta.url);
const argv = process.argv.slice(2);

// One script, two processes: one serves, the other watches over it and starts it again.
if (argv[0] === '--serve') serve(fileURLToPath(new URL('./app', import.meta.url)));
else process.exitCode = await runLocalHost(argv, program);
