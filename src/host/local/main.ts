import { fileURLToPath } from 'node:url';

const program = fileURLToPath(import.meta.url);
const argv = process.argv.slice(2);

// One script, two processes: one serves, the other watches over it and starts it again.
if (argv[0] === '--serve' && process.send !== undefined) {
  const { serve } = await import('./serve.ts');
  serve(fileURLToPath(new URL('./app', import.meta.url)));
} else {
  const { runLocalHost } = await import('./runLocalHost.ts');
  process.exitCode = await runLocalHost(argv, program);
}
