import { produce } from 'immer';
import { describe, expect, it } from 'vitest';
import { changeFrameRate, commonRates, rateLabel, rateOf, sameRate } from '../../../app/timeline/head/frameRates.ts';
import { listLanes } from '../../../app/timeline/lanes/keyLanes.ts';
import { evaluate } from '../../../src/scene/curves.ts';
import { framesPerSecond, isKind, sceneSchema, secondsToFrame, type Scene } from '../../../src/scene/Scene.ts';
import { keyedShot } from '../../support/keyedShot.ts';

const shot = keyedShot();
const rate48 = { numerator: 48, denominator: 1 };
const changed = (keeps: 'frames' | 'seconds') => produce(shot, (draft) => changeFrameRate(draft, rate48, keeps));
const framesOf = (scene: Scene) => listLanes(scene).map(({ curve }) => curve.keys.map(({ frame }) => frame));

describe('a new frame rate', () => {
  it('leaves keys on their frames', () => {
    expect(framesOf(changed('frames'))).toEqual(framesOf(shot));
    expect(changed('frames').range).toEqual(shot.range);
    expect(framesPerSecond(changed('frames'))).toBe(48);
  });

  it('or leaves keys, releases and the end at their times', () => {
    const scene = changed('seconds');
    expect(scene.range).toEqual({ first: 1, last: 23 });
    expect(framesOf(scene)[0]).toEqual([1, 9, 17]);
    expect(scene.entities.find(isKind('pin'))!.releaseFrame).toBe(17);
    for (const [k, lane] of listLanes(shot).entries()) {
      const after = listLanes(scene)[k].curve;
      for (const seconds of [0, 0.1, 0.25, 0.4]) {
        const [was, is] = [shot, scene].map((one) => secondsToFrame(one, seconds));
        expect(evaluate(after, is)).toBeCloseTo(evaluate(lane.curve, was), 9);
      }
    }
  });

  it('leaves a document that can be read', () => {
    expect(sceneSchema.safeParse(changed('seconds')).success).toBe(true);
  });
});

describe('frame rates', () => {
  it('read as they are written', () => {
    expect(commonRates.map(rateLabel)).toEqual(['23.976', '24', '25', '29.97', '30', '48', '50', '60']);
    for (const rate of commonRates) expect(sameRate(rateOf(Number(rateLabel(rate)))!, rate)).toBe(true);
  });

  it('are none outside of 1 to 1000', () => {
    expect([rateOf(0.5), rateOf(2000), rateOf(NaN)]).toEqual([undefined, undefined, undefined]);
    expect(rateOf(12.5)).toEqual({ numerator: 12500, denominator: 1000 });
  });
});
