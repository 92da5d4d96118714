import { useEffect, useMemo } from 'react';
import { encodeStatics } from '../../../src/frames/Statics.ts';
import { staticTransform } from '../../../src/frames/makeStreams.ts';
import { shapesIn } from '../../client/frames/shownMeshes.ts';
import { useDocument, useSession } from '../../session/Session.ts';
import { ShapeDecoder } from '../shapes/ShapeDecoder.ts';
import type { ShapeMotion } from '../../state/viewStore.ts';
import { timesAround, type AnimationMotion } from './animationMotion.ts';
import type { AnimationChoice } from './animationChoice.ts';
import { meshAt, type ReadAnimation } from './AnimationReading.ts';

/**
 * Shows the mesh in the viewport as it is at one of the times that were read, by their number, with ghosts that are `ghosts` seconds before and after it and the way of its fastest vertex; 0 shows
 * neither.
 */
export function useAnimationPreview(
  read: ReadAnimation | undefined,
  choice: Pick<AnimationChoice, 'metresPerUnit' | 'upAxis'> | undefined,
  at: number,
  moves: AnimationMotion | undefined,
  ghosts: number,
): void {
  const { view } = useSession();
  const shot = useDocument((state) => state.open?.path);
  const decoder = useMemo(() => new ShapeDecoder(), []);
  const { metresPerUnit, upAxis } = choice ?? { metresPerUnit: 1, upAxis: 'y' };
  // The same box for all times, so that the view stays as it is while they play.
  const place = useMemo(() => {
    const matrix = fileMatrix(metresPerUnit, upAxis);
    return { matrix, focus: read && boxOf(read.positions, matrix) };
  }, [read, metresPerUnit, upAxis]);
  useEffect(() => {
    if (read === undefined || shot === undefined) {
      view.setState({ preview: undefined });
      return undefined;
    }
    let wanted = true;
    const { positions, triangles } = meshAt(read, at);
    const surface = { positions: Float64Array.from(positions), triangles };
    const motion = moves === undefined || ghosts === 0 ? undefined : shapeMotion(read, moves, at, ghosts);
    void decoder
      .prepare(encodeStatics({ streams: [staticTransform('animation', surface, 'guide')] }))
      .then((statics) => {
        if (!wanted) return;
        const [shape] = shapesIn(statics);
        view.setState({
          preview: {
            statics: { ...statics, streams: [shape] },
            matrix: place.matrix,
            replaces: undefined,
            alone: false,
            marked: undefined,
            motion,
            colouring: undefined,
            focus: place.focus,
          },
        });
      });
    return () => {
      wanted = false;
    };
  }, [view, shot, decoder, read, place, at, moves, ghosts]);
  useEffect(
    () => () => {
      view.setState({ preview: undefined });
      decoder.close();
    },
    [view, decoder],
  );
}

/** The mesh at other times, and the way of its fastest vertex. */
function shapeMotion(
  read: ReadAnimation,
  { vertex, speeds, limit }: AnimationMotion,
  at: number,
  seconds: number,
): ShapeMotion {
  const { before, after } = timesAround(read.times, at, seconds);
  const ghost = (time: number | undefined, when: 'before' | 'after') =>
    time === undefined ? [] : [{ positions: meshAt(read, time).positions.slice(), when }];
  const places = new Float32Array(3 * read.times.length);
  read.times.forEach((_, time) =>
    places.set(meshAt(read, time).positions.subarray(3 * vertex, 3 * vertex + 3), 3 * time),
  );
  return {
    triangles: read.triangles,
    ghosts: [...ghost(before, 'before'), ...ghost(after, 'after')],
    path: { places, isFast: Uint8Array.from(speeds, (speed) => (speed > limit ? 1 : 0)) },
  };
}

/** Column-major matrix from the file to the world. */
function fileMatrix(s: number, upAxis: 'y' | 'z'): number[] {
  return upAxis === 'y'
    ? [s, 0, 0, 0, 0, s, 0, 0, 0, 0, s, 0, 0, 0, 0, 1]
    : [s, 0, 0, 0, 0, 0, -s, 0, 0, s, 0, 0, 0, 0, 0, 1];
}

/** Min xyz, max xyz in the world of all times. */
function boxOf(positions: Float32Array, m: readonly number[]): number[] {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let k = 0; k < positions.length; k += 3) {
    for (let axis = 0; axis < 3; axis++) {
      const value = m[axis] * positions[k] + m[4 + axis] * positions[k + 1] + m[8 + axis] * positions[k + 2];
      box[axis] = Math.min(box[axis], value);
      box[3 + axis] = Math.max(box[3 + axis], value);
    }
  }
  return box;
}
