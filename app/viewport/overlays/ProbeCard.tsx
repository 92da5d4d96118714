import { useCallback, useRef } from 'react';
import { Vector3 } from 'three';
import { useSession, useView } from '../../state/Session.ts';
import { writeText } from '../../ui/writeText.ts';
import { colouringInfo } from '../colour/colourings.ts';
import { fieldScale, formatField } from '../colour/fieldText.ts';
import { probePoint, probeValues } from '../probe/probeValues.ts';
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
  const colouring = useView((state) => state.colouring);
  const root = useRef<HTMLDivElement>(null);
  const update = useCallback(
    ({ engine }: ViewportHandle) => {
      const element = root.current;
      if (element === null) return;
      const point = probePoint(session);
      const values = probeValues(session);
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
      writeValues(element, values, colouring);
    },
    [session, colouring],
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
          <dt data-field="size" />
          <dd className="mono" data-field="volume" />
          <dt data-field="name" />
          <dd className="mono" data-field="shown" />
        </dl>
      </div>
    </div>
  );
}

/** Colourings whose number the card shows instead of the quality. */
const probed = new Set<string>(['vonMises', 'plasticStrain', 'goalDistance', 'fibreStretch', 'fibreTension', 'speed']);

function writeValues(
  element: HTMLElement,
  { element: number, kind, volumeChange, quality, shown }: NonNullable<ReturnType<typeof probeValues>>,
  colouring: keyof typeof colouringInfo,
): void {
  const write = (field: string, text: string): void => {
    const cell = element.querySelector(`[data-field='${field}']`)!;
    writeText(cell, text);
  };
  write('element', `${kind} ${number}`);
  write('size', kind === 'triangle' ? 'Area' : 'Volume');
  write('volume', formatField(volumeChange, fieldScale('volumeChange', Math.abs(volumeChange))));
  const other = shown !== undefined && probed.has(colouring);
  write('name', other ? colouringInfo[colouring].label.replace(' stress', '') : 'Quality');
  write('shown', other ? formatField(shown, fieldScale(colouring, Math.abs(shown))) : quality.toFixed(2));
}
