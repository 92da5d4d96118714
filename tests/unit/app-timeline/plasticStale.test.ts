import { expect, test } from 'vitest';
import { laneId } from '../../../app/timeline/lanes/keyLanes.ts';
import { nameInput } from '../../../app/timeline/stale/nameInput.ts';
import { entitySchema } from '../../../src/scene/kindRegistry.ts';
import { newSolid } from '../../../src/scene/kinds/solid.ts';
import { templateScene } from '../../support/shots.ts';

test('inputs of plastic flow are named as the artist knows them', () => {
  const solid = entitySchema.parse({ ...newSolid([], 'sphere'), id: 'ball', name: 'Ball', plasticity: { goal: {} } });
  const scene = { ...templateScene('clay-press'), entities: [solid] };
  const pull = nameInput('entities.ball.plasticity.goal.pull.pieces[0][2]', scene);
  expect(pull).toMatchObject({ entity: 'ball', unit: '1/s', lane: laneId('ball', ['plasticity', 'goal', 'pull']) });
  expect(pull.steps[0]).toBe('Ball');
  expect(pull.steps.at(-1)).toMatch(/goal attraction/i);
  const limit = nameInput('entities.ball.plasticity.stretchLimit', scene);
  expect(limit.steps.at(-1)).toMatch(/stretch limit/i);
  expect(nameInput('entities.ball.plasticity', scene).steps.at(-1)).toMatch(/plasticity/i);
});
