import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { paceNumbers } from '../../../app/session/paceNumbers.ts';
import type { Session } from '../../../app/session/Session.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** A session of which only this is asked: whether it plays. */
function sessionThat(playing: boolean): Session {
  return { timeline: createStore(() => ({ playing })) } as unknown as Session;
}

test('while a shot plays, its numbers are written ten times a second', () => {
  let written = 0;
  const paced = paceNumbers(sessionThat(true), () => written++);
  for (let picture = 0; picture < 60; picture++) {
    paced();
    vi.advanceTimersByTime(1000 / 60);
  }
  expect(written).toBeGreaterThanOrEqual(9);
  expect(written).toBeLessThanOrEqual(10);
});

test('while it stands, every change is written at once', () => {
  let written = 0;
  const paced = paceNumbers(sessionThat(false), () => written++);
  for (let change = 0; change < 5; change++) paced();
  expect(written).toBe(5);
});
