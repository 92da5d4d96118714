import { useCallback, useRef } from 'react';
import { Vector3 } from 'three';
import { useSession } from '../../session/Session.ts';
import { writeText } from '../../ui/writeText.ts';
import { probeLines, type ProbeLines } from '../probe/probeLines.ts';
import { probePoint } from '../probe/probeValues.ts';
import type { ViewportHandle } from '../viewportHandle.ts';
import { useDrawn, useViewport } from './useDrawn.ts';

/** px from the probed point to the near corner of the card. */
const OFFSET = { x: 54, y: 34 };
const CARD = { width: 166, height: 78 };

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
      // On the left of the point, above it: where there is room.
      const left = x > CARD.width + OFFSET.x + 60;
      const above = y > CARD.height + OFFSET.y + 60;
      const cardX = left ? x - OFFSET.x - CARD.width : x + OFFSET.x;
      const cardY = above ? y - OFFSET.y - CARD.height / 2 : y + OFFSET.y - CARD.height / 2;
      const card = element.querySelector<HTMLElement>('.viewport-probe-card')!;
      card.style.transform = `translate(${Math.round(cardX)}px, ${Math.round(cardY)}px)`;
      const line = element.querySelector('polyline')!;
      const edge = left ? cardX + CARD.width : cardX;
      const middle = cardY + CARD.height / 2;
      line.setAttribute('points', `${edge},${middle} ${edge + (left ? 16 : -16)},${middle} ${x},${y}`);
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

function writeValues(card: HTMLElement, { element, lines }: ProbeLines): void {
  writeText(card.querySelector("[data-field='element']")!, element);
  const [names, texts] = ['dt', 'dd'].map((cell) => card.querySelectorAll(cell));
  lines.forEach(({ name, text }, line) => {
    writeText(names[line], name);
    writeText(texts[line], text);
  });
}
