import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { definitionInfos } from '../../../src/host/catalogue/definitionInfo.ts';
import { importExtensions } from '../../../src/host/catalogue/importExtensions.ts';
import { chooseImporter } from '../../../src/io/chooseImporter.ts';
import { readMesh } from '../../../src/io/readMesh.ts';
import boxes from '../../support/kinds/boxes.sample.ts';
import { bytesOf } from '../../support/memorySource.ts';
import { suiteFolder } from '../../support/temporaryFolder.ts';

const folder = suiteFolder();

const file = bytesOf(boxes.files[boxes.main]);

// What every importer and exporter must do, these do in tests/contract/io-import and tests/contract/io-export.
test('an importer that is one file is chosen by the ending of a file and by its first bytes', () => {
  expect(importExtensions()).toContain('boxes');
  expect(chooseImporter('a.boxes', bytesOf('what?')).type).toBe('boxes');
  expect(chooseImporter('a.txt', file).type).toBe('boxes');
});

test('it reads meshes from disk', async () => {
  const path = join(folder, 'tower.boxes');
  writeFileSync(path, file);
  const { mesh } = await readMesh(path);
  expect(mesh.surface).toMatchObject({ name: 'tower', faceOffsets: { length: 13 } });
  expect([...mesh.surface.positions.slice(-3)]).toEqual([0.75, 1.5, 0.75]);
});

test('menus and the command line list it, and an exporter that is one file', () => {
  const found = definitionInfos().filter(({ type }) => type === 'boxes' || type === 'off');
  expect(found.map(({ kind, type, label }) => [kind, type, label])).toEqual([
    ['importer', 'boxes', 'Boxes'],
    ['importer', 'off', 'OFF (Geomview)'],
    ['exporter', 'off', 'OFF sequence'],
  ]);
});
