import { expect, test } from 'vitest';
import { liquidShot } from '../support/liquidShot.ts';
import { runShot } from '../support/shots.ts';

/** .5 m are 7.1 cells: the grid has eight. */
const CELL = 0.07;
const LEVEL = 3 * CELL;
const LAST = 5;

const LIQUIDS = {
  ...Object.fromEntries(['affine', 'flip', 'level-set', 'markers'].map((type) => [type, { transport: { type } }])),
  'shallow water': { method: { kind: 'shallow-water' } },
};

test.each(Object.entries(LIQUIDS))(
  'water that is filled into the whole width of a box rests from the first frame on, however many cells fit (%s)',
  async (_, liquid) => {
    const pool = {
      ...{ kind: 'region', id: 'fill', liquid: 'water', role: { kind: 'fill' } },
      shape: { kind: 'registered', type: 'box', params: { sizeX: 0.5, sizeY: LEVEL, sizeZ: 0.5 } },
      transform: { position: [0, LEVEL / 2, 0] },
    };
    const shot = await runShot(liquidShot([pool], { cell: CELL, last: LAST, liquid }));
    const { simulation } = shot;
    let most = 0;
    for (let frame = 2; frame <= LAST; frame++) {
      shot.advanceTo(frame);
      most = Math.max(most, simulation.currentFrame().stats.entities['water'].energies.kinetic);
    }
    shot.dispose();
    expect(most).toBeLessThan(1e-12);
  },
);
