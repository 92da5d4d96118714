import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CoreError } from '../../../src/base/errors.ts';
import { animationFormats, type AnimatedSample, type AnimationOptions } from '../../../src/io/AnimatedSource.ts';
import { openAnimation } from '../../../src/io/openAnimation.ts';
import { animationSamples, writeFiles } from '../../support/animationSamples.ts';
import { bytesOf } from '../../support/memorySource.ts';
import { mutant } from '../../support/mutants.ts';
import { SeededRandom } from '../../support/random.ts';
import { suiteFolder } from '../../support/temporaryFolder.ts';

const samples = animationSamples();
const folder = suiteFolder();
const seed = 20261126;
const MUTANTS = 200;

function requireSound({ positions, velocities, triangles }: AnimatedSample): void {
  expect(positions.length % 3).toBe(0);
  expect(velocities).toHaveLength(positions.length);
  expect(positions.every(Number.isFinite)).toBe(true);
  expect(velocities.every(Number.isFinite)).toBe(true);
  expect(triangles.length % 3).toBe(0);
  expect(triangles.every((vertex) => vertex < positions.length / 3)).toBe(true);
}

/** Opens a file and samples all of it; whatever comes out must be sound, or a CoreError with file and remedy. */
async function survive(path: string, options: AnimationOptions | undefined): Promise<'read' | CoreError> {
  try {
    const { source } = await openAnimation(path, options);
    try {
      source.header.objects.forEach(({ times }, object) => {
        const [first, last] = [times[0], times[times.length - 1]];
        for (const time of [first, (first + last) / 2, last, last + 1]) requireSound(source.sample(object, time));
      });
    } finally {
      source.close();
    }
    return 'read';
  } catch (error) {
    if (error instanceof CoreError) return error;
    throw error;
  }
}

describe('every format of animated geometry', () => {
  it('has a sample', () => {
    expect(samples.map(({ type }) => type).sort()).toEqual(animationFormats.types());
  });

  it('says what it follows, which endings it reads and which options it takes', () => {
    for (const { reference, extensions, options } of animationFormats.all()) {
      expect(reference.length).toBeGreaterThan(10);
      for (const ending of extensions) expect(ending).toMatch(/^[a-z0-9]+$/);
      expect(new Set(options).size).toBe(options.length);
    }
  });

  describe.each(samples)('$type', ({ type, files, main, options }) => {
    const path = writeFiles(join(folder, type), files, main);

    it('is chosen, and lists what it holds', async () => {
      const { source, format } = await openAnimation(path, options);
      expect(format.type).toBe(type);
      const { objects } = source.header;
      expect(objects.length).toBeGreaterThan(0);
      expect(new Set(objects.map(({ name }) => name)).size).toBe(objects.length);
      expect(objects.some(({ times }) => times.length >= 3)).toBe(true);
      for (const { times, bounds } of objects) {
        expect(times.every((time, at) => at === 0 || time > times[at - 1])).toBe(true);
        expect(bounds).toHaveLength(6);
      }
      source.close();
    });

    it('is continuous in time where the topology is constant, and its velocity is its derivative', async () => {
      const { source } = await openAnimation(path, options);
      source.header.objects.forEach(({ times, topology, velocities }, object) => {
        if (topology !== 'constant' || velocities === 'file') return;
        const time = times[0] + 0.37 * (times[1] - times[0]);
        const step = 1e-3 * (times[1] - times[0]);
        const before = source.sample(object, time - step).positions.slice();
        const after = source.sample(object, time + step).positions.slice();
        const { velocities: found } = source.sample(object, time);
        const fastest = Math.max(...found.map(Math.abs));
        expect(fastest).toBeGreaterThan(0);
        found.forEach((velocity, k) => {
          const difference = (after[k] - before[k]) / (2 * step);
          expect(Math.abs(velocity - difference)).toBeLessThan(1e-5 * fastest);
        });
      });
      source.close();
    });

    it('is the same in whatever order it is asked for', async () => {
      const forwards = (await openAnimation(path, options)).source;
      const backwards = (await openAnimation(path, options)).source;
      forwards.header.objects.forEach(({ times }, object) => {
        const asked = [...times, times[0] - 1, times[times.length - 1] + 1, (times[0] + times[times.length - 1]) / 2];
        const found = asked.map((time) => {
          const { positions, velocities, triangles } = forwards.sample(object, time);
          return [[...positions], [...velocities], [...triangles]];
        });
        asked.toReversed().forEach((time, at) => {
          const { positions, velocities, triangles } = backwards.sample(object, time);
          expect([[...positions], [...velocities], [...triangles]]).toEqual(found[asked.length - 1 - at]);
        });
      });
      forwards.close();
      backwards.close();
    });

    it('rests before its first sample and after its last', async () => {
      const { source } = await openAnimation(path, options);
      source.header.objects.forEach(({ times }, object) => {
        for (const time of [times[0] - 0.5, times[times.length - 1] + 0.5]) {
          const { positions, velocities } = source.sample(object, time);
          expect(velocities.every((velocity) => velocity === 0)).toBe(true);
          const held = positions.slice();
          const end = time < times[0] ? times[0] : times[times.length - 1];
          expect([...source.sample(object, end).positions]).toEqual([...held]);
        }
      });
      source.close();
    });

    it('refuses options that it does not take', async () => {
      const { options: taken } = animationFormats.get(type);
      const others = { framesPerSecond: 30, mesh: 'body.obj', clip: 'walk' };
      for (const name of Object.keys(others) as (keyof typeof others)[]) {
        if (taken.includes(name)) continue;
        await expect(openAnimation(path, { [name]: others[name] })).rejects.toMatchObject({
          code: 'usage',
          file: path,
        });
      }
    });

    it(`survives ${MUTANTS} damaged copies`, async () => {
      const random = new SeededRandom(`${seed} ${type}`);
      const names = Object.keys(files);
      const place = join(folder, `${type}-mutants`);
      mkdirSync(place);
      for (const name of names) copyFileSync(join(folder, type, name), join(place, name));
      let refused = 0;
      for (let run = 0; run < MUTANTS; run++) {
        const name = names[run % names.length];
        const whole = bytesOf(files[name]);
        writeFileSync(join(place, name), mutant(whole, random));
        const outcome = await survive(join(place, main), options);
        if (outcome !== 'read') {
          refused++;
          expect(outcome.file, `${name}, run ${run}: ${outcome.message}`).toBeDefined();
          expect(outcome.remedy, `${name}, run ${run}: ${outcome.message}`).toBeDefined();
        }
        writeFileSync(join(place, name), whole);
      }
      expect(refused).toBeGreaterThan(MUTANTS / 20);
    });
  });
});
