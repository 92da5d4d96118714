import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodeFrame } from '../../../src/frames/Frame.ts';
import { decodeStatics } from '../../../src/frames/Statics.ts';
import { elementsOf } from '../../../src/frames/StaticStream.ts';
import { streamsOf } from '../../../src/frames/Stream.ts';
import { catalogue } from '../../../src/host/catalogue/catalogue.ts';
import type { TaskOf } from '../../../src/host/jobs/jobMessages.ts';
import { runTask } from '../../../src/host/jobs/runTask.ts';
import { readMesh } from '../../../src/io/readMesh.ts';
import type { JobResult } from '../../../src/protocol/notifications.ts';
import { toWireError, type WireError } from '../../../src/protocol/wireError.ts';
import { newSolid } from '../../../src/scene/kinds/solid.ts';
import type { Scene } from '../../../src/scene/Scene.ts';
import { validateScene } from '../../../src/scene/validateScene.ts';
import { connectHost, openHosted, type HostConnection } from '../../support/hostConnection.ts';
import { cubeCorners, cubeQuads } from '../../support/meshSamples.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { describeWithData, testDataPath } from '../../support/testData.ts';
import { filesBelow } from '../../support/nasty.ts';
import { tinyShot } from '../../support/tinyShot.ts';
import { meshesIn, staticMeshesIn } from '../../support/streams.ts';

type ResultOf<K extends JobResult['kind']> = Extract<JobResult, { kind: K }>;

async function resultOf<K extends JobResult['kind']>(
  connection: HostConnection,
  kind: K,
  started: Promise<{ jobId: string }>,
): Promise<ResultOf<K>> {
  const end = await connection.ended((await started).jobId);
  expect(end).toMatchObject({ outcome: 'done', result: { kind } });
  return end.result as ResultOf<K>;
}

/** A cube of two metres, written in centimetres with Z up, with what is wrong with it. */
async function writeCube(path: string, faces: readonly (readonly number[])[], more: readonly string[] = []) {
  const points = cubeCorners.map((corner) => `v ${corner.map((value) => 200 * value).join(' ')}`);
  const lines = faces.map((face) => `f ${face.map((vertex) => vertex + 1).join(' ')}`);
  await writeFile(path, [...points, ...more, 'usemtl wood', ...lines].join('\n'));
}

const units = { metresPerUnit: 0.01, upAxis: 'z' } as const;

/** The document with one more solid. */
function withSolid(scene: Scene, percent: number): Scene {
  const solid = newSolid(scene.entities, 'torus', { percent });
  return validateScene({ ...scene, entities: [...scene.entities, solid] }, catalogue);
}

describe('inspectMesh', () => {
  it('reports a sound mesh in metres with Y up, and shows it', async () => {
    const path = join(await temporaryFolder(), 'cube.obj');
    await writeCube(path, cubeQuads);
    const connection = await connectHost();
    const { report } = await resultOf(connection, 'inspect', connection.client.call('inspectMesh', { path, ...units }));
    expect(report).toMatchObject({
      path,
      format: 'obj',
      vertices: 8,
      triangles: 12,
      components: 1,
      closed: true,
      manifold: true,
      fillable: true,
      likelyMetresPerUnit: 0.01,
    });
    [0, 0, -2, 2, 2, 0].forEach((value, k) => expect(report.bounds[k]).toBeCloseTo(value, 12));
    expect(report.volume).toBeCloseTo(8, 9);
    expect(report.area).toBeCloseTo(24, 9);
    expect(report.findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
    const shown = streamsOf(decodeStatics(report.surface), 'transform');
    expect(shown.map(({ entity }) => entity)).toEqual(['mesh']);
    expect(shown[0].display.triangles).toHaveLength(36);
    expect(Math.max(...shown[0].display.positions)).toBeCloseTo(2, 12);
  });

  it('points at the triangles that are wrong and names the repair; repairing gives a sound copy', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'cube.obj');
    const faces = [...cubeQuads.slice(0, 5), [...cubeQuads[5]].reverse(), cubeQuads[0]];
    await writeCube(path, faces, ['v 900 900 900']);
    const before = await readFile(path);
    const connection = await connectHost();
    const { report } = await resultOf(connection, 'inspect', connection.client.call('inspectMesh', { path, ...units }));
    const found = Object.fromEntries(report.findings.map((finding) => [finding.code, finding]));
    expect(found['duplicate']).toMatchObject({ count: 1, faces: [12, 13], repair: 'drop-duplicate' });
    expect(found['unreferenced']).toMatchObject({ count: 1, repair: 'drop-unreferenced', severity: 'info' });
    expect(found['inconsistent'].severity).toBe('warning');
    const repairs = ['drop-duplicate', 'drop-unreferenced', 'orient'];
    const repair = () => connection.client.call('repairMesh', { path, repairs, ...units });
    const first = (await resultOf(connection, 'repair', repair())).report;
    expect(first).toMatchObject({ closed: true, manifold: true, triangles: 12, vertices: 8, fillable: true });
    expect(first.volume).toBeCloseTo(8, 9);
    expect(first.findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
    expect(first.path).toBe(join(folder, 'cube-repaired.obj'));
    const { surface } = (await readMesh(first.path)).mesh;
    expect(surface.groups.map(({ name }) => name)).toContain('wood');
    expect((await resultOf(connection, 'repair', repair())).report.path).toBe(join(folder, 'cube-repaired-2.obj'));
    expect(await readFile(path)).toEqual(before);
  });

  it('says what is wrong with a file that is none, and goes on', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'torn.ply');
    await writeFile(path, 'ply\nformat ascii 1.0\nelement vertex 5\n');
    const connection = await connectHost();
    const ends = await Promise.all(
      [path, join(folder, 'nowhere.obj')].map(async (file) => {
        const { jobId } = await connection.client.call('inspectMesh', { path: file });
        return connection.ended(jobId);
      }),
    );
    expect(ends.map(({ outcome }) => outcome)).toEqual(['failed', 'failed']);
    for (const { error } of ends) {
      expect(error?.code).toMatch(/^(format-truncated|format-malformed|file-missing)$/);
      expect(error?.file).toMatch(/torn\.ply|nowhere\.obj/);
    }
    const unknown = await connection.client.call('repairMesh', { path, repairs: ['polish'] });
    expect((await connection.ended(unknown.jobId)).error).toMatchObject({ code: 'usage' });
  });
});

describe('uploadFile and referMesh', () => {
  it('store a dropped file beside the shot and give the reference that a document holds', async () => {
    const { connection, path } = await openHosted(tinyShot(4));
    const name = 'bunny.obj';
    const bytes = new TextEncoder().encode(
      [...cubeCorners.map((corner) => `v ${corner.join(' ')}`), 'f 1 2 3'].join('\n'),
    );
    const { client } = connection;
    await client.call('uploadFile', { upload: 'one', name, offset: 0, bytes: bytes.slice(0, 10), last: false });
    const stored = await client.call('uploadFile', {
      upload: 'one',
      name,
      offset: 10,
      bytes: bytes.slice(10),
      last: true,
    });
    expect(stored.path).toBe(join(dirname(path), 'meshes', name));
    const reference = await client.call('referMesh', { path: stored.path! });
    expect(reference).toEqual({ path: 'meshes/bunny.obj', sha256: (await readMesh(stored.path!)).sha256 });
    await expect(client.call('referMesh', { path: 'nothing.obj' })).rejects.toMatchObject({ code: 'file-missing' });
  });
});

describe('previewMesh', () => {
  it('fills a solid of a document that was not applied, and leaves the shot and its cache alone', async () => {
    const { connection, opened } = await openHosted(tinyShot(4));
    const scene = withSolid(opened.scene, 8);
    const cached = () => readdir(opened.cacheFolder, { recursive: true }).catch(() => []);
    const before = await cached();
    const ask = (entity: string) => connection.client.call('previewMesh', { scene, entity, quality: 'draft' });
    const { preview } = await resultOf(connection, 'mesh', ask('torus'));
    expect(await cached()).toEqual(before);
    expect(preview.cached).toBe(false);
    expect(preview.tets).toBeGreaterThan(500);
    expect(preview.minDihedral).toBeGreaterThan(5);
    expect(preview.maxDihedral).toBeLessThan(175);
    const { from, to, counts } = preview.dihedrals;
    expect([from, to, counts.length]).toEqual([0, 180, 90]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(6 * preview.tets);
    expect(counts.findIndex((count) => count > 0)).toBe(Math.floor(preview.minDihedral / 2));
    const meshes = staticMeshesIn(decodeStatics(preview.statics));
    expect(meshes.map(({ entity }) => entity)).toEqual(['torus']);
    expect(meshes[0].mesh.mesh.positions).toHaveLength(3 * preview.vertices);
    await expect(ask('nobody')).rejects.toMatchObject({ code: 'usage' });
    await expect(ask('floor')).rejects.toMatchObject({ code: 'usage' });
  });

  it('takes what the shot has filled already, and estimates its frames to a tenth', async () => {
    const { connection, opened } = await openHosted(tinyShot(4));
    const solid = opened.scene.entities.find(({ kind }) => kind === 'solid')!;
    await connection.simulate(opened.scene.range.first, opened.scene.range.first);
    const { preview } = await resultOf(
      connection,
      'mesh',
      connection.client.call('previewMesh', { scene: opened.scene, entity: solid.id, quality: 'draft' }),
    );
    expect(preview.cached).toBe(true);
    const { bytes } = await connection.client.call('frame', { quality: 'draft', frame: opened.scene.range.first });
    expect(meshesIn(decodeFrame(bytes))[0].positions).toHaveLength(3 * preview.vertices);
    expect(Math.abs(preview.frameBytes - bytes.length)).toBeLessThan(Math.max(600, 0.1 * bytes.length));
  });

  it('says that whole cells carry what is too thin for the method', async () => {
    const { connection, opened } = await openHosted(tinyShot(4));
    const { preview } = await resultOf(
      connection,
      'mesh',
      connection.client.call('previewMesh', { scene: withSolid(opened.scene, 20), entity: 'torus', quality: 'draft' }),
    );
    expect(preview.warnings.join()).toMatch(/whole lattice cells fill the body/);
  });

  it('stops when it is cancelled; the next one runs', async () => {
    const { connection, opened } = await openHosted(tinyShot(4));
    const fine = withSolid(opened.scene, 1);
    const { client } = connection;
    const { jobId } = await client.call('previewMesh', { scene: fine, entity: 'torus', quality: 'final' });
    await connection.until(() => connection.progress.some((told) => told.jobId === jobId));
    await client.call('cancelJob', { jobId });
    expect(await connection.ended(jobId)).toMatchObject({ outcome: 'cancelled' });
    const coarse = { scene: withSolid(opened.scene, 8), entity: 'torus', quality: 'draft' } as const;
    await resultOf(connection, 'mesh', client.call('previewMesh', coarse));
  });
});

describe('attribute', () => {
  it('gives the stress of every element at a frame, also once its solid is no longer stored', async () => {
    const { connection, opened } = await openHosted(tinyShot(4));
    const { first } = opened.scene.range;
    await connection.simulate(first, first + 1);
    const solid = opened.scene.entities.find(({ kind }) => kind === 'solid')!;
    const stored = (await readdir(opened.cacheFolder, { recursive: true })).filter((name) => name.endsWith('.statics'));
    expect(stored.length).toBeGreaterThan(0);
    for (const name of stored) await rm(join(opened.cacheFolder, name));
    const filled = await connection.client.call('attribute', {
      quality: 'draft',
      frame: first,
      entity: solid.id,
      name: 'von Mises stress',
    });
    const { bytes: statics } = await connection.client.call('statics', { quality: 'draft' });
    const { mesh: volume } = staticMeshesIn(decodeStatics(statics))[0];
    const count = elementsOf(volume).length / volume.embedding.size;
    const ask = (frame: number, entity = solid.id) =>
      connection.client.call('attribute', { quality: 'draft', frame, entity, name: 'von Mises stress' });
    const { unit, bytes } = await ask(first);
    expect(bytes).toEqual(filled.bytes);
    expect(unit).toBe('Pa');
    const values = new Float32Array(bytes.slice().buffer);
    expect(values).toHaveLength(count);
    expect(values.every(Number.isFinite)).toBe(true);
    await expect(ask(first, 'nobody')).rejects.toMatchObject({ code: 'usage' });
    await expect(
      connection.client.call('attribute', { quality: 'draft', frame: first, entity: solid.id, name: 'glow' }),
    ).rejects.toMatchObject({ code: 'usage' });
    await expect(ask(first + 2)).rejects.toMatchObject({ code: 'file-missing' });
  });
});

/** Looks at a mesh as the thread of a job does. */
async function inspectHere(path: string): Promise<undefined> {
  const task: TaskOf<'inspect'> = { kind: 'inspect', path, metresPerUnit: 1, upAxis: 'y' };
  const control = new Int32Array(new SharedArrayBuffer(4));
  const result = await runTask(
    { control, task, quotaBytes: undefined, backend: 'reference', threads: 1 },
    () => undefined,
  );
  expect(result.kind).toBe('inspect');
}

describeWithData('real meshes', () => {
  it('that are nasty end in a report or in an error that names the file', async () => {
    const folder = testDataPath('B_nasty');
    const files = filesBelow(folder).filter((_, number) => number % 5 === 0);
    const connection = await connectHost();
    // What the thread of a job does is done here: a thread for each of so many files takes most of the time. Some go the whole way.
    const inspected = async (file: string, number: number): Promise<WireError | undefined> => {
      const path = join(folder, file);
      if (number % 5 > 0) return inspectHere(path).catch(toWireError);
      const { jobId } = await connection.client.call('inspectMesh', { path });
      return (await connection.ended(jobId)).error;
    };
    const errors = await Promise.all(files.map(inspected));
    expect(errors.filter((error) => error === undefined).length).toBeGreaterThan(3);
    expect(connection.ends.length).toBeGreaterThan(3);
    for (const [k, error] of errors.entries()) {
      if (error === undefined) continue;
      expect({ file: files[k], code: error.code }).not.toMatchObject({ code: 'internal' });
      expect(error.file).toBe(join(folder, files[k]));
      expect(error.remedy).toMatch(/\S/);
    }
  });

  it('that are large stop being read when the job is cancelled', async () => {
    const folder = join(await temporaryFolder(), 'meshes');
    await mkdir(folder);
    const path = join(folder, 'dragon.obj');
    await copyFile(testDataPath('A_surface/dragon.obj'), path);
    const connection = await connectHost();
    const { jobId } = await connection.client.call('inspectMesh', { path });
    await connection.until(() => connection.progress.length > 0);
    await connection.client.call('cancelJob', { jobId });
    expect(await connection.ended(jobId)).toMatchObject({ outcome: 'cancelled' });
    expect(await readdir(folder)).toEqual(['dragon.obj']);
  });
});
