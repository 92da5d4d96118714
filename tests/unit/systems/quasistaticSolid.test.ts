import { expect, test } from 'vitest';
import { CoreError } from '../../../src/base/errors.ts';
import { constitutiveModels } from '../../../src/materials/ConstitutiveModel.ts';
import type { Solid } from '../../../src/scene/kinds/solid.ts';
import { isKind, type Entity, type Scene } from '../../../src/scene/Scene.ts';
import { runShot } from '../../support/shots.ts';
import { tinyShot } from '../../support/tinyShot.ts';

/** The tiny shot on level ground, its solids quasistatic and changed. */
function shot(change: Partial<Solid> = {}, keep: (kind: string) => boolean = () => true): Scene {
  const scene = tinyShot(8);
  const entities = scene.entities
    .filter(({ kind }) => keep(kind))
    .map((entity): Entity => {
      if (isKind('collider')(entity)) return { ...entity, transform: { position: [0, 0, 0], rotation: [0, 0, 0] } };
      return isKind('solid')(entity) ? { ...entity, integration: 'quasistatic', ...change } : entity;
    });
  return { ...scene, entities };
}

test('without anything that holds it, a solid stops at the first frame, named, with what may help', async () => {
  const { simulation, dispose } = await runShot(shot({}, (kind) => kind === 'solid'));
  const failure = caught(() => simulation.currentFrame());
  expect(failure).toBeInstanceOf(CoreError);
  const { code, place, remedy, failure: told } = failure as CoreError;
  expect(code).toBe('simulation-failed');
  expect(place).toContain('solid ');
  expect(remedy).toContain('pin');
  expect(told).toMatchObject({ cause: 'not-converged', frame: 1 });
  expect(told?.suggestions[0].changes[0]).toMatchObject({ value: 'implicit' });
  dispose();
});

test('what a quasistatic solid leaves out is told once', async () => {
  const { simulation, advanceTo, dispose } = await runShot(
    shot({ contact: { others: true, self: false } as Solid['contact'] }),
  );
  expect(simulation.currentFrame().stats.warnings.join()).toContain('collides with colliders only');
  advanceTo(2);
  expect(simulation.currentFrame().stats.warnings).toEqual([]);
  dispose();
});

test('muscle without fibres is told', async () => {
  const { material } = tinyShot(8).entities.find(isKind('solid'))!;
  const told = async (fibres: Solid['fibres']) => {
    const { simulation, dispose } = await runShot(
      shot({
        fibres,
        material: {
          ...material,
          model: 'muscle',
          params: constitutiveModels.get('muscle').params.parse({}) as Solid['material']['params'],
        },
      }),
    );
    const { warnings } = simulation.currentFrame().stats;
    dispose();
    return warnings.filter((text) => text.includes('muscle without fibres'));
  };
  expect(await told(undefined)).toHaveLength(1);
  expect(await told({ direction: { kind: 'constant', axis: [0, 1, 0] }, activation: 0 })).toEqual([]);
});

function caught(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}
