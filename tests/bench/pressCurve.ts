import { isKind, type Scene } from '../../src/scene/Scene.ts';
import { runShot, templateScene } from '../support/shots.ts';
import { scaled, stopwatch, type Times } from './timing.ts';

/** Frames per second and frames of the press: two seconds, told often enough for the last hundredths of the thickness. */
const RATE = 120;
const FRAMES = 240;
/** Last thickness as a share of the first. */
const LAST = 0.011;

/** What is left of a pressed ball's thickness and the errors of its volume, as shares. */
export interface PressPoint {
  readonly thickness: number;
  /** Error of the whole volume, signed. */
  readonly error: number;
  /** Largest of one one-ring. */
  readonly worstRing: number;
}

export interface PressCurve {
  readonly elements: number;
  /** s. */
  readonly perFrame: Times;
  readonly points: readonly PressPoint[];
}

/** The share of the thickness at which each of the paper's bounds of the whole volume's error still held, %: (Irving 2007, 4.6). */
export const PAPER_PRESS = [
  { thickness: 0.13, error: 0.1 },
  { thickness: 0.023, error: 0.5 },
  { thickness: 0.014, error: 1 },
  { thickness: LAST, error: 1.7 },
] as const;

/** Presses a ball of Young's modulus `stiffness` (Pa), filled with edges of `percent` of its diagonal, to a ninetieth. */
export async function pressCurve(stiffness: number, percent: number, threads: number): Promise<PressCurve> {
  const shot = await runShot(pressScene(stiffness, percent), { threads });
  const { simulation, volumes } = shot;
  const [volume] = volumes.values();
  const points: PressPoint[] = [];
  const elapsed = stopwatch();
  while (simulation.frame < simulation.scene.range.last) {
    simulation.advance(() => false);
    const [{ sections }] = Object.values(simulation.currentFrame().stats.entities);
    const done = (simulation.frame - simulation.scene.range.first) / FRAMES;
    const kept = sections!.volumeConservation!;
    points.push({ thickness: 1 - done * (1 - LAST), error: kept.volumeError, worstRing: kept.worstRing });
  }
  const perFrame = scaled(elapsed(), 1 / FRAMES);
  shot.dispose();
  return { elements: volume.kind === 'tet' ? volume.mesh.tets.length / 4 : 0, perFrame, points };
}

function pressScene(stiffness: number, percent: number): Scene {
  const scene = templateScene('pressed-sphere', { percent, frames: FRAMES, thickness: LAST });
  const entities = scene.entities.map((entity) =>
    isKind('solid')(entity) ? { ...entity, material: { ...entity.material, youngsModulus: stiffness } } : entity,
  );
  return { ...scene, frameRate: { numerator: RATE, denominator: 1 }, entities };
}

/** Largest error of the whole volume, %, while the ball was thicker than a share of its first thickness, or just as thick. */
export function worstDownTo(points: readonly PressPoint[], thickness: number): number {
  const before = points.filter((point) => point.thickness >= thickness - 1e-9);
  return 100 * Math.max(...before.map(({ error }) => Math.abs(error)));
}
