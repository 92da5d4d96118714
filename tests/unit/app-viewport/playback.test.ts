import { describe, expect, test } from 'vitest';
import { Playback, walk, type PlaybackClock } from '../../../app/client/frames/Playback.ts';
import { createTimelineStore } from '../../../app/state/timelineStore.ts';

/** Time that passes when told to, in pictures. */
class FakeClock implements PlaybackClock {
  time = 1000;
  private readonly waiting = new Set<(now: number) => void>();

  now(): number {
    return this.time;
  }

  request(tick: (now: number) => void): () => void {
    this.waiting.add(tick);
    return () => this.waiting.delete(tick);
  }

  get idle(): boolean {
    return this.waiting.size === 0;
  }

  pass(milliseconds: number): void {
    this.time += milliseconds;
    const ticks = [...this.waiting];
    this.waiting.clear();
    for (const tick of ticks) tick(this.time);
  }
}

function player({
  first = 1,
  last = 10,
  rate = 25,
  ready = (_frame: number): boolean => true,
  appeared = (): boolean => true,
} = {}) {
  const timeline = createTimelineStore();
  const clock = new FakeClock();
  const playback = new Playback({
    timeline,
    clock,
    range: () => ({ first, last }),
    framesPerSecond: () => rate,
    ready,
    appeared,
  });
  timeline.setState({ frame: first });
  return { timeline, clock, playback, frame: () => timeline.getState().frame };
}

describe('in real time', () => {
  test('the frame follows the clock whatever the pictures do', () => {
    const { timeline, clock, frame } = player({ last: 100 });
    timeline.setState({ playing: true });
    for (let k = 0; k < 50; k++) clock.pass(13.7);
    expect(frame()).toBe(1 + Math.floor((50 * 13.7 * 25) / 1000));
    expect(timeline.getState().dropped).toBe(0);
  });

  test('no time passes before the shot has appeared', () => {
    let appeared = false;
    const { timeline, clock, frame } = player({ appeared: () => appeared });
    timeline.setState({ playing: true });
    for (let k = 0; k < 30; k++) clock.pass(40);
    expect(frame()).toBe(1);
    appeared = true;
    clock.pass(40);
    clock.pass(40);
    expect(frame()).toBe(3);
    expect(timeline.getState().dropped).toBe(0);
  });

  test('frames that were jumped over are counted', () => {
    const { timeline, clock, frame } = player({ last: 100 });
    timeline.setState({ playing: true });
    clock.pass(40);
    clock.pass(200);
    expect(frame()).toBe(7);
    expect(timeline.getState().dropped).toBe(4);
    timeline.setState({ playing: false });
    timeline.setState({ playing: true });
    expect(timeline.getState().dropped).toBe(0);
  });

  test('the rate is that of the last second', () => {
    const { timeline, clock } = player({ last: 1000 });
    timeline.setState({ playing: true });
    for (let k = 0; k < 60; k++) clock.pass(20);
    expect(timeline.getState().playbackRate).toBeCloseTo(25, 0);
    timeline.setState({ playing: false });
    expect(timeline.getState().playbackRate).toBe(0);
    expect(clock.idle).toBe(true);
  });

  test('moving the playhead goes on from there', () => {
    const { timeline, clock, frame } = player({ last: 100 });
    timeline.setState({ playing: true });
    clock.pass(400);
    timeline.setState({ frame: 50 });
    clock.pass(10);
    expect(frame()).toBe(50);
    clock.pass(40);
    expect(frame()).toBe(51);
  });

  test('turning round while it plays needs no stop', () => {
    const { timeline, clock, frame } = player({ last: 100 });
    timeline.setState({ frame: 20, playing: true });
    clock.pass(80);
    expect(frame()).toBe(22);
    timeline.setState({ direction: -1 });
    clock.pass(1);
    clock.pass(80);
    expect(frame()).toBe(20);
  });
});

describe('every frame', () => {
  test('waits for each, and drops none', () => {
    const made = new Set([2]);
    const { timeline, clock, frame } = player({ ready: (n) => made.has(n) });
    timeline.setState({ playMode: 'every-frame', playing: true });
    clock.pass(200);
    clock.pass(200);
    expect(frame()).toBe(2);
    made.add(3);
    clock.pass(16);
    expect(frame()).toBe(3);
    expect(timeline.getState().dropped).toBe(0);
  });

  test('is no faster than the shot', () => {
    const { timeline, clock, frame } = player({ last: 1000 });
    timeline.setState({ playMode: 'every-frame', playing: true });
    for (let k = 0; k < 100; k++) clock.pass(8);
    expect(frame()).toBeLessThanOrEqual(1 + (100 * 8 * 25) / 1000);
  });
});

describe('at the ends', () => {
  test('once stops at the last frame, and starts over from there', () => {
    const { timeline, clock, frame } = player({ last: 4 });
    timeline.setState({ loop: 'once', playing: true });
    for (let k = 0; k < 10; k++) clock.pass(40);
    expect([frame(), timeline.getState().playing]).toEqual([4, false]);
    timeline.setState({ playing: true });
    expect(frame()).toBe(1);
  });

  test('in and out points bound it', () => {
    const { timeline, clock, frame } = player({ last: 50 });
    timeline.setState({ inFrame: 10, outFrame: 12, playing: true });
    const seen = [frame()];
    for (let k = 0; k < 6; k++) {
      clock.pass(40);
      seen.push(frame());
    }
    expect(seen).toEqual([10, 11, 12, 10, 11, 12, 10]);
  });

  test.each([
    ['loop', 1, [1, 2, 3, 4, 1, 2, 3, 4, 1]],
    ['loop', -1, [1, 4, 3, 2, 1, 4, 3, 2, 1]],
    ['ping-pong', 1, [1, 2, 3, 4, 3, 2, 1, 2, 3]],
  ] as const)('%s in direction %s', (loop, direction, expected) => {
    const { timeline, clock, frame } = player({ last: 4 });
    timeline.setState({ loop, direction, playing: true });
    const seen = [frame()];
    for (let k = 0; k < 8; k++) {
      clock.pass(40);
      seen.push(frame());
    }
    expect(seen).toEqual(expected);
  });

  test('many steps at once lead where single steps lead', () => {
    for (const loop of ['loop', 'ping-pong', 'once'] as const) {
      for (const direction of [1, -1] as const) {
        let at = { frame: 4, direction: direction as 1 | -1, ended: false };
        for (let steps = 1; steps < 30; steps++) {
          const next = walk(at.frame, 1, at.direction, loop, { first: 2, last: 7 });
          at = { ...next, ended: next.ended || at.ended };
          const jumped = walk(4, steps, direction, loop, { first: 2, last: 7 });
          expect([loop, direction, steps, jumped.frame]).toEqual([loop, direction, steps, at.frame]);
          if (loop === 'once') expect(jumped.ended).toBe(at.ended);
        }
      }
    }
  });
});
