// A program for kill tests: simulateProgram SHOT. Simulates a stored shot into the cache beside it; prints a line a frame.
import { simulateStored } from './shotRuns.ts';

const [path] = process.argv.slice(2);
await simulateStored(path, { onFrame: ({ frame }) => process.stdout.write(`${frame}\n`) });
