import { CoreError } from '../../base/errors.ts';
import type { Solid } from '../../scene/kinds/solid.ts';
import { paintedValues } from '../../scene/painting/PaintedPoints.ts';
import { frameDuration, type Scene } from '../../scene/Scene.ts';
import type { NodeTargets } from '../../solids/NodeTargets.ts';
import type { PrescribedSurface } from '../attachment/PrescribedSurface.ts';
import type { KeyedInputs } from '../keyed/KeyedInputs.ts';
import type { VolumeMesh } from '../../geometry/TetMesh.ts';
import { AnimatedShape } from './AnimatedShape.ts';

export interface PulledSolid {
  readonly scene: Scene;
  readonly solid: Solid;
  /** Rest shape of the whole solid in world axes where the shot begins, m. */
  readonly volume: VolumeMesh;
  /** kg per vertex of it, and where it is in the frame that strokes are painted in, xyz, m. */
  readonly masses: Float64Array;
  readonly ownPositions: Float64Array;
  readonly inputs: KeyedInputs;
  /** What moves as prescribed in the shot. */
  readonly surfaces: readonly PrescribedSurface[];
}

/**
 * Springs that pull every vertex of a solid towards the animation that it names; undefined where it names none. A vertex of mass m has the stiffness w m omega^2 with the painted factor w, so that a solid
 * whose target moves rigidly moves as one oscillator where nothing is painted; where w is 0 it is free. Throws `document-invalid` for an animation that takes no part or has other vertices.
 */
export function animatedTargets({
  scene,
  solid,
  volume,
  masses,
  ownPositions,
  inputs,
  surfaces,
}: PulledSolid): NodeTargets | undefined {
  const target = solid.animatedTarget;
  if (target === undefined) return undefined;
  const surface = surfaces.find(({ id }) => id === target.animation) ?? noTarget(target.animation);
  const shape = new AnimatedShape({ volume, surface, matching: target.matching, frameDuration: frameDuration(scene) });
  // Of a torn solid some vertices bound no material.
  const painted = target.paintedStrength;
  const factors = painted && paintedValues(painted, ownPositions, new Float64Array(masses.length));
  const shareOf = (v: number) => (factors === undefined ? masses[v] : masses[v] * factors[v]);
  const vertices = Uint32Array.from(masses.keys()).filter((v) => shareOf(v) > 0);
  const all = new Float64Array(3 * masses.length);
  return {
    vertices,
    spring: {
      stiffness: (2 * Math.PI * target.frequency) ** 2,
      shares: Float64Array.from(vertices, shareOf),
      dampingRatio: target.dampingRatio,
      strengthAt: (time) => strengthAt(solid, inputs, time),
    },
    activeAt: (time) => strengthAt(solid, inputs, time) > 0,
    positionsAt(time, out) {
      shape.positionsAt(time, all);
      for (let i = 0; i < vertices.length; i++) {
        for (let axis = 0; axis < 3; axis++) out[3 * i + axis] = all[3 * vertices[i] + axis];
      }
    },
  };
}

function strengthAt(solid: Solid, inputs: KeyedInputs, time: number): number {
  const strength = inputs.of(solid).animatedTarget?.strength;
  return strength === undefined ? 0 : inputs.value(strength, time);
}

function noTarget(animation: string): never {
  throw new CoreError('document-invalid', `it is pulled towards the animation '${animation}', which is disabled`, {
    place: 'animatedTarget.animation',
    remedy: `Enable '${animation}', or choose another target.`,
  });
}
