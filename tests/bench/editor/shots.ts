import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HostClient } from '../../../src/protocol/HostClient.ts';
import { bumpySphereObj } from '../../e2e/support/meshFiles.ts';

/** Percent of the diagonal at which the torus has about 100 000 elements. */
const FINE = 1.8;
/** Quads along a side of the cube that the sphere is blown up from: 12 x 92^2 = 101 568 triangles. */
const SIDE = 92;

/** Cells along a breaking dam whose skin has about 100 000 triangles, and its frames: it has run along the floor. */
const LIQUID = { cells: 128, frames: 8 };

/** A liquid with a skin of about 100 000 triangles. Gives its path. */
export async function largeLiquid(client: HostClient): Promise<string> {
  return (await client.call('createShot', { template: 'dam-break', params: LIQUID, name: 'Water' })).path;
}

/** A shot of about 100 000 elements. Gives its path. */
export async function largeSimulation(client: HostClient): Promise<string> {
  return (await client.call('createShot', { template: 'torus-puddle', params: { percent: FINE }, name: 'Large' })).path;
}

/** A mesh of 100 000 triangles that rides on few elements, `frames` long, at 60 frames per second. Gives its path. */
export async function largeSurface(client: HostClient, workspace: string, frames: number): Promise<string> {
  await mkdir(join(workspace, 'meshes'), { recursive: true });
  const mesh = join(workspace, 'meshes', 'sphere.obj');
  await writeFile(mesh, bumpySphereObj(0.5, SIDE));
  const { path } = await client.call('createShot', {
    template: 'drop-test',
    params: { percent: 8, frames, height: 0.3 },
    name: 'Surface',
    mesh: { path: mesh },
  });
  const { scene } = await client.call('openShot', { path });
  await client.call('applyScene', { scene: { ...scene, frameRate: { numerator: 60, denominator: 1 } } });
  await client.call('saveShot', {});
  return path;
}
