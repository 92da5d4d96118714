import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CoreError } from '../../../src/base/errors.ts';
import { readMesh } from '../../../src/io/readMesh.ts';
import { parseFibreVtk } from '../../../src/io/readFibreVtk.ts';
import type { ProceduralForm } from '../../../src/scene/properties/sources.ts';
import { proceduralMesh } from '../../../src/simulation/rest/proceduralMesh.ts';
import { hostileFiles } from '../../support/hostileFiles.ts';
import { bytesOf } from '../../support/memorySource.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

/**
 * Small files that would cost much time or memory. That each is refused before memory is taken for what it claims is seen from its error: the counts
 * are checked first. `npm run fuzz` reads them in full size and tells what each costs.
 */
test.each(hostileFiles(0.05).map((file) => [file.what, file] as const))(
  '%s: read, or refused with the limit',
  async (_, { name, bytes, code, message }) => {
    const path = join(await temporaryFolder(), name);
    await writeFile(path, bytes);
    const found = await readMesh(path).catch((thrown: unknown) => thrown);
    if (code === undefined) {
      expect(found).toMatchObject({ importer: 'gltf' });
      return;
    }
    expect(found).toBeInstanceOf(CoreError);
    expect(found).toMatchObject({ code, file: path, message: expect.stringMatching(message!) as string });
    expect((found as CoreError).remedy).toMatch(/\w/);
  },
);

test('fibres of more numbers than the file holds are refused', () => {
  const text = '# vtk DataFile Version 3.0\nx\nASCII\nPOINTS 16000000 float\n1 2 3\n';
  expect(() => parseFibreVtk(bytesOf(text), 'a.vtk')).toThrow('an array of 48000000 numbers ends early');
});

test.each<[ProceduralForm, RegExp]>([
  [
    { shape: 'torus', majorRadius: 1, minorRadius: 0.2, majorSegments: 4096, minorSegments: 4096 },
    /the torus has about 16777216 vertices/,
  ],
  [{ shape: 'sphere', radius: 1, segments: 4096 }, /the sphere has about 8388608 vertices/],
  [
    { shape: 'hollow-sphere', radius: 1, thickness: 0.1, segments: 1024, layers: 64 },
    /the hollow sphere has about 34078720 vertices/,
  ],
])('a form of too many vertices is refused with the limit: %o', (form, message) => {
  const error = thrownBy(() => proceduralMesh(form));
  expect(error).toMatchObject({ code: 'limit-exceeded', message: expect.stringMatching(message) as string });
  expect(error).toMatchObject({ remedy: expect.stringContaining('1000000') as string });
});

function thrownBy(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}
