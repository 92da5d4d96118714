import { SeededRandom } from '../support/random.ts';
import { isKind, type QualityName, type Scene } from '../../src/scene/Scene.ts';
import { extent, rigidDistance } from '../support/rigidDistance.ts';
import { runShot, templateScene, type RunningShot } from '../support/shots.ts';

/** Diameter and height of the torus, and the amplitude of the noise, m. */
const SIZE = 1.4;
const HEIGHT = 0.4;
const NOISE = 0.05;
/** The first frame with strength. */
const BACK = 37;
const THREADS = 2;
/** Kilobytes in a megabyte. */
const MEGA = 1024;

function alwaysStrong(scene: Scene): Scene {
  const entities = scene.entities.map((entity) => (isKind('solid')(entity) ? { ...entity, strength: 1 } : entity));
  return { ...scene, entities };
}

/** Moves every vertex by up to the amplitude along each axis; upwards only, because below is the floor. */
function disturb(positions: Float64Array): void {
  const random = new SeededRandom('puddle noise');
  for (let k = 0; k < positions.length; k++) {
    const noise = (random.uint32() / 2 ** 32 - 0.5) * 2 * NOISE;
    positions[k] += k % 3 === 1 ? Math.abs(noise) : noise;
  }
}

function elementCount(shot: RunningShot): number {
  const volume = shot.volumes.get('torus');
  return volume?.kind === 'tet' ? volume.mesh.tets.length / 4 : 0;
}

async function row(quality: QualityName, noisy: boolean, settled: Float64Array): Promise<string> {
  const scene = templateScene('torus-puddle');
  const shot = await runShot(scene, { quality, threads: THREADS });
  const { simulation } = shot;
  const { positions } = simulation.motionOf('torus');
  const began = performance.now();
  shot.advanceTo(BACK);
  const flat = extent(positions, 1).max / HEIGHT;
  if (noisy) disturb(positions);
  const inverted = simulation.currentFrame().stats.invertedElements / elementCount(shot);
  shot.advanceTo(scene.range.last);
  const seconds = (performance.now() - began) / 1000 / (scene.range.last - scene.range.first);
  const { max, rms } = rigidDistance(positions, settled);
  const left = simulation.currentFrame().stats.invertedElements;
  const cells = [
    String(elementCount(shot)).padStart(7),
    (noisy ? 'noise' : 'plain').padEnd(6),
    `${(100 * flat).toFixed(2)} %`.padStart(8),
    `${(100 * inverted).toFixed(1)} %`.padStart(9),
    `${((100 * max) / SIZE).toFixed(3)} %`.padStart(9),
    `${((100 * rms) / SIZE).toFixed(3)} %`.padStart(9),
    String(left).padStart(5),
    seconds.toFixed(4).padStart(8),
    (process.resourceUsage().maxRSS / MEGA).toFixed(0).padStart(6),
  ];
  shot.dispose();
  return cells.join('  ');
}

process.stdout.write('   tets  state   height   inverted   max/size   rms/size   left   s/frame     MB\n');
for (const quality of ['draft', 'final'] as const) {
  const reference = await runShot(alwaysStrong(templateScene('torus-puddle')), { quality, threads: THREADS });
  reference.advanceTo(reference.simulation.scene.range.last);
  const settled = reference.simulation.motionOf('torus').positions.slice();
  reference.dispose();
  for (const noisy of [false, true]) process.stdout.write(`${await row(quality, noisy, settled)}\n`);
}
