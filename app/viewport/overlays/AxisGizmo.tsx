import { useCallback, useRef } from 'react';
import { Vector3, type Quaternion } from 'three';
import { useSession } from '../../session/Session.ts';
import { viewportOf, type ViewportHandle } from '../viewportHandle.ts';
import type { AxisView } from '../camera/CameraRig.ts';
import { useDrawn } from './useDrawn.ts';

interface Ball {
  readonly axis: 'x' | 'y' | 'z';
  readonly positive: boolean;
  readonly view: AxisView;
  readonly label: string;
}

const BALLS: readonly Ball[] = [
  { axis: 'x', positive: true, view: 'right', label: 'View from the right (+X)' },
  { axis: 'x', positive: false, view: 'left', label: 'View from the left (−X)' },
  { axis: 'y', positive: true, view: 'top', label: 'View from above (+Y)' },
  { axis: 'y', positive: false, view: 'bottom', label: 'View from below (−Y)' },
  { axis: 'z', positive: true, view: 'front', label: 'View from the front (+Z)' },
  { axis: 'z', positive: false, view: 'back', label: 'View from the back (−Z)' },
];

/** px. */
const REACH = 26;
const CENTRE = 38;

/** The directions of x, y and z; a click on one looks along it. */
export function AxisGizmo() {
  const session = useSession();
  const svg = useRef<SVGSVGElement>(null);
  const shown = useRef<Quaternion>(null);
  const update = useCallback(({ engine }: ViewportHandle) => {
    const element = svg.current;
    const { quaternion } = engine.rig.camera;
    if (element === null || shown.current?.equals(quaternion) === true) return;
    shown.current = quaternion.clone();
    const turn = shown.current.clone().invert();
    const parts = BALLS.map(({ axis, positive }, k) => {
      const direction = new Vector3();
      direction[axis] = positive ? 1 : -1;
      direction.applyQuaternion(turn);
      const group = element.querySelector<SVGGElement>(`[data-ball='${k}']`)!;
      const x = CENTRE + REACH * direction.x;
      const y = CENTRE - REACH * direction.y;
      group.style.transform = `translate(${x.toFixed(2)}px, ${y.toFixed(2)}px)`;
      const line = element.querySelector<SVGLineElement>(`[data-line='${k}']`);
      line?.setAttribute('x2', x.toFixed(2));
      line?.setAttribute('y2', y.toFixed(2));
      return { group, depth: direction.z };
    });
    // The nearest ball is drawn last; the one with the focus stays where it is, or it would lose it.
    const focused = document.activeElement;
    for (const { group } of [...parts].sort((a, b) => a.depth - b.depth)) {
      if (group !== focused)
        group.parentNode?.insertBefore(group, focused?.parentNode === group.parentNode ? focused : null);
    }
  }, []);
  useDrawn(update);
  const look = (view: AxisView): void => viewportOf(session)?.lookAlong(view);
  return (
    <svg ref={svg} className="viewport-axes" width={2 * CENTRE} height={2 * CENTRE} role="group" aria-label="View axes">
      {BALLS.map(({ axis, positive }, k) =>
        positive ? (
          <line key={k} data-line={k} data-axis={axis} x1={CENTRE} y1={CENTRE} x2={CENTRE} y2={CENTRE} />
        ) : null,
      )}
      <g>
        {BALLS.map(({ axis, positive, view, label }, k) => (
          <g
            key={view}
            data-ball={k}
            data-axis={axis}
            data-positive={positive}
            role="button"
            tabIndex={0}
            aria-label={label}
            onClick={() => look(view)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' && event.key !== ' ') return;
              event.preventDefault();
              event.stopPropagation();
              look(view);
            }}
          >
            <title>{label}</title>
            <circle r={positive ? 8.5 : 6} />
            {positive && <text dy={3.5}>{axis.toUpperCase()}</text>}
          </g>
        ))}
      </g>
    </svg>
  );
}
