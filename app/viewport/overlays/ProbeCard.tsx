import { useCallback, useRef } from 'react';
import { Vector3 } from 'three';
import { useSession } from '../../session/Session.ts';
import { writeText } from '../../ui/writeText.ts';
import { probeLines, type ProbeLines } from '../probe/probeLines.ts';
import { probePoint } from '../probe/probeValues.ts';
import type { ViewportHandle } from '../viewportHandle.ts';
import { placeCard, type Rectangle } from './placeCard.ts';
import { useDrawn, useViewport } from './useDrawn.ts';

const CARD = { width: 166, height: 78 };
/** What lies over the picture, too. */
const OTHERS = [
  '.viewport-statistics',
  '.viewport-legends > *',
  '.viewport-tools',
  '.viewport-bar > *',
  '.viewport-axes',
  '.viewport-banner',
  '.viewport-compare-how',
  '.viewport-cut',
].join();

/** The numbers at the probed place: the card and its leader ride on the picture. */
export function ProbeCard() {
  const probed = useViewport((state) => state.probe !== undefined);
  return probed ? <Card /> : null;
}

function Card() {
  const session = useSession();
  const root = useRef<HTMLDivElement>(null);
  const update = useCallback(
    ({ engine }: ViewportHandle) => {
      const element = root.current;
      if (element === null) return;
      const point = probePoint(session);
      const values = probeLines(session);
      element.hidden = point === undefined || values === undefined;
      if (point === undefined || values === undefined) return;
      const { x, y } = engine.project(new Vector3(...point));
      const overlays = element.parentElement!;
      const { left, top, onLeft } = placeCard({ x, y }, CARD, sizeOf(overlays), othersOver(overlays));
      const card = element.querySelector<HTMLElement>('.viewport-probe-card')!;
      card.style.transform = `translate(${left}px, ${top}px)`;
      const line = element.querySelector('polyline')!;
      const edge = onLeft ? left + CARD.width : left;
      const middle = top + CARD.height / 2;
      line.setAttribute('points', `${edge},${middle} ${edge + (onLeft ? 16 : -16)},${middle} ${x},${y}`);
      const ring = element.querySelector('circle')!;
      ring.setAttribute('cx', String(x));
      ring.setAttribute('cy', String(y));
      writeValues(element, values);
    },
    [session],
  );
  useDrawn(update);
  return (
    <div ref={root} className="viewport-probe" hidden>
      <svg aria-hidden>
        <polyline />
        <circle r={5} />
      </svg>
      <div className="viewport-card viewport-probe-card" role="status" aria-label="Probe">
        <header>
          <strong>Probe</strong> <span className="mono" data-field="element" />
        </header>
        <dl>
          <dt />
          <dd className="mono" />
          <dt />
          <dd className="mono" />
        </dl>
      </div>
    </div>
  );
}

function sizeOf({ clientWidth: width, clientHeight: height }: HTMLElement): Pick<Rectangle, 'width' | 'height'> {
  return { width, height };
}

function othersOver(overlays: HTMLElement): Rectangle[] {
  const { left, top } = overlays.getBoundingClientRect();
  return [...overlays.querySelectorAll(OTHERS)].map((other) => {
    const box = other.getBoundingClientRect();
    return { left: box.left - left, top: box.top - top, width: box.width, height: box.height };
  });
}

function writeValues(card: HTMLElement, { element, lines }: ProbeLines): void {
  writeText(card.querySelector("[data-field='element']")!, element);
  const [names, texts] = ['dt', 'dd'].map((cell) => card.querySelectorAll(cell));
  lines.forEach(({ name, text }, line) => {
    writeText(names[line], name);
    writeText(texts[line], text);
  });
}
