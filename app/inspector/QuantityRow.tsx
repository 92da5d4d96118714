import { useId } from 'react';
import type { QuantityInfo } from '../../src/base/quantities.ts';
import { evaluate } from '../../src/scene/curves.ts';
import { isCurve, type Keyable } from '../../src/scene/keyable.ts';
import { withValueAt } from '../document/keyEdits.ts';
import { useDocument, useSession } from '../state/Session.ts';
import { FieldRow } from '../ui/FieldRow.tsx';
import { NumberField } from '../ui/NumberField.tsx';
import { common, isKeyable, type FormTarget } from './FormTarget.ts';
import type { FieldPath, QuantityFormField, VectorFormField } from './formFields.ts';
import { KeyDiamond } from './KeyDiamond.tsx';
import { usePlayhead } from './usePlayhead.ts';

interface QuantityRowProps {
  readonly target: FormTarget;
  readonly field: QuantityFormField;
  /** From here on the number is legal but unwise. */
  readonly doubtfulFrom?: number;
  /** Paper and equation of the definition that the parameter belongs to. */
  readonly reference?: string;
}

/** One number with its unit, and the diamond that keys it. */
export function QuantityRow({ target, field, doubtfulFrom, reference }: QuantityRowProps) {
  const id = useId();
  const { info, path, label } = field;
  const edit = useValue(target, path, info, label);
  return (
    <FieldRow
      label={label}
      htmlFor={id}
      tooltip={{ text: field.help, symbol: info.symbol, unit: info.unit, reference }}
      onLabelDoubleClick={edit.reset}
      end={info.keyable === true && <KeyDiamond target={target} path={path} label={label} />}
    >
      <NumberField id={id} {...fieldProps(info, edit)} label={label} whole={field.whole} doubtfulFrom={doubtfulFrom} />
    </FieldRow>
  );
}

const AXES = ['x', 'y', 'z'] as const;

/** Three numbers with one unit; each has its own diamond. */
export function VectorRow({ target, field }: { readonly target: FormTarget; readonly field: VectorFormField }) {
  return (
    <div className="vector-rows" role="group" aria-label={field.label}>
      {AXES.map((axis, k) => {
        const info = { ...field.info, label: `${field.info.label} ${axis}`, default: field.defaults[k] };
        return <VectorComponent key={axis} target={target} field={field} info={info} index={k} axis={axis} />;
      })}
    </div>
  );
}

interface VectorComponentProps {
  readonly target: FormTarget;
  readonly field: VectorFormField;
  readonly info: QuantityInfo;
  readonly index: number;
  readonly axis: (typeof AXES)[number];
}

function VectorComponent({ target, field, info, index, axis }: VectorComponentProps) {
  const path = [...field.path, index];
  const label = `${field.label} ${axis.toUpperCase()}`;
  const edit = useValue(target, path, info, label);
  return (
    <FieldRow
      label={index === 0 ? `${field.label} X` : axis.toUpperCase()}
      tooltip={{ text: field.help, symbol: info.symbol, unit: info.unit }}
      onLabelDoubleClick={edit.reset}
      end={info.keyable === true && <KeyDiamond target={target} path={path} label={label} />}
    >
      <div className="vector-component" data-axis={axis}>
        <NumberField {...fieldProps(info, edit)} label={label} />
      </div>
    </FieldRow>
  );
}

function fieldProps(info: QuantityInfo, edit: ReturnType<typeof useValue>) {
  const { unit, min, max, softMin, softMax } = info;
  const soft = softMax ?? (max !== undefined && max <= 1 ? max : undefined);
  return {
    value: edit.value,
    unit,
    min,
    max,
    softMin: soft === undefined ? undefined : (softMin ?? min ?? 0),
    softMax: soft,
    animated: edit.animated,
    onChange: edit.change,
    onGestureEnd: () => edit.end(),
  };
}

/** The number at the playhead of what the form edits, and how it is changed: a curve gets its key there. */
export function useValue(target: FormTarget, path: FieldPath, info: QuantityInfo, label: string) {
  const session = useSession();
  // The document and, where animated, the playhead: nothing else changes what is shown.
  useDocument((state) => state.open?.scene);
  const raw = target.read(path).map((value) => (isKeyable(value) ? value : info.default));
  const animated = raw.some(isCurve);
  const frame = usePlayhead(animated);
  const value = common(raw.map((keyable) => evaluate(keyable, frame)));
  const text = `Change ${label.toLowerCase()} of ${target.name}`;
  const write = (next: (value: Keyable) => Keyable, gesture?: string) =>
    target.write(path, text, (present) => next(isKeyable(present) ? present : info.default), gesture);
  return {
    value,
    animated,
    change: (amount: number, dragging: boolean) =>
      write(
        (present) => {
          const { frame: at, autoKey } = session.timeline.getState();
          return withValueAt(present, at, amount, autoKey && info.keyable === true);
        },
        dragging ? `${target.name} ${path.join('.')}` : undefined,
      ),
    reset: () => write(() => info.default),
    end: () => target.endGesture(),
  };
}
