import { describe, expect, it } from 'vitest';
import {
  chosenTemplate,
  initialSettings,
  newShotRequest,
  proposedName,
  templateParams,
} from '../../../app/start/newShotRequest.ts';
import { qualityFigures } from '../../../app/start/newShot/QualityCells.tsx';
import type { PricedMesher } from '../../../app/start/newShot/usePricedMeshers.ts';
import type { DefinitionInfo } from '../../../src/protocol/requests/program.ts';

const params = {
  type: 'object',
  properties: { height: { type: 'number', default: 0.5 }, soft: { type: 'boolean', default: true } },
};
const template = (type: string, needsMesh: boolean, takesMesh = needsMesh): DefinitionInfo => ({
  kind: 'template',
  type,
  label: type.toUpperCase(),
  reference: '',
  params,
  extensions: [],
  needsMesh,
  takesMesh,
  sequence: false,
});
const [drop, torus] = [template('drop', true), template('torus', false)];

describe('a new shot', () => {
  it('begins with the first template that uses what there is', () => {
    expect(chosenTemplate([drop, torus], initialSettings)).toBe(torus);
    expect(chosenTemplate([drop, torus], { ...initialSettings, mesh: 'cow.obj' })).toBe(drop);
    expect(chosenTemplate([drop, torus], { ...initialSettings, template: 'drop' })).toBe(drop);
  });

  it('may be of a mesh in place of the one that its template brings', () => {
    const gears = template('gears', false, true);
    const settings = { ...initialSettings, template: 'gears', mesh: 'cow.obj' };
    expect(chosenTemplate([torus, gears], { ...initialSettings, mesh: 'cow.obj' })).toBe(gears);
    expect(newShotRequest(gears, settings)).toMatchObject({ name: 'cow', mesh: { path: 'cow.obj' } });
    expect(newShotRequest(gears, { ...settings, mesh: undefined }).mesh).toBeUndefined();
  });

  it('is called as was typed, else after its mesh, else after its template', () => {
    expect(proposedName(torus, 'scans/cow_hi.obj')).toBe('TORUS');
    expect(proposedName(drop, 'scans/cow_hi.obj')).toBe('cow hi');
    expect(newShotRequest(drop, { ...initialSettings, mesh: 'cow.obj', name: ' Milk ' })).toMatchObject({
      name: 'Milk',
    });
  });

  it('takes the parameters that were set for its template, and no mesh that it has no use for', () => {
    const settings = { ...initialSettings, mesh: 'cow.obj', upAxis: 'z' as const, params: { drop: { height: 2 } } };
    expect(templateParams(drop, settings)).toEqual({ height: 2, soft: true });
    expect(newShotRequest(drop, settings)).toEqual({
      template: 'drop',
      name: 'cow',
      params: { height: 2 },
      mesh: { path: 'cow.obj', metresPerUnit: 1, upAxis: 'z' },
    });
    expect(newShotRequest(torus, settings)).toEqual({ template: 'torus', name: 'TORUS', params: {}, mesh: undefined });
  });

  it('prices each quality by what Draft makes of the mesh: elements by the cube of the edge, time by their 4/3 and the substeps', () => {
    const preview = { tets: 1000, edgeLength: 0.1 } as Extract<PricedMesher, { kind: 'priced' }>['preview'];
    const priced = { kind: 'priced' as const, preview };
    expect(qualityFigures('draft', priced)).toEqual({ edge: 0.1, elements: 1000, times: 1 });
    const { edge, elements, times } = qualityFigures('final', priced);
    expect(edge).toBeCloseTo(0.045, 12);
    expect(elements).toBeCloseTo(1000 / 0.45 ** 3, 6);
    // Twice the substeps.
    expect(times).toBeCloseTo(2 / 0.45 ** 4, 6);
    expect(qualityFigures('preview', { kind: 'refused', reason: 'no inside' })).toMatchObject({ elements: undefined });
  });
});
