import { z } from 'zod';
import { CoreError } from '../../../src/base/errors.ts';
import type { ImporterDefinition, ImportSource } from '../../../src/io/Importer.ts';
import { finishSurface } from '../../../src/io/reading/finishSurface.ts';
import { meshName } from '../../../src/io/reading/meshName.ts';
import { WarningList } from '../../../src/io/reading/WarningList.ts';

/** Corner i + 2j + 4k of a box, and its faces counter-clockwise from outside. */
const FACES = [
  [0, 4, 6, 2],
  [1, 3, 7, 5],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 2, 3, 1],
  [4, 5, 7, 6],
];
const KEYWORD = 'boxes';

const textOf = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes);

/** Boxes as text, a line each: lowest corner and size, xyz. The format that shows what it takes to add an importer. */
const boxes: ImporterDefinition = {
  type: 'boxes',
  label: 'Boxes',
  reference: 'made up for tests: boxes by lowest corner and size',
  params: z.strictObject({}),
  extensions: ['boxes'],
  recognises: (bytes) => textOf(bytes.subarray(0, KEYWORD.length + 1)).trimEnd() === KEYWORD,
  read: (source) => Promise.resolve(read(source)),
};

export default boxes;

function read({ path, bytes }: ImportSource) {
  const [keyword, ...lines] = textOf(bytes).trimEnd().split('\n');
  if (keyword !== KEYWORD) {
    throw new CoreError('format-malformed', `it does not begin with '${KEYWORD}'`, {
      file: path,
      remedy: 'Export it again.',
    });
  }
  const positions = lines.flatMap((line) => {
    const numbers = line.split(' ').map(Number);
    return Array.from({ length: 24 }, (_, k) => {
      const [corner, axis] = [Math.floor(k / 3), k % 3];
      return numbers[axis] + ((corner >> axis) & 1) * numbers[3 + axis];
    });
  });
  const faces = lines.flatMap((_, box) => FACES.map((face) => face.map((corner) => 8 * box + corner)));
  const warnings = new WarningList();
  const surface = finishSurface(
    {
      file: path,
      name: meshName(path),
      positions: Float64Array.from(positions),
      faceOffsets: Uint32Array.from({ length: faces.length + 1 }, (_, face) => 4 * face),
      faceVertices: Uint32Array.from(faces.flat()),
      groups: [],
      vertexAttributes: [],
      placeOfFace: (face) => `line ${2 + Math.floor(face / FACES.length)}`,
      placeOfVertex: (vertex) => `line ${2 + Math.floor(vertex / 8)}`,
    },
    warnings,
  );
  return { surface, warnings: warnings.sentences() };
}
