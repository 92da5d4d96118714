import { CoreError } from '../../../src/base/errors.ts';
import { viewportOf } from '../../viewport/viewportHandle.ts';
import type { Session } from '../../session/Session.ts';
import { drawBurnIn } from './burnIn.ts';
import { FilmWriter } from './FilmWriter.ts';
import type { PictureWriter } from './PictureWriter.ts';
import { pixelSize, playblastName, type PlayblastSettings } from './playblastSettings.ts';
import { PngZipWriter } from './PngZipWriter.ts';
import { stepFrames } from './stepFrames.ts';

export interface Playblast {
  readonly name: string;
  readonly blob: Blob;
  readonly frames: number;
}

/**
 * Draws every frame of the range with the viewport and makes a file of the pictures. `progress` is told the frames that are done. Throws
 * `cancelled`, `format-unsupported`, and `internal` where there is no viewport.
 */
export async function makePlayblast(
  session: Session,
  settings: PlayblastSettings,
  progress: (frames: number) => void,
  signal: AbortSignal,
): Promise<Playblast> {
  const viewport = viewportOf(session);
  const { scene } = session.document;
  if (viewport === undefined || scene === undefined) {
    throw new CoreError('internal', 'the viewport is not shown', {
      remedy: 'Show the viewport and try again.',
    });
  }
  const { engine, gl } = viewport;
  const size = pixelSize(settings.size, gl.domElement);
  const canvas = document.createElement('canvas');
  Object.assign(canvas, size);
  const context = canvas.getContext('2d')!;
  const [shot, take] = [scene.name, scene.take.name || scene.take.id];
  const name = playblastName(shot, take, settings.format);
  const writer = await createWriter(canvas, name, settings);
  let frames = 0;
  try {
    const { first, last, framesPerSecond, burnIn } = settings;
    await stepFrames(
      session,
      settings,
      async (frame) => {
        context.putImageData(engine.capture(gl, size.width, size.height), 0, 0);
        if (burnIn) drawBurnIn(context, size, { shot, take, frame, last, framesPerSecond });
        await writer.add(canvas, frame);
        frames = frame - first + 1;
        progress(frames);
      },
      signal,
    );
    return { name, blob: await writer.finish(), frames };
  } catch (error) {
    await writer.cancel().catch(() => undefined);
    throw error;
  }
}

function createWriter(
  canvas: HTMLCanvasElement,
  name: string,
  { format, framesPerSecond }: PlayblastSettings,
): PictureWriter | Promise<PictureWriter> {
  if (format === 'png') return new PngZipWriter(name);
  const { width, height } = canvas;
  return FilmWriter.create(canvas, { format, width, height, framesPerSecond });
}
