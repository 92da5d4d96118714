import { CoreError } from '../../base/errors.ts';
import { guessUnit, metresPerUnit } from '../../geometry/preflight/unitGuess.ts';
import { isClosedSurface } from '../../geometry/welding/isClosedSurface.ts';
import { emptyBox, growBoxByBox, isEmptyBox } from '../../io/alembic/BoundsProperty.ts';
import type { AnimatedObject, AnimatedSource, AnimationOptions } from '../../io/AnimatedSource.ts';
import { findFrameFiles, marksFrames } from '../../io/animations/sequence/frameFiles.ts';
import { openAnimation } from '../../io/openAnimation.ts';
import type { AnimationReport } from '../../protocol/requests/animations.ts';

/** Triangles of an object up to which it is looked at whether it is closed. */
const MOST_LOOKED_AT = 1_000_000;

/**
 * Opens animated geometry and tells what it holds, with the unit and the axis that are likely where the file does not say them. The path of a sequence becomes that of its first file,
 * as documents refer to it. Throws as `openAnimation`, and `geometry-empty` where no mesh is in it.
 */
export async function inspectAnimation(path: string, options: AnimationOptions): Promise<AnimationReport> {
  const { source, format } = await openAnimation(path, options);
  try {
    const { application, framesPerSecond, upAxis, clips = [], doubts } = source.header;
    const objects = source.header.objects.flatMap((object, index) =>
      object.type === 'mesh' ? [objectReport(object, source, index)] : [],
    );
    if (objects.length === 0) {
      throw new CoreError('geometry-empty', 'no mesh of it moves', {
        file: path,
        remedy: 'Export a mesh, not points.',
      });
    }
    return {
      path: format.isSequence && marksFrames(path) ? findFrameFiles(path).paths[0] : path,
      format: format.label,
      application,
      framesPerSecond,
      unit: unitOf(source),
      upAxis: upAxis ?? 'y',
      knowsAxis: upAxis !== undefined,
      clips: [...clips],
      objects,
      doubts: [...doubts],
    };
  } finally {
    source.close();
  }
}

function objectReport(object: AnimatedObject, source: AnimatedSource, index: number) {
  const { name, vertices, triangles, topology, velocities, times, bounds } = object;
  return {
    name,
    vertices,
    triangles,
    topology,
    velocities,
    samples: times.length,
    firstTime: times[0],
    lastTime: times[times.length - 1],
    bounds: bounds && [...bounds],
    closed: triangles > 0 && triangles <= MOST_LOOKED_AT && isClosedSurface(source.sample(index, times[0])),
  };
}

/** The file's unit, or the one that its size speaks for. */
function unitOf({ header }: AnimatedSource): AnimationReport['unit'] {
  const box = emptyBox();
  for (const { bounds } of header.objects) if (bounds !== undefined) growBoxByBox(box, bounds);
  if (header.metresPerUnit !== undefined) return { metres: header.metresPerUnit, known: true };
  if (isEmptyBox(box)) return { metres: 1, known: false };
  const { unit, usual, sentence } = guessUnit([0, 1, 2].map((axis) => box[axis + 3] - box[axis]));
  return { metres: usual ? metresPerUnit[unit] : 1, known: false, sentence };
}
