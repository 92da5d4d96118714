import { useId, useLayoutEffect, useRef } from 'react';
import { Brush as BrushIcon, Eraser, FlipHorizontal2, PaintBucket, RotateCcw } from 'lucide-react';
import { runCommand } from '../../commands/Command.ts';
import { useKeyLabel } from '../../commands/useKeymap.ts';
import { paintedBody } from '../../document/paintEdits.ts';
import type { Brush, PaintKind } from '../../state/paintStore.ts';
import { useDocument, usePaint, useSession } from '../../session/Session.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { PaintHindrance } from './PaintHindrance.tsx';
import { PaintTargetMenu } from './PaintTargetMenu.tsx';
import './painting.css';

/** The brush and what it paints; in the place of the view's bar while it is taken up. */
export function PaintBar() {
  const session = useSession();
  const keys = useKeyLabel();
  const scene = useDocument((state) => state.open?.scene);
  const target = usePaint((state) => state.target);
  const isChosen = paintedBody(scene, target) !== undefined;
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = bar.current;
    if (element === null) return undefined;
    // What lies below it begins where it ends: it wraps where the viewport is narrow.
    const observer = new ResizeObserver(() =>
      element.parentElement?.style.setProperty('--paint-bar', `${element.offsetHeight}px`),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={bar} className="viewport-card paint-bar" role="toolbar" aria-label="Painting">
      <div className="paint-what">
        <BrushIcon aria-hidden />
        <PaintTargetMenu />
      </div>
      <PaintHindrance />
      {isChosen && <BrushControls kind={target!.kind} />}
      <div className="paint-actions">
        {isChosen && (
          <>
            {target!.kind !== 'fibres' && (
              <Button
                size="small"
                icon={PaintBucket}
                aria-label="Fill with the value of the brush"
                onClick={() => runCommand(session, 'paint.fill')}
              >
                Fill
              </Button>
            )}
            <Button
              size="small"
              icon={RotateCcw}
              aria-label="Clear the painted values"
              onClick={() => runCommand(session, 'paint.clear')}
            >
              Clear
            </Button>
          </>
        )}
        <Button size="small" keys={keys('paint.leave')} onClick={() => runCommand(session, 'paint.leave')}>
          Done
        </Button>
      </div>
    </div>
  );
}

function BrushControls({ kind }: { readonly kind: PaintKind }) {
  const { paint } = useSession();
  const brush = usePaint((state) => state.brush);
  const keys = useKeyLabel();
  const set = (change: Partial<Brush>): void => paint.setState((state) => ({ brush: { ...state.brush, ...change } }));
  return (
    <div className="paint-brush" role="group" aria-label="Brush">
      {kind !== 'fibres' && (
        <BrushField
          label="Value"
          value={brush.values[kind]}
          onChange={(value) => set({ values: { ...brush.values, [kind]: value } })}
        />
      )}
      <BrushField
        label="Radius"
        unit="m"
        value={brush.radius}
        tooltip={`${keys('paint.smaller')} and ${keys('paint.larger')}`}
        onChange={(radius) => set({ radius })}
      />
      <BrushField
        label="Hardness"
        value={brush.hardness}
        tooltip={`${keys('paint.softer')} and ${keys('paint.harder')}`}
        onChange={(hardness) => set({ hardness })}
      />
      <BrushField label="Opacity" value={brush.opacity} onChange={(opacity) => set({ opacity })} />
      <IconButton
        size="small"
        icon={Eraser}
        label="Erase"
        text="Paints the unpainted value. Holding Ctrl does the same."
        pressed={brush.erase}
        onClick={() => set({ erase: !brush.erase })}
      />
      <IconButton
        size="small"
        icon={FlipHorizontal2}
        label="Mirror X"
        text="Mirrors strokes across the middle of the body's own x axis."
        pressed={brush.mirror}
        onClick={() => set({ mirror: !brush.mirror })}
      />
    </div>
  );
}

interface BrushFieldProps {
  readonly label: string;
  readonly value: number | undefined;
  readonly unit?: string;
  /** Keys that do it, too. */
  readonly tooltip?: string;
  onChange(value: number): void;
}

function BrushField({ label, value, unit = '', tooltip, onChange }: BrushFieldProps) {
  const id = useId();
  const isLength = unit !== '';
  return (
    <span className="paint-field" title={tooltip}>
      <label htmlFor={id}>{label}</label>
      <NumberField
        id={id}
        label={`${label} of the brush`}
        unit={unit}
        value={value}
        min={isLength ? 1e-6 : 0}
        max={isLength ? 1e6 : 1}
        softMin={isLength ? undefined : 0}
        softMax={isLength ? undefined : 1}
        onChange={onChange}
      />
    </span>
  );
}
