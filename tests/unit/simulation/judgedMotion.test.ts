import { expect, test } from 'vitest';
import type { Judgement } from '../../../src/frames/judgements.ts';
import type { VolumeMesh } from '../../../src/geometry/TetMesh.ts';
import { JudgedMotion } from '../../../src/simulation/judging/JudgedMotion.ts';
import type { SimulatedBody } from '../../../src/simulation/SimulatedBody.ts';

const positions = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1);
const mesh = { positions: positions.slice(), tets: Uint32Array.of(0, 1, 2, 3) };
const volume = { kind: 'tet', mesh } as Partial<VolumeMesh> as VolumeMesh;
const body = { id: 'a', kind: 'solid', volume, motion: { positions, velocities: new Float64Array(12) } };
const duration = 1 / 25;

/** How a body is judged that goes `way` (m) in a frame in which this explains it. */
function judge(way: number, drive?: { speed: number; travel: number; pull: number }) {
  const motion = new JudgedMotion(body as Partial<SimulatedBody> as SimulatedBody);
  motion.begin();
  if (drive !== undefined) motion.explain({ duration, speed: drive.speed }, drive.travel, drive.pull);
  for (let v = 1; v < positions.length; v += 3) positions[v] += way;
  const found: Judgement[] = [];
  motion.judge(found);
  for (let v = 1; v < positions.length; v += 3) positions[v] -= way;
  return found.map(({ kind, severity, value }) => ({ kind, severity, value }));
}

// A sling throws 30 m/s, that is 1.2 m in a frame, and the body has a size of 3^.5 m.
test.each([
  ['what a sling throws', 2.9, { speed: 0, travel: 0, pull: 0 }, []],
  ['50 m in a frame', 50, { speed: 0, travel: 0, pull: 0 }, ['broken']],
  ['a little too far', 3.5, { speed: 0, travel: 0, pull: 0 }, ['warning']],
  ['its speed', 50, { speed: 1200, travel: 0, pull: 0 }, []],
  ['a collider that moves', 50, { speed: 0, travel: 50, pull: 0 }, []],
  ['gravity', 50, { speed: 0, travel: 0, pull: 32000 }, []],
  ['a pin, or a start from a checkpoint', 50, undefined, []],
] as const)('a body jumps where nothing explains its way: %s', (_, way, drive, severities) => {
  const found = judge(way, drive);
  expect(found.map(({ severity }) => severity)).toEqual(severities);
  for (const { kind, value } of found) {
    expect(kind).toBe('jump');
    expect(value).toBeCloseTo(way, 12);
  }
});
