import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { sha256Hex } from '../../../src/base/hash.ts';
import { quietJob } from '../../../src/base/job.ts';
import { quantityInfo } from '../../../src/base/quantities.ts';
import { exporters, type ExportJob, type ExportObject } from '../../../src/io/Exporter.ts';
import { emptyFolder } from '../../support/temporaryFolder.ts';

const folders: string[] = [];

function temporaryFolder(): string {
  const folder = emptyFolder();
  folders.push(folder);
  return folder;
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const CORNERS = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1);

/** A tetrahedron with its surface; `poison`: a frame in which one coordinate is not a number. */
function swelling(poison?: number): ExportObject {
  const at = (frame: number) =>
    Float32Array.from(CORNERS, (value, i) => (frame === poison && i === 3 ? NaN : value * (1 + 0.01 * frame)));
  return {
    name: 'Körper 1',
    kind: 'mesh',
    surface: {
      name: 'tet',
      positions: CORNERS,
      faceOffsets: Uint32Array.of(0, 3, 6, 9, 12),
      faceVertices: Uint32Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3),
      groups: [],
      vertexAttributes: [],
    },
    tets: { positions: CORNERS, tets: Uint32Array.of(0, 1, 2, 3) },
    sample: (frame) => Promise.resolve({ positions: at(frame), volumePositions: at(frame) }),
  };
}

/** The corners of the same tetrahedron as particles that drift, for formats that hold points alone. */
function drifting(poison?: number): ExportObject {
  const { name, sample } = swelling(poison);
  const ids = BigUint64Array.of(7n, 8n, 9n, 4_000_000_000n);
  const widths = new Float32Array(4).fill(0.01);
  const sampled = async (frame: number) => ({
    positions: (await sample(frame)).positions,
    velocities: Float32Array.from(CORNERS, (value) => value / 4),
    ids,
    widths,
  });
  return { name, kind: 'points', sample: sampled };
}

function jobFor(object: ExportObject, path: string): ExportJob {
  const texts = { application: 'Ductile', description: '' };
  return { objects: [object], firstFrame: 3, lastFrame: 6, framesPerSecond: 25, path, ...texts };
}

describe.each(exporters.all().map((exporter) => ({ name: exporter.type, exporter })))(
  'exporter $name',
  ({ exporter }) => {
    const [extension] = exporter.extensions;
    const defaults = exporter.params.parse({});
    const subject = exporter.type === 'ply-points' ? drifting : swelling;

    it('describes itself and its parameters', () => {
      expect(exporter.label).not.toBe('');
      expect(exporter.reference).not.toBe('');
      expect(exporter.extensions.every((ending) => /^[a-z0-9]+$/.test(ending))).toBe(true);
      const shape = (exporter.params as unknown as { shape: Record<string, Parameters<typeof quantityInfo>[0]> }).shape;
      for (const parameter of Object.values(shape)) {
        expect(quantityInfo(parameter) ?? parameter.meta()).toMatchObject({
          label: expect.any(String),
          help: expect.any(String),
        });
      }
    });

    it('writes, reopens, compares and reports; equal jobs give equal bytes', async () => {
      const [first, second] = [temporaryFolder(), temporaryFolder()];
      const report = await exporter.write(jobFor(subject(), join(first, `a.${extension}`)), defaults, quietJob);
      await exporter.write(jobFor(subject(), join(second, `a.${extension}`)), defaults, quietJob);
      expect(report.checks.length).toBeGreaterThan(1);
      expect(report.checks.every(({ passed, detail }) => passed && detail !== '')).toBe(true);
      const names = readdirSync(first).sort();
      expect(report.files.map((path) => path.slice(first.length + 1)).sort()).toEqual(names);
      expect(readdirSync(second).sort()).toEqual(names);
      let bytes = 0;
      for (const name of names) {
        const written = readFileSync(join(first, name));
        bytes += written.length;
        expect(sha256Hex(written)).toBe(sha256Hex(readFileSync(join(second, name))));
      }
      expect(report.bytes).toBe(bytes);
      expect([...report.bounds].map((value) => Math.fround(value))).toEqual(
        [0, 0, 0, 1.06, 1.06, 1.06].map(Math.fround),
      );
    });

    it('tells how far it is, up to the end', async () => {
      const fractions: number[] = [];
      const context = { progress: (_: string, fraction: number) => fractions.push(fraction), cancelled: () => false };
      await exporter.write(jobFor(subject(), join(temporaryFolder(), 'a')), defaults, context);
      expect(fractions.every((fraction) => fraction >= 0 && fraction <= 1)).toBe(true);
      expect(fractions.at(-1)).toBe(1);
    });

    it('refuses numbers that are none, naming the frame, and leaves nothing behind', async () => {
      const folder = temporaryFolder();
      const attempt = exporter.write(jobFor(subject(5), join(folder, 'a')), defaults, quietJob);
      await expect(attempt).rejects.toMatchObject({ code: 'geometry-invalid', place: 'frame 5, object Körper 1' });
      expect(readdirSync(folder)).toEqual([]);
    });

    it('stops when cancelled, at any moment, and leaves nothing behind', async () => {
      for (let moment = 0; moment < 6; moment++) {
        const folder = temporaryFolder();
        let asked = 0;
        const context = { progress: () => undefined, cancelled: () => asked++ >= moment };
        const attempt = exporter.write(jobFor(subject(), join(folder, 'a')), defaults, context);
        const outcome = await attempt.then(
          () => 'finished',
          (error: { code: string }) => error.code,
        );
        if (outcome === 'finished') expect(asked).toBeLessThanOrEqual(moment);
        else expect([outcome, readdirSync(folder)]).toEqual(['cancelled', []]);
      }
    });

    it('explains where it cannot write', async () => {
      const folder = temporaryFolder();
      writeFileSync(join(folder, 'file'), 'keep');
      const attempt = exporter.write(jobFor(subject(), join(folder, 'file', 'a')), defaults, quietJob);
      await expect(attempt).rejects.toMatchObject({ code: 'file-unwritable' });
      expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('keep');
    });

    it('refuses ranges and rates that make no sense', async () => {
      const job = jobFor(subject(), join(temporaryFolder(), 'a'));
      for (const wrong of [{ lastFrame: 2 }, { firstFrame: 1.5 }, { framesPerSecond: 0 }, { framesPerSecond: NaN }]) {
        await expect(exporter.write({ ...job, ...wrong }, defaults, quietJob)).rejects.toMatchObject({ code: 'usage' });
      }
    });
  },
);
