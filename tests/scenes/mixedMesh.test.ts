import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { catalogue } from '../../src/host/catalogue/catalogue.ts';
import { hashMeshFile } from '../../src/io/hashMeshFile.ts';
import { validateScene } from '../../src/scene/validateScene.ts';
import { mixedBox } from '../support/bodies.ts';
import { vtkText } from '../support/mixedFiles.ts';
import { simulateStored, storeShot } from '../support/shotRuns.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { tinyShotInput } from '../support/tinyShot.ts';

const solids: [string, Record<string, unknown>][] = [
  ['semi-implicit', {}],
  ['implicit', { integration: 'implicit' }],
  ['that keep their volume', { volumeConservation: { enabled: true } }],
  ['plastic', { plasticity: { law: 'log-strain' } }],
];

// A volume file of all shapes goes through meshing, contact, solving and storing like any other.
test.each(solids)('solids of mixed shapes fall and land: %s', async (_name, properties) => {
  const hashes: (readonly string[])[] = [];
  for (const threads of [1, 2]) {
    const folder = await temporaryFolder();
    const mesh = join(folder, 'mixed.vtk');
    await writeFile(mesh, vtkText(mixedBox([3, 2, 2], [1.2, 0.8, 1])));
    const input = tinyShotInput(16);
    const source = { kind: 'file', path: 'mixed.vtk', sha256: await hashMeshFile(mesh), metresPerUnit: 1 };
    const material = { model: 'neo-hookean', youngsModulus: 5e5, poissonRatio: 0.4 };
    const solid = { ...input.entities[0], source, material, ...properties };
    const scene = validateScene({ ...input, entities: [solid, input.entities[1]] }, catalogue);
    const run = await simulateStored(await storeShot(scene, folder), { threads });
    hashes.push(run.hashes);
    const { volume, invertedElements = 0, contacts = 0 } = run.outcomes[15].stats.entities['block'];
    expect(invertedElements).toBe(0);
    expect(contacts).toBeGreaterThan(0);
    expect(volume / (1.2 * 0.8)).toBeCloseTo(1, 1);
  }
  expect(hashes[0]).toHaveLength(16);
  expect(hashes[1]).toEqual(hashes[0]);
});
