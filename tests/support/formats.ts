import { gzipSync } from 'fflate';
import { quietJob } from '../../src/base/job.ts';
import { assert } from '../../src/base/errors.ts';
import { openCachedFile, storedForm, systemDigest } from '../../src/cache/cachedFile.ts';
import { decodeFrame, encodeFrame } from '../../src/frames/Frame.ts';
import { initialKey } from '../../src/frames/keys.ts';
import { sealFile } from '../../src/frames/sealedFile.ts';
import { preflight } from '../../src/geometry/preflight/preflight.ts';
import { catalogue } from '../../src/host/catalogue/catalogue.ts';
import { chooseImporter } from '../../src/io/chooseImporter.ts';
import { importers, type ImportedMesh } from '../../src/io/Importer.ts';
import { gunzip, isGzip } from '../../src/io/reading/gunzip.ts';
import { parseFibres } from '../../src/io/readFibres.ts';
import { parseFibreVtk } from '../../src/io/readFibreVtk.ts';
import { parseScene } from '../../src/scene/sceneText.ts';
import { sampleFrame } from './frames.ts';
import { bytesOf, memorySource } from './memorySource.ts';
import { meshSamples, objCube } from './meshSamples.ts';
import { tinyShotInput } from './tinyShot.ts';

/** A kind of file that the program reads. */
export interface Format {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Reads it whole, and looks at what came out. Throws CoreError for what it refuses, and anything else for a fault. */
  read(bytes: Uint8Array): Promise<void>;
}

/** Every format with a small file of it. */
export async function formats(): Promise<Format[]> {
  const meshes = (await meshSamples()).map(({ type, name, files, main }) => ({
    name: `${type}, ${name}`,
    bytes: bytesOf(files[main]),
    read: async (bytes: Uint8Array) =>
      checkMesh(await importers.get(type).read(memorySource({ ...files, [main]: bytes }, main))),
  }));
  return [...meshes, zipped, document, frame, cached, fibres, fibreVtk];
}

const zipped: Format = {
  name: 'gzip',
  bytes: gzipSync(bytesOf(objCube)),
  read: async (bytes) => {
    const content = isGzip(bytes) ? gunzip(bytes, 'a.obj.gz', 2 ** 24) : bytes;
    checkMesh(await chooseImporter('a.obj', content).read(memorySource({ 'a.obj': content }, 'a.obj')));
  },
};

const document: Format = {
  name: 'document',
  bytes: bytesOf(JSON.stringify(tinyShotInput(24), undefined, 1)),
  read: async (bytes) => void parseScene(bytes, catalogue, 'a.ductile'),
};

const frame: Format = {
  name: 'frame',
  bytes: encodeFrame(sampleFrame(3, 9)),
  read: async (bytes) => void decodeFrame(bytes),
};

/** Sealed anew after it was damaged: past the checksums of the file. */
const cached: Format = {
  name: 'packed frame in a cache',
  bytes: (await storedForm('frame', encodeFrame(sampleFrame(4, 400)))).stored,
  read: async (bytes) => {
    const key = initialKey('fuzz', 1);
    const { envelope } = sealFile('frame', key, bytes, systemDigest);
    const { content } = await openCachedFile(Buffer.concat([envelope, bytes]), { kind: 'frame', key });
    decodeFrame(content);
  },
};

const fibres: Format = {
  name: 'fibres',
  bytes: bytesOf('# x y z dx dy dz\n0 0 0 1 0 0\n1 0 0, 0.5 0.5 0\n0 1 2; 0 0 1\n'),
  read: async (bytes) => void parseFibres(bytes, 'a.txt'),
};

const fibreVtk: Format = {
  name: 'fibres, VTK',
  bytes: bytesOf(
    '# vtk DataFile Version 3.0\narm\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 2 float\n0 0 0 1 1 1\nPOINT_DATA 2\n' +
      'FIELD f 1\ng 3 2 float\n1 0 0 0 1 0\n',
  ),
  read: async (bytes) => void parseFibreVtk(bytes, 'a.vtk'),
};

/** What comes out of an importer is safe to use. */
function checkMesh({ surface, tets, hexes }: ImportedMesh): void {
  const { positions, faceVertices, faceOffsets } = surface;
  const count = positions.length / 3;
  const known = (vertices: Uint32Array) => vertices.every((vertex) => vertex < count);
  assert(positions.every(Number.isFinite), 'positions are finite');
  assert(known(faceVertices) && faceOffsets.at(-1) === faceVertices.length, 'faces name vertices');
  assert(
    (tets === undefined || known(tets.tets)) && (hexes === undefined || known(hexes.hexes)),
    'cells name vertices',
  );
  preflight(surface, { job: quietJob });
}
