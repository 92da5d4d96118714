import { useCallback, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { useStore } from 'zustand';
import type { Entity } from '../../../src/scene/Scene.ts';
import { entityName } from '../../document/entityEdits.ts';
import { isShown, soloIn } from '../../document/shownEntities.ts';
import { viewportKind } from '../../entities/entityFacts.ts';
import type { ValueHandle } from '../../entities/ViewportKind.ts';
import { useDocument, useSelection, useSession, useView } from '../../session/Session.ts';
import { writeText } from '../../ui/writeText.ts';
import { bestUnit } from '../../units/displayUnits.ts';
import { formatQuantity } from '../../units/formatNumber.ts';
import { HandleDrag, type ScreenPlace } from '../tools/HandleDrag.ts';
import { nearestValue, onSteps } from '../tools/nearestValue.ts';
import { viewportHandle, type ViewportHandle } from '../viewportHandle.ts';
import { useDrawn } from './useDrawn.ts';

/** Steps by which a key changes a number. */
const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 };
/** Share of a snapping step by which keys change it with Shift. */
const FINE_STEP = 0.2;

/** The numbers of the selected entity that are dragged in the picture: limits of joints. */
export function ValueHandles() {
  const session = useSession();
  const active = useSelection(({ ids }) => ids.at(-1));
  const entity = useDocument(({ open }) => open?.scene.entities.find(({ id }) => id === active));
  const solo = useView((state) => state.solo);
  const divided = useView((state) => state.compare !== undefined);
  const viewport = useStore(viewportHandle(session));
  if (viewport === undefined || entity === undefined || divided) return null;
  const seen = isShown(entity, soloIn(session.document.scene, solo));
  if (!seen || entity.display.locked || !entity.enabled) return null;
  const count = handlesOf(entity, viewport).length;
  return count === 0 ? null : <Handles key={entity.id} entity={entity} count={count} viewport={viewport} />;
}

function handlesOf(entity: Entity, { engine }: ViewportHandle): readonly ValueHandle[] {
  return viewportKind(entity).handles?.(entity, engine.annotations.context()) ?? [];
}

interface HandlesProps {
  readonly entity: Entity;
  readonly count: number;
  readonly viewport: ViewportHandle;
}

function Handles({ entity, count, viewport }: HandlesProps) {
  const { document } = useSession();
  const frame = useRef<HTMLDivElement>(null);
  const drag = useRef<HandleDrag>(undefined);
  const drags = useRef(0);
  const name = entityName(entity);
  useDrawn(
    useCallback(() => place(frame.current, handlesOf(entity, viewport), viewport, name), [entity, viewport, name]),
  );
  const handle = (k: number) => handlesOf(entity, viewport)[k];
  const write = ({ name: what, value: present, write: put }: ValueHandle, value: number, gesture?: string): void => {
    if (value === present) return;
    const change = (scene: Parameters<Parameters<typeof document.edit>[1]>[0]): void => {
      const draft = scene.entities.find(({ id }) => id === entity.id);
      if (draft !== undefined) put(draft, value);
    };
    document.edit(`change ${what.toLowerCase()} of ${name}`, change, { gesture });
  };
  const pointerAt = ({ clientX, clientY }: PointerEvent): ScreenPlace => {
    const { left, top } = frame.current!.getBoundingClientRect();
    return [clientX - left, clientY - top];
  };
  const placeOf = ({ pointAt }: ValueHandle, value: number): ScreenPlace => {
    const { x, y } = viewport.engine.project(pointAt(value));
    return [x, y];
  };
  const press = (event: PointerEvent<HTMLElement>, k: number): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const gesture = `viewport-handle-${entity.id}-${k}-${drags.current++}`;
    drag.current = new HandleDrag(gesture, pointerAt(event), placeOf(handle(k), handle(k).value));
  };
  const move = (event: PointerEvent, k: number): void => {
    const { current } = drag;
    if (current === undefined) return;
    const dragged = handle(k);
    const [x, y] = current.wanted(pointerAt(event), event.shiftKey, placeOf(dragged, dragged.value));
    const found = nearestValue(dragged, (value) => {
      const [left, top] = placeOf(dragged, value);
      return Math.hypot(left - x, top - y);
    });
    const next = onSteps(found, event.ctrlKey || event.metaKey ? dragged.snap : dragged.step, dragged);
    current.changed ||= next !== dragged.value;
    write(dragged, next, current.gesture);
  };
  const end = (cancelled: boolean): void => {
    const changed = drag.current?.changed === true;
    drag.current = undefined;
    if (!changed) return;
    document.endGesture();
    if (cancelled) document.undo();
  };
  const pressKey = (event: KeyboardEvent, k: number): void => {
    const steps = STEPS[event.key] as number | undefined;
    const leaves = event.key === 'Escape' && drag.current !== undefined;
    if (steps === undefined && !leaves) return;
    event.preventDefault();
    event.stopPropagation();
    if (steps === undefined) return end(true);
    const { value, snap, step, ...rest } = handle(k);
    const by = steps * snap * (event.shiftKey ? FINE_STEP : 1);
    write({ value, snap, step, ...rest }, onSteps(value + by, step, rest));
  };
  return (
    <div ref={frame} className="viewport-handles">
      {Array.from({ length: count }, (_, k) => (
        <button
          key={k}
          type="button"
          role="slider"
          aria-valuenow={0}
          className="viewport-handle"
          onPointerDown={(event) => press(event, k)}
          onPointerMove={(event) => move(event, k)}
          onPointerUp={() => end(false)}
          onPointerCancel={() => end(true)}
          onKeyDown={(event) => pressKey(event, k)}
        >
          <span className="mono" />
        </button>
      ))}
    </div>
  );
}

/** Puts the handles where they are in the picture. */
function place(
  frame: HTMLElement | null,
  handles: readonly ValueHandle[],
  { engine }: ViewportHandle,
  owner: string,
): void {
  [...(frame?.children ?? [])].forEach((child, k) => {
    const element = child as HTMLElement;
    const handle = handles.at(k);
    const at = handle && engine.project(handle.pointAt(handle.value));
    element.hidden = at === undefined || at.behind;
    if (handle === undefined || at === undefined) return;
    const { name, value, min, max, unit } = handle;
    const text = formatQuantity(value, bestUnit(unit, value), 3);
    element.style.transform = `translate(${at.x.toFixed(1)}px, ${at.y.toFixed(1)}px)`;
    const spoken = { label: `${name} of ${owner}`, valuenow: value, valuemin: min, valuemax: max, valuetext: text };
    for (const [attribute, said] of Object.entries(spoken)) element.setAttribute(`aria-${attribute}`, String(said));
    writeText(element.firstElementChild!, text);
  });
}
