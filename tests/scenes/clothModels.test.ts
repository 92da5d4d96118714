import { expect, test } from 'vitest';
import { catalogue } from '../../src/host/catalogue/catalogue.ts';
import { constitutiveModels } from '../../src/materials/ConstitutiveModel.ts';
import { documentVersion, type Scene } from '../../src/scene/Scene.ts';
import { validateScene } from '../../src/scene/validateScene.ts';
import { PlaneStress } from '../../src/solids/cloth/PlaneStress.ts';
import { runShot } from '../support/shots.ts';
import { meshesIn } from '../support/streams.ts';

const WIDTH = 0.3;
const LENGTH = 0.6;
const STIFFNESS = 20;
const DENSITY = 2;
const LAST = 97;
/** m/s2. */
const GRAVITY = 9.81;

/** A soft strip that hangs from its upper end, with these members. */
function strip(members: object, fabric: object = {}): Scene {
  return validateScene(
    {
      format: 'ductile-shot',
      version: documentVersion,
      project: '5a1b4b70-3c64-4f0f-9a36-0c6c7e7f5d22',
      name: 'strip',
      range: { first: 1, last: LAST },
      entities: [
        {
          kind: 'cloth',
          id: 'strip',
          source: { kind: 'procedural', form: { shape: 'sheet', width: WIDTH, depth: LENGTH, edge: 0.05 } },
          fabric: { membraneStiffness: STIFFNESS, areaDensity: DENSITY, poissonRatio: 0, dampingTime: 0.1, ...fabric },
          contact: { self: false },
          drag: 5,
          transform: { rotation: [Math.PI / 2, 0, 0] },
          ...members,
        },
        {
          kind: 'pin',
          id: 'bar',
          target: 'strip',
          selection: { kind: 'box', min: [-1, LENGTH / 2 - 1e-3, -1], max: [1, 1, 1] },
        },
      ],
    },
    catalogue,
  );
}

/** How long the strip hangs at the end, m. */
async function hangingLength(scene: Scene): Promise<number> {
  const shot = await runShot(scene);
  shot.advanceTo(LAST);
  const [{ positions }] = meshesIn(shot.simulation.currentFrame());
  const heights = [...positions.keys()].filter((k) => k % 3 === 1).map((k) => positions[k]);
  shot.dispose();
  return LENGTH / 2 - Math.min(...heights);
}

/** Length of a strip under its weight, m: at Poisson's ratio 0 the stretch at a distance from the lower end solves P1(s) = weight below, per width. */
function expectedLength(type: string): number {
  const definition = constitutiveModels.get(type);
  const model = definition.create({ youngsModulus: STIFFNESS, poissonRatio: 0 }, definition.params.parse({}));
  const law = new PlaneStress(model);
  const steps = 600;
  let length = 0;
  for (let k = 0; k < steps; k++) {
    const load = (DENSITY * GRAVITY * LENGTH * (k + 0.5)) / steps;
    let [low, high] = [1, 4];
    for (let round = 0; round < 60; round++) {
      const middle = 0.5 * (low + high);
      law.measure(Float64Array.of(middle, 1), 0);
      if (law.stress[0] < load) low = middle;
      else high = middle;
    }
    length += (low * LENGTH) / steps;
  }
  return length;
}

test.each(['rotated-linear', 'neo-hookean', 'st-venant-kirchhoff'])(
  'a strip of the model %s hangs as long as its stress says',
  async (type) => {
    const scene = strip(type === 'rotated-linear' ? {} : { membrane: { model: type, params: {} } });
    const length = await hangingLength(scene);
    expect(length).toBeGreaterThan(1.15 * LENGTH);
    expect(length / expectedLength(type)).toBeCloseTo(1, 1.7);
  },
);

test.each([
  ['a model with fibres', { membrane: { model: 'muscle', params: {} } }, {}],
  ['a model of small strain', { membrane: { model: 'linear', params: {} } }, {}],
  ["a Poisson's ratio that no solid has", { membrane: { model: 'neo-hookean', params: {} } }, { poissonRatio: 0.8 }],
])('%s is refused before the first frame', async (_name, members, fabric) => {
  await expect(runShot(strip(members, fabric))).rejects.toMatchObject({ code: 'document-invalid' });
});
