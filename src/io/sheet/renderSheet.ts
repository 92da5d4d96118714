import { placeInMap, type ColourMap } from '../../frames/colours/colourMaps.ts';
import { ambientOcclusion } from './ambientOcclusion.ts';
import { Canvas } from './Canvas.ts';
import { KEY_DIRECTION, shadeTile } from './shadeTile.ts';
import { ShadowMap } from './ShadowMap.ts';
import { fitCamera, subjectBox, type SheetBox, type SheetCamera } from './SheetCamera.ts';
import {
  linearColour,
  srgbFromLinear,
  type Colour,
  type Sheet,
  type SheetBody,
  type SheetFrame,
  type SheetLegend,
} from './SheetScene.ts';
import { SurfaceBuffer } from './SurfaceBuffer.ts';

const PAGE: Colour = [0x17 / 255, 0x18 / 255, 0x1b / 255];
const TEXT: Colour = [0.9, 0.9, 0.91];
const DIM: Colour = [0.58, 0.6, 0.63];
const CLAY: Colour = [0xd9 / 255, 0x8f / 255, 0x4e / 255];
const STONE: Colour = [0x7e / 255, 0x88 / 255, 0x96 / 255];

/** Pixels. */
const MARGIN = 28;
const GAP = 16;
const LABEL_SIZE = 11;
const CAPTION_SIZE = 9;
const TITLE_SIZE = 16;
const LEGEND_WIDTH = 220;

const DEFAULT_VIEW: Colour = [0.62, 0.42, 1];
const DEFAULT_SAMPLES = 2;
/** Reach of ambient occlusion as a share of the subject's size. */
const OCCLUSION_REACH = 0.16;

export interface SheetImage {
  readonly width: number;
  readonly height: number;
  /** Four bytes per pixel, row by row from the top, opaque. */
  readonly rgba: Uint8Array;
}

/** Everything that all pictures of a sheet share. */
interface Studio {
  readonly camera: SheetCamera;
  readonly box: SheetBox;
  readonly buffer: SurfaceBuffer;
  readonly shadow: ShadowMap;
  readonly ground: number | undefined;
  readonly gridSpacing: number;
  readonly legend: SheetLegend | undefined;
  readonly step: number;
}

/**
 * A contact sheet: a shaded picture of each frame from one camera that keeps all of them in view, with labels. Plain software
 * rendering: no display, no native code, the same pixels on every machine of the same number format.
 */
export function renderSheet(sheet: Sheet): SheetImage {
  const { frames, tileWidth = 480, tileHeight = 360, title = '', subtitle = '' } = sheet;
  const columns = sheet.columns ?? evenColumns(frames.length);
  const rows = Math.max(1, Math.ceil(frames.length / columns));
  const hasCaptions = frames.some(({ caption = '' }) => caption !== '');
  const band = LABEL_SIZE + 18 + (hasCaptions ? CAPTION_SIZE + 8 : 0);
  const head = title === '' && sheet.legend === undefined ? MARGIN : MARGIN + TITLE_SIZE + 20;
  const width = 2 * MARGIN + columns * tileWidth + (columns - 1) * GAP;
  const height = head + rows * (tileHeight + band) + (rows - 1) * GAP + MARGIN - 8;
  const canvas = new Canvas(width, height, PAGE);
  const studio = setUp(sheet, tileWidth, tileHeight);
  drawHead(canvas, sheet, title, [subtitle, gridNote(studio)].filter((part) => part !== '').join(' · '));
  frames.forEach((frame, i) => {
    const left = MARGIN + (i % columns) * (tileWidth + GAP);
    const top = head + Math.floor(i / columns) * (tileHeight + band + GAP);
    drawTile(canvas, renderTile(frame, studio), left, top, tileWidth, tileHeight);
    drawLabels(canvas, frame, left, top + tileHeight, tileWidth);
  });
  return { width, height, rgba: canvas.rgba };
}

/** Returns the number of columns: up to four in one row; otherwise four, or three where only those fill every row. */
function evenColumns(count: number): number {
  if (count <= 4) return Math.max(1, count);
  return count % 3 === 0 && count % 4 !== 0 ? 3 : 4;
}

function setUp(sheet: Sheet, tileWidth: number, tileHeight: number): Studio {
  const { frames, viewDirection = DEFAULT_VIEW, supersampling = DEFAULT_SAMPLES } = sheet;
  const step = Math.min(4, Math.max(1, Math.round(supersampling)));
  const box = subjectBox(frames);
  const size = Math.max(box.max[0] - box.min[0], box.max[1] - box.min[1], box.max[2] - box.min[2]);
  return {
    camera: fitCamera(frames, box, viewDirection, tileWidth / tileHeight),
    box,
    buffer: new SurfaceBuffer(tileWidth * step, tileHeight * step),
    shadow: new ShadowMap(box, KEY_DIRECTION),
    ground: sheet.ground === false ? undefined : (sheet.ground ?? box.min[1]),
    gridSpacing: gridSpacing(size),
    legend: sheet.legend,
    step,
  };
}

/** Lines every 1 m, or the power of ten that suits very small and very large scenes. */
function gridSpacing(size: number): number {
  if (size >= 1 && size <= 60) return 1;
  return 10 ** Math.floor(Math.log10(Math.max(size, 1e-6)) - (size > 60 ? 0.8 : 0));
}

function gridNote({ ground, gridSpacing }: Studio): string {
  return ground === undefined ? '' : `grid ${gridSpacing} m`;
}

function renderTile(frame: SheetFrame, studio: Studio): Float32Array {
  const { buffer, camera, shadow, step, box } = studio;
  buffer.clear();
  shadow.clear();
  frame.bodies.forEach((body, i) => {
    buffer.drawBody(camera, body, i);
    shadow.draw(body);
  });
  shadow.finish();
  if (studio.ground !== undefined) buffer.drawGround(camera, studio.ground);
  const size = Math.hypot(box.max[0] - box.min[0], box.max[1] - box.min[1], box.max[2] - box.min[2]);
  const openness = ambientOcclusion(buffer, camera, OCCLUSION_REACH * size, step);
  const albedos = frame.bodies.map((body) => linearColour(bodyColour(body)));
  const { legend } = studio;
  const albedo = (number: number, scalar: number, out: Float64Array) => {
    const mapped = legend !== undefined && frame.bodies[number].scalars !== undefined;
    const colour = mapped ? linearColour(legendColour(legend, scalar)) : albedos[number];
    for (let k = 0; k < 3; k++) out[k] = colour[k];
  };
  return shadeTile(buffer, { camera, shadow, openness, step, box, gridSpacing: studio.gridSpacing, albedo });
}

/** The sRGB colour that stands for a value. */
function legendColour({ colours, limits: [low, high] }: SheetLegend, value: number): Colour {
  return mapColour(colours, (value - low) / (high - low));
}

function mapColour(colours: ColourMap, t: number): Colour {
  const at = placeInMap(colours, t);
  return [colours[at] / 255, colours[at + 1] / 255, colours[at + 2] / 255];
}

function bodyColour({ colour, role }: SheetBody): Colour {
  return colour ?? (role === 'collider' ? STONE : CLAY);
}

function drawTile(
  canvas: Canvas,
  pixels: Float32Array,
  left: number,
  top: number,
  width: number,
  height: number,
): void {
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = 3 * (y * width + x);
      const rounded = cornerCover(x, y, width, height);
      const colour: Colour = [
        srgbFromLinear(pixels[at]),
        srgbFromLinear(pixels[at + 1]),
        srgbFromLinear(pixels[at + 2]),
      ];
      canvas.set(left + x, top + y, rounded === 1 ? colour : mixed(PAGE, colour, rounded));
    }
  }
}

/** Share of a pixel inside the picture's rounded corners. */
function cornerCover(x: number, y: number, width: number, height: number): number {
  const radius = 6;
  const dx = Math.max(radius - x - 0.5, x + 0.5 - (width - radius), 0);
  const dy = Math.max(radius - y - 0.5, y + 0.5 - (height - radius), 0);
  return Math.min(1, Math.max(0, radius + 0.5 - Math.hypot(dx, dy)));
}

function mixed(a: Colour, b: Colour, t: number): Colour {
  return [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]), a[2] + t * (b[2] - a[2])];
}

function drawLabels(canvas: Canvas, frame: SheetFrame, left: number, top: number, width: number): void {
  const { label, detail = '', caption = '' } = frame;
  const baseline = top + LABEL_SIZE + 10;
  const detailWidth = canvas.text(detail, left + width - 2, baseline, {
    size: LABEL_SIZE,
    colour: DIM,
    align: 'right',
  });
  const name = canvas.fitted(label, width - detailWidth - 20, LABEL_SIZE);
  canvas.text(name, left + 2, baseline, { size: LABEL_SIZE, colour: TEXT, weight: 0.15 });
  const line = canvas.fitted(caption, width - 4, CAPTION_SIZE);
  canvas.text(line, left + 2, baseline + CAPTION_SIZE + 9, { size: CAPTION_SIZE, colour: DIM });
}

function drawHead(canvas: Canvas, { legend }: Sheet, title: string, subtitle: string): void {
  const baseline = MARGIN + TITLE_SIZE - 2;
  const right = canvas.width - MARGIN;
  const legendWidth = legend === undefined ? 0 : LEGEND_WIDTH + 24;
  if (legend !== undefined) drawLegend(canvas, legend, right - LEGEND_WIDTH, baseline);
  if (title === '') return;
  const shown = canvas.fitted(title, canvas.width - 2 * MARGIN - legendWidth, TITLE_SIZE);
  const used = canvas.text(shown, MARGIN, baseline, { size: TITLE_SIZE, colour: TEXT, weight: 0.14 });
  const room = canvas.width - 2 * MARGIN - legendWidth - used - 40;
  const note = canvas.fitted(subtitle, room, LABEL_SIZE);
  canvas.text(note, right - legendWidth, baseline, { size: LABEL_SIZE, colour: DIM, align: 'right' });
}

function drawLegend(canvas: Canvas, { label, ends, colours }: SheetLegend, left: number, baseline: number): void {
  const barTop = baseline - TITLE_SIZE + 8;
  const small = { size: CAPTION_SIZE, colour: DIM };
  for (let x = 0; x < LEGEND_WIDTH; x++) {
    canvas.rectangle(left + x, barTop, 1, 8, mapColour(colours, (x + 0.5) / LEGEND_WIDTH));
  }
  canvas.text(canvas.fitted(label, LEGEND_WIDTH, CAPTION_SIZE), left + LEGEND_WIDTH / 2, barTop - 6, {
    ...small,
    align: 'centre',
  });
  canvas.text(ends[0], left, barTop + 8 + CAPTION_SIZE + 6, small);
  canvas.text(ends[1], left + LEGEND_WIDTH, barTop + 8 + CAPTION_SIZE + 6, { ...small, align: 'right' });
}
