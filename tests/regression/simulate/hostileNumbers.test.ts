import { describe, expect, test } from 'vitest';
import { CoreError } from '../../../src/base/errors.ts';
import { catalogue } from '../../../src/host/catalogue/catalogue.ts';
import type { Scene } from '../../../src/scene/Scene.ts';
import { templates } from '../../../src/scene/templates.ts';
import { validateScene } from '../../../src/scene/validateScene.ts';
import { rabbitTemplate } from '../../support/rabbitTemplate.ts';
import { runShot, templateScene } from '../../support/shots.ts';
import { tinyShotInput } from '../../support/tinyShot.ts';
import { meshesIn } from '../../support/streams.ts';

// Symptom: gravity of 1e308, a block of 1e-320 m and the like ended in exceptions that nobody caught, or in bodies without volume. Cause: many numbers of a document had no range.

/** Numbers that ranges may let pass. */
const HOSTILE = [1e30, 1e-320, -0];

type Path = readonly (string | number)[];

/** The places of all numbers in a document. */
function numbersIn(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'number') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => numbersIn(inner, [...path, key]));
}

function withNumber(document: unknown, path: Path, value: number): unknown {
  const copy = structuredClone(document);
  let at = copy as Record<string | number, unknown>;
  for (const key of path.slice(0, -1)) at = at[key] as typeof at;
  at[path.at(-1)!] = value;
  return copy;
}

/** Returns a name that is the same for all places that have one schema, but for the numbers of arrays. */
function propertyName({ entities }: Scene, path: Path): string {
  const kind = path[0] === 'entities' ? entities[Number(path[1])].kind : path[0];
  return [kind, ...path.slice(path[0] === 'entities' ? 2 : 1).filter((key) => !/^\d+$/.test(String(key)))].join('.');
}

/** The scene, or undefined where it is refused in words. */
function validated(document: unknown): Scene | undefined {
  try {
    return validateScene(document, catalogue);
  } catch (error) {
    expect(error).toBeInstanceOf(CoreError);
    return undefined;
  }
}

describe('numbers that no shot is made of', () => {
  test('are refused with their place, or are a document, in all templates', async () => {
    const { template } = await rabbitTemplate();
    const seen = new Set<string>();
    const passed: string[] = [];
    for (const type of templates.types()) {
      const scene = templateScene(type, {}, type === 'cup-fill' ? undefined : template);
      for (const path of numbersIn(scene)) {
        const name = propertyName(scene, path);
        if (seen.has(name)) continue;
        seen.add(name);
        for (const value of [1e308, -1e308, NaN, Infinity]) {
          if (validated(withNumber(scene, path, value)) !== undefined)
            passed.push(`${type}: ${path.join('.')} = ${value}`);
        }
      }
    }
    expect(passed).toEqual([]);
  });

  test('end in an error with a code, or in finite frames', async () => {
    const scene = validateScene(tinyShotInput(3), catalogue);
    const odd: string[] = [];
    for (const path of numbersIn(scene)) {
      for (const value of HOSTILE) {
        const changed = validated(withNumber(scene, path, value));
        if (changed === undefined || changed.range.last - changed.range.first > 10) continue;
        const said = await outcome(changed);
        if (said !== undefined) odd.push(`${path.join('.')} = ${value}: ${said}`);
      }
    }
    expect(odd).toEqual([]);
  });

  test('of places are told with their limit and its reason', () => {
    const far = withNumber(tinyShotInput(3), ['entities', 0, 'transform', 'position', 0], 1e15);
    expect(() => validateScene(far, catalogue)).toThrow(
      expect.objectContaining({
        code: 'document-invalid',
        message: expect.stringMatching(/at most 10000 m: frames hold 32-bit numbers/),
        place: expect.stringContaining('position'),
      }),
    );
  });
});

/** What is wrong with how a shot of few frames ends; undefined where nothing is. */
async function outcome(scene: Scene): Promise<string | undefined> {
  try {
    const { simulation, dispose } = await runShot(scene, { backend: 'reference' });
    for (let k = 0; k < 2 && simulation.frame < scene.range.last; k++) simulation.advance(() => false);
    const [body] = meshesIn(simulation.currentFrame());
    dispose();
    return body.positions.every(Number.isFinite) ? undefined : 'positions are not finite';
  } catch (error) {
    return error instanceof CoreError ? undefined : String(error);
  }
}
