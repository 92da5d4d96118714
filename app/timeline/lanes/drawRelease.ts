import { frameToX } from '../axis/TimeAxis.ts';
import type { Drawing } from '../draw/Drawing.ts';
import { drawKeyMark, KEY_SIZE } from '../keys/drawKeys.ts';
import type { ReleaseLane } from './releaseLanes.ts';

/** Height of the bars, CSS pixels, and the room that words in them need beside their own. */
const BAR = 12;
const WORDS_MARGIN = 2 * (KEY_SIZE + 6);

interface ReleaseDrawing extends Drawing {
  /** First and last frame of the shot. */
  readonly ruler: { readonly first: number; readonly last: number };
}

/** A bar up to the frame of a release and one from it on, with what the entity does in each, and the frame as a diamond. `y` is the middle of the lane. */
export function drawRelease(canvas: ReleaseDrawing, { frame, phases }: ReleaseLane, y: number): void {
  const { context, axis, theme, ruler } = canvas;
  const { colours } = theme;
  const [start, at, end] = [ruler.first, frame, ruler.last].map((one) => frameToX(axis, one));
  const middle = Math.min(Math.max(at, start), end);
  drawPhase(canvas, [start, middle], y, colours.line, phases[0]);
  drawPhase(canvas, [middle, end], y, colours.success, phases[1]);
  if (at < -KEY_SIZE || at > axis.width + KEY_SIZE) return;
  const mark = { frame, value: 0, interpolation: 'linear' } as const;
  drawKeyMark(context, mark, at, y, colours.text, colours.app);
}

function drawPhase(
  { context, axis, theme }: Drawing,
  [from, to]: readonly [number, number],
  y: number,
  colour: string,
  words: string,
): void {
  const [left, right] = [Math.max(from, 0), Math.min(to, axis.width)];
  if (right <= left) return;
  context.globalAlpha = 0.35;
  context.fillStyle = colour;
  context.fillRect(left, y - BAR / 2, right - left, BAR);
  context.globalAlpha = 1;
  context.font = theme.words;
  if (context.measureText(words).width + WORDS_MARGIN > right - left) return;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillStyle = theme.colours['text-secondary'];
  context.fillText(words, left + WORDS_MARGIN / 2, y + 0.5);
}
