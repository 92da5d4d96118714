import { useCallback, useRef } from 'react';
import { Vector3 } from 'three';
import { useSession } from '../../session/Session.ts';
import { bestUnit } from '../../units/displayUnits.ts';
import { formatQuantity } from '../../units/formatNumber.ts';
import type { ViewportHandle } from '../viewportHandle.ts';
import { viewportStore } from '../viewportState.ts';
import { useDrawn, useViewport } from './useDrawn.ts';

/** The measured distance, drawn over the picture. */
export function MeasureLine() {
  const measured = useViewport((state) => state.measure !== undefined);
  return measured ? <Line /> : null;
}

function Line() {
  const session = useSession();
  const svg = useRef<SVGSVGElement>(null);
  const update = useCallback(
    ({ engine }: ViewportHandle) => {
      const { measure } = viewportStore(session).getState();
      const element = svg.current;
      if (element === null || measure === undefined) return;
      const [from, to] = [measure.from, measure.to].map((point) => engine.project(new Vector3(...point)));
      element.querySelector('path')!.setAttribute('d', `M${from.x} ${from.y}L${to.x} ${to.y}`);
      element.querySelectorAll('circle').forEach((ring, k) => {
        ring.setAttribute('cx', String(k === 0 ? from.x : to.x));
        ring.setAttribute('cy', String(k === 0 ? from.y : to.y));
      });
      const label = element.querySelector('text')!;
      const distance = new Vector3(...measure.from).distanceTo(new Vector3(...measure.to));
      label.textContent = formatQuantity(distance, bestUnit('m', distance));
      label.setAttribute('x', String((from.x + to.x) / 2));
      label.setAttribute('y', String((from.y + to.y) / 2 - 8));
    },
    [session],
  );
  useDrawn(update);
  return (
    <svg ref={svg} className="viewport-measure" role="img" aria-label="Measured distance">
      <path />
      <circle r={3.5} />
      <circle r={3.5} />
      <text className="mono" />
    </svg>
  );
}
