import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';

// Real meshes: DUCTILE_TEST_DATA, or the folder beside the checkout where there is one.
const beside = fileURLToPath(new URL('../../../shared/meshes', import.meta.url));
if (process.env['DUCTILE_TEST_DATA'] === undefined && existsSync(beside)) process.env['DUCTILE_TEST_DATA'] = beside;

/** Milliseconds after which a state that does not come fails a test: long, for machines that are slow or do other things too. */
const PATIENCE = 120_000;
const { waitFor } = vi;
const waitPatiently: typeof waitFor = (callback, options = PATIENCE) => waitFor(callback, options);
// Files of tests share a process, and this runs before each of them.
if (waitFor.name !== waitPatiently.name) vi.waitFor = waitPatiently;
