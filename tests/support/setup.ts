import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// Real meshes: DUCTILE_TEST_DATA, or the folder beside the checkout where there is one.
const beside = fileURLToPath(new URL('../../../shared/meshes', import.meta.url));
if (process.env['DUCTILE_TEST_DATA'] === undefined && existsSync(beside)) process.env['DUCTILE_TEST_DATA'] = beside;
