import { cornersOf } from '../meshes/elementFaces.ts';
import { useCallback, useRef } from 'react';
import { Scissors } from 'lucide-react';
import { Vector3 } from 'three';
import type { MeshStatics } from '../../state/DisplayStatics.ts';
import { useDocument, useSession, useView, type Session } from '../../session/Session.ts';
import { entityName } from '../../document/entityEdits.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { writeText } from '../../ui/writeText.ts';
import { formatNumber } from '../../units/formatNumber.ts';
import { viewportOf, type ViewportHandle } from '../viewportHandle.ts';
import { elementStrain } from '../probe/elementStrain.ts';
import { elementFigure, figureElements, type Figure, type FigureLayer } from './elementFigure.ts';
import { useDrawn, useViewport } from './useDrawn.ts';
import { viewportStore } from '../viewportState.ts';

/** How far the cut stays in front of the element's middle, as a share of the bodies' box: the element itself is kept. */
const CLEAR = 1e-3;

/** Cuts the bodies open along the side that faces the viewer, down to an element of one of them, and puts the probe on it. */
function cutOpenAt(session: Session, entity: string, element: number, corners: Uint32Array): void {
  const engine = viewportOf(session)?.engine;
  const solid = engine?.objects.views.find(entity, 'mesh');
  if (engine === undefined || solid === undefined) return;
  const place = middleOf(corners, solid.volumePositions).applyMatrix4(solid.object.matrixWorld);
  const towards = engine.rig.camera.position.clone().sub(place);
  const axis = (['x', 'y', 'z'] as const).reduce((best, next) =>
    Math.abs(towards[next]) > Math.abs(towards[best]) ? next : best,
  );
  const flipped = towards[axis] < 0;
  const { min, max } = engine.objects.cutBox();
  const share = (place[axis] - min[axis]) / Math.max(max[axis] - min[axis], Number.MIN_VALUE);
  const offset = share + (flipped ? -CLEAR : CLEAR);
  session.view.setState({
    mode: 'cut',
    cut: { axis, offset: Math.min(1, Math.max(0, offset)), flipped },
    isolated: undefined,
  });
  viewportStore(session).setState({ probe: { entity, element, point: place.toArray(), triangle: undefined } });
}

function middleOf(corners: Uint32Array, positions: Float32Array): Vector3 {
  const sum = new Vector3();
  const corner = new Vector3();
  for (const vertex of corners) sum.add(corner.fromArray(positions, 3 * vertex));
  return sum.divideScalar(corners.length);
}

/** px around the figure, for the numbers of its corners. */
const MARGIN = 28;
const FILL: Readonly<Record<FigureLayer, number>> = { own: 0.92, face: 0.14, edge: 0.03 };
const STROKE: Readonly<Record<FigureLayer, number>> = { own: 1, face: 0.45, edge: 0.13 };
/** px of the ring around the element in the picture, at least. */
const LEAST_RING = 16;

/** The isolated element by itself: how it lies, its corners, how far it is from its shape at rest; a line leads to its place. */
export function ElementInset() {
  const isolated = useView((state) => state.isolated);
  const count = useViewport((state) => state.isolatedCount);
  if (isolated === undefined || count === 0) return null;
  return <Inset key={`${isolated.entity} ${isolated.element}`} {...isolated} neighbours={count - 1} />;
}

interface InsetProps {
  readonly entity: string;
  readonly element: number;
  readonly neighbours: number;
}

function Inset({ entity, element, neighbours }: InsetProps) {
  const session = useSession();
  const root = useRef<HTMLDivElement>(null);
  const shown = useRef<ReturnType<typeof figureElements>>(undefined);
  const name = useDocument(({ open }) => {
    const found = open?.scene.entities.find(({ id }) => id === entity);
    return found === undefined ? entity : entityName(found);
  });
  const update = useCallback(
    ({ engine }: ViewportHandle) => {
      const box = root.current;
      const solid = engine.objects.views.find(entity, 'mesh');
      if (box === null || solid === undefined) return;
      const { statics, volumePositions } = solid;
      const corners = cornersIn(statics, element);
      if (corners === undefined) return;
      shown.current ??= figureElements(statics, element);
      const canvas = box.querySelector('canvas')!;
      const size = { width: canvas.clientWidth, height: canvas.clientHeight, margin: MARGIN };
      const turn = engine.rig.camera.quaternion.clone().invert();
      drawFigure(canvas, elementFigure(statics, shown.current, volumePositions, turn, size));
      writeNumbers(box, elementStrain(corners, statics.restVolume, volumePositions));
      const frame = session.frameSource.store.getState().shown?.frame;
      write(box, 'frame', frame === undefined ? 'at rest' : `frame ${frame}`);
      const points = [...corners].map((vertex) =>
        engine.project(new Vector3().fromArray(volumePositions, 3 * vertex).applyMatrix4(solid.object.matrixWorld)),
      );
      placeRing(box, points);
    },
    [session, entity, element],
  );
  useDrawn(update);
  return (
    <div ref={root} className="viewport-inset">
      <svg aria-hidden>
        <circle />
        <line />
      </svg>
      <section className="viewport-card viewport-inset-card" aria-label={`Element ${element} of ${name}`}>
        <header>
          <span className="viewport-inset-mark" aria-hidden />
          <strong>Element {formatNumber(element, 9)}</strong>
          <span>{neighbours === 0 ? 'no neighbours' : `+ ${neighbours} neighbours`}</span>
          <IconButton
            size="small"
            icon={Scissors}
            label="Cut the body here"
            onClick={() => {
              const corners = cornersIn(
                viewportOf(session)?.engine.objects.views.find(entity, 'mesh')?.statics,
                element,
              );
              if (corners !== undefined) cutOpenAt(session, entity, element, corners);
            }}
          />
        </header>
        <canvas role="img" aria-label="The element, its neighbours and the numbers of its vertices" />
        <footer className="mono">
          <span title="Volume ratio J = det F">
            J <b data-field="volume" />
          </span>
          <span title="Signed singular values of the deformation gradient F: stretch along three axes, negative where inverted">
            σ <b data-field="stretches" />
          </span>
          <span data-field="frame" />
        </footer>
      </section>
    </div>
  );
}

/** Vertices of an element; undefined where the body has no such one. */
function cornersIn(statics: MeshStatics | undefined, element: number): Uint32Array | undefined {
  if (statics === undefined) return undefined;
  const { elements, elementSize } = statics;
  const count = cornersOf(elementSize);
  const corners = elements.subarray(elementSize * element, elementSize * element + count);
  return corners.length < count ? undefined : corners;
}

function write(box: HTMLElement, field: string, text: string, tone = ''): void {
  const cell = box.querySelector<HTMLElement>(`[data-field='${field}']`)!;
  writeText(cell, text);
  cell.dataset['tone'] = tone;
}

function writeNumbers(box: HTMLElement, strain: ReturnType<typeof elementStrain>): void {
  const text = (value: number): string => `${value < 0 ? '−' : ''}${Math.abs(value).toFixed(2)}`;
  const tone = strain !== undefined && strain.volumeRatio <= 0 ? 'danger' : '';
  write(box, 'volume', strain === undefined ? '–' : text(strain.volumeRatio), tone);
  write(box, 'stretches', strain === undefined ? '–' : strain.stretches.map(text).join('  '), tone);
}

/** A ring around the element in the picture, and a line from it to the card. */
function placeRing(box: HTMLElement, points: readonly { x: number; y: number; behind: boolean }[]): void {
  const svg = box.querySelector('svg')!;
  svg.style.visibility = points.some(({ behind }) => behind) ? 'hidden' : '';
  const [x, y] = (['x', 'y'] as const).map(
    (axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length,
  );
  const reach = Math.max(...points.map((point) => Math.hypot(point.x - x, point.y - y)));
  const ring = Math.max(reach + 8, LEAST_RING);
  const card = box.querySelector<HTMLElement>('.viewport-inset-card')!;
  const [left, top] = [card.offsetLeft, card.offsetTop];
  // From the ring to the nearest place of the card's edge.
  const toX = Math.min(Math.max(x, left), left + card.offsetWidth);
  const toY = Math.min(Math.max(y, top), top + card.offsetHeight);
  const away = Math.hypot(toX - x, toY - y);
  const [circle, line] = [svg.querySelector('circle')!, svg.querySelector('line')!];
  Object.entries({ cx: x, cy: y, r: ring }).forEach(([key, value]) => circle.setAttribute(key, value.toFixed(1)));
  line.style.visibility = away > ring ? '' : 'hidden';
  const share = away > 0 ? ring / away : 0;
  const ends = { x1: x + share * (toX - x), y1: y + share * (toY - y), x2: toX, y2: toY };
  Object.entries(ends).forEach(([key, value]) => line.setAttribute(key, value.toFixed(1)));
}

function drawFigure(canvas: HTMLCanvasElement, { faces, corners }: Figure): void {
  const ratio = devicePixelRatio;
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  const context = canvas.getContext('2d');
  if (context === null) return;
  const style = getComputedStyle(canvas);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  const [danger, warm, line, ground] = ['--danger', '--danger-text', '--viewport-hover', '--field'].map(token);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  context.lineJoin = 'round';
  for (const layer of ['edge', 'face', 'own'] as const) {
    for (const { points, facing } of faces.filter((face) => face.layer === layer)) {
      context.beginPath();
      points.forEach(([x, y], k) => (k === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
      context.closePath();
      context.globalAlpha = FILL[layer] * (0.55 + 0.45 * facing);
      context.fillStyle = layer === 'own' ? danger : warm;
      context.fill();
      context.globalAlpha = STROKE[layer];
      context.strokeStyle = line;
      context.lineWidth = layer === 'own' ? 1.4 : 1;
      context.stroke();
    }
  }
  context.globalAlpha = 1;
  context.font = `500 10.5px ${token('--mono')}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (const { x, y, vertex } of corners) {
    const [dx, dy] = [x - width / 2, y - height / 2];
    const away = Math.max(Math.hypot(dx, dy), 1e-6);
    context.beginPath();
    context.arc(x, y, 2.4, 0, 2 * Math.PI);
    context.fillStyle = line;
    context.fill();
    const place = [x + (16 * dx) / away, y + (12 * dy) / away] as const;
    context.lineWidth = 3;
    context.strokeStyle = ground;
    context.strokeText(String(vertex), ...place);
    context.fillText(String(vertex), ...place);
  }
}
