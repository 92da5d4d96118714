import { encodeFrame } from '../../../src/frames/Frame.ts';
import type { QualityName } from '../../../src/scene/Scene.ts';
import { runShot, templateScene } from '../../support/shots.ts';

/** A shot that is simulated frame by frame on one thread. */
export interface SteppedShot {
  /** Simulates one frame and encodes it as it is stored; false where the shot has ended. */
  advance(): boolean;
  dispose(): void;
}

/**
 * Makes the shot of a template ready to run. Another commit is built with this very file in the place of its own, so that both programs are asked for the same: it takes
 * nothing of them but what is imported here.
 */
export async function stepShot(
  template: string,
  params: Readonly<Record<string, unknown>>,
  quality: QualityName,
): Promise<SteppedShot> {
  const shot = await runShot(templateScene(template, params), { quality, threads: 1 });
  const { simulation } = shot;
  return {
    advance() {
      if (simulation.frame >= simulation.scene.range.last) return false;
      simulation.advance(() => false);
      encodeFrame(simulation.currentFrame());
      return true;
    },
    dispose: () => shot.dispose(),
  };
}
