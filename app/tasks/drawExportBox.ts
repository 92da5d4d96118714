import { formatNumber } from '../units/formatNumber.ts';
import { unitSymbol } from './reportText.ts';
import { placeLabels } from './placeLabels.ts';

interface Body {
  readonly positions: Float32Array;
}

/** Box of all bodies: min xyz, max xyz, m; undefined where there is no vertex. */
export function shownBounds(bodies: readonly Body[]): number[] | undefined {
  const bounds = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (const { positions } of bodies) {
    for (let i = 0; i < positions.length; i++) {
      const axis = i % 3;
      bounds[axis] = Math.min(bounds[axis], positions[i]);
      bounds[3 + axis] = Math.max(bounds[3 + axis], positions[i]);
    }
  }
  return bounds[0] > bounds[3] ? undefined : bounds;
}

/** Vertices that are drawn at most: the outline is what matters. */
const MOST_POINTS = 6000;
/** View direction of the little picture: azimuth and elevation, rad. */
const AZIMUTH = 0.65;
const ELEVATION = 0.42;
const MARGIN = 26;
/** px around the box for lengths beside it, at each side. */
const LABEL_ROOM = 58;

/** Draws the box with its side lengths in the target's unit, the axes by the target's names, and the vertices inside. */
export function drawExportBox(
  canvas: HTMLCanvasElement,
  bodies: readonly Body[],
  metresPerUnit: number,
  upAxis: 'y' | 'z',
): void {
  const bounds = shownBounds(bodies);
  const context = canvas.getContext('2d');
  if (context === null || bounds === undefined) return;
  const { clientWidth: width, clientHeight: height } = canvas;
  canvas.width = Math.round(width * devicePixelRatio);
  canvas.height = Math.round(height * devicePixelRatio);
  context.scale(devicePixelRatio, devicePixelRatio);
  const style = getComputedStyle(canvas);
  const colour = (token: string) => style.getPropertyValue(token).trim();
  const project = projection(bounds, width, height);

  context.fillStyle = colour('--text-secondary');
  context.globalAlpha = 0.5;
  const total = bodies.reduce((sum, { positions }) => sum + positions.length / 3, 0);
  const stride = Math.max(1, Math.ceil(total / MOST_POINTS));
  for (const { positions } of bodies) {
    for (let v = 0; v < positions.length / 3; v += stride) {
      const [x, y] = project(positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]);
      context.fillRect(x, y, 1, 1);
    }
  }
  context.globalAlpha = 1;
  drawEdges(
    context,
    bounds,
    project,
    {
      line: colour('--line'),
      secondary: colour('--text-secondary'),
      axes: ['--axis-x', '--axis-y', '--axis-z'].map(colour),
    },
    metresPerUnit,
    upAxis,
  );
}

type Project = (x: number, y: number, z: number) => [number, number];

/** An orthographic view from above and aside that fits the box. */
function projection(bounds: readonly number[], width: number, height: number): Project {
  const centre = [0, 1, 2].map((axis) => (bounds[axis] + bounds[3 + axis]) / 2);
  const [ca, sa, ce, se] = [Math.cos(AZIMUTH), Math.sin(AZIMUTH), Math.cos(ELEVATION), Math.sin(ELEVATION)];
  const raw: Project = (x, y, z) => {
    const [dx, dy, dz] = [x - centre[0], y - centre[1], z - centre[2]];
    return [ca * dx - sa * dz, -(ce * dy - se * (sa * dx + ca * dz))];
  };
  let [reachX, reachY] = [1e-9, 1e-9];
  for (let corner = 0; corner < 8; corner++) {
    const [x, y] = raw(...cornerOf(bounds, corner));
    reachX = Math.max(reachX, Math.abs(x));
    reachY = Math.max(reachY, Math.abs(y));
  }
  const scale = Math.min((width / 2 - LABEL_ROOM) / reachX, (height / 2 - MARGIN) / reachY);
  return (x, y, z) => {
    const [u, v] = raw(x, y, z);
    return [width / 2 + scale * u, height / 2 + scale * v];
  };
}

function cornerOf(bounds: readonly number[], corner: number): [number, number, number] {
  return [bounds[corner & 1 ? 3 : 0], bounds[corner & 2 ? 4 : 1], bounds[corner & 4 ? 5 : 2]];
}

interface Colours {
  readonly line: string;
  readonly secondary: string;
  readonly axes: readonly string[];
}

function drawEdges(
  context: CanvasRenderingContext2D,
  bounds: readonly number[],
  project: Project,
  { line, secondary, axes }: Colours,
  metresPerUnit: number,
  upAxis: 'y' | 'z',
): void {
  // Z up turns the file a quarter about x: our y is its z, our z its -y.
  const names = upAxis === 'y' ? ['X', 'Y', 'Z'] : ['X', 'Z', 'Y'];
  const colours = upAxis === 'y' ? axes : [axes[0], axes[2], axes[1]];
  const unit = unitSymbol(metresPerUnit);
  context.font = '10.5px "JetBrains Mono Variable", monospace';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  const labels: { text: string; colour: string; anchor: [number, number]; width: number }[] = [];
  // The three edges that carry a length: all on the outline, so that their labels stand beside the box.
  const measured = new Map([
    [0, 4],
    [1, 4],
    [2, 1],
  ]);
  for (let axis = 0; axis < 3; axis++) {
    for (let corner = 0; corner < 8; corner++) {
      if (corner & (1 << axis)) continue;
      const from = project(...cornerOf(bounds, corner));
      const to = project(...cornerOf(bounds, corner | (1 << axis)));
      const named = measured.get(axis) === corner;
      context.strokeStyle = named ? colours[axis] : line;
      context.lineWidth = named ? 2 : 1;
      context.beginPath();
      context.moveTo(...from);
      context.lineTo(...to);
      context.stroke();
      if (!named) continue;
      const length = (bounds[3 + axis] - bounds[axis]) / metresPerUnit;
      const text = `${names[axis]} ${formatNumber(length)} ${unit}`;
      const anchor: [number, number] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
      labels.push({ text, colour: colours[axis], anchor, width: context.measureText(text).width });
    }
  }
  const { clientWidth: width, clientHeight: height } = context.canvas;
  const places = placeLabels(labels, [width / 2, height / 2], { width, height, lineHeight: 14, gap: 5 });
  labels.forEach(({ text, colour }, k) => {
    context.fillStyle = colour;
    context.fillText(text, ...places[k]);
  });
  // Other frames have other boxes.
  context.fillStyle = secondary;
  context.textAlign = 'left';
  context.fillText('shown frame', 8, 12);
}
