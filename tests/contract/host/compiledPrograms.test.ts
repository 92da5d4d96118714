import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { glbCube } from '../../support/meshSamples.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

/** Prints, for each script, whether the engine refused what the build compiled of it; without flags of the engine, which count. */
const judge = `
  const [, tool, ...scripts] = process.argv;
  const { loadScript } = await import(tool);
  process.stdout.write(scripts.map((path) => loadScript(path).script.cachedDataRejected).join());
`;

test('the engine takes what the build compiled of each program that is started often', () => {
  const scripts = ['jobWorker', 'serveHost', 'commandThread'].map((name) => resolve('dist', `${name}.script`));
  const tool = pathToFileURL(resolve('tools/startCompiled.mjs')).href;
  const env = { ...process.env, NODE_OPTIONS: '' };
  const argv = ['--input-type=module', '-e', judge, tool, ...scripts];
  const { stdout } = spawnSync(process.execPath, argv, { env, encoding: 'utf8' });
  expect(stdout.split(',')).toEqual(['false', 'false', 'false']);
});

test('a compiled program imports packages that it needs for some files alone', async () => {
  const path = join(await temporaryFolder(), 'cube.glb');
  writeFileSync(path, await glbCube('draco'));
  const { stdout } = spawnSync(process.execPath, [resolve('dist/ductile.js'), 'info', path], { encoding: 'utf8' });
  expect(stdout).toMatch(/cube\.glb: gltf, \d+ vertices/);
});
