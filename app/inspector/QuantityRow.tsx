import { useId } from 'react';
import type { QuantityInfo } from '../../src/base/quantities.ts';
import { evaluate } from '../../src/scene/curves.ts';
import { isCurve, type Keyable } from '../../src/scene/keyable.ts';
import { withValueAt } from '../document/keyEdits.ts';
import { useDocument, useSession } from '../session/Session.ts';
import { bestUnit, type DisplayUnit } from '../units/displayUnits.ts';
import { useLengthUnit } from '../units/lengthUnit.ts';
import { FieldRow } from '../ui/FieldRow.tsx';
import { NumberField } from '../ui/NumberField.tsx';
import { inSentence } from '../ui/inSentence.ts';
import { common, isKeyable, type FormTarget } from '../forms/FormTarget.ts';
import type { FieldPath, FormField, QuantityFormField, VectorFormField } from '../forms/formFields.ts';
import { KeyDiamond } from './KeyDiamond.tsx';
import { isModified } from './modified.ts';
import { usePlayhead } from './usePlayhead.ts';
import { useRefusal } from './useRefusal.ts';

interface QuantityRowProps {
  readonly target: FormTarget;
  readonly field: QuantityFormField;
  /** Value from which on the number is legal but unwise. */
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
      modified={isModified(field, (at) => target.read(at))}
      problem={useRefusal(target, path)}
      onLabelDoubleClick={edit.reset}
      end={info.keyable === true && <KeyDiamond target={target} path={path} label={label} />}
    >
      <NumberField
        id={id}
        {...fieldProps(info, edit)}
        {...(field.unset !== undefined && unsetProps(target, field, edit.value))}
        label={label}
        whole={field.whole}
        doubtfulFrom={doubtfulFrom}
      />
    </FieldRow>
  );
}

/** Returns the properties of a field whose number may be left out: an empty field shows that it is, and clearing it leaves it out. */
function unsetProps(target: FormTarget, { path, label, unset }: QuantityFormField, value: number | undefined) {
  const isLeftOut = target.read(path).every((present) => present === undefined);
  return {
    value: isLeftOut ? undefined : value,
    placeholder: isLeftOut ? unset : undefined,
    onClear: () => target.write(path, `Reset ${inSentence(label)} of ${target.name}`, () => undefined),
  };
}

const AXES = ['x', 'y', 'z'] as const;
/** Digits that fit a third of a row. */
const NARROW = 4;

/** Three numbers in one row: their unit stands at the label, and one diamond keys all of them. */
export function VectorRow({ target, field }: { readonly target: FormTarget; readonly field: VectorFormField }) {
  const { path, label, info, help } = field;
  useDocument((state) => state.open?.scene);
  useLengthUnit();
  const numbers = target.read(path).flatMap((vector) => (Array.isArray(vector) ? (vector as unknown[]) : []));
  const unit = vectorUnit(info.unit, numbers);
  const reset = () => target.write(path, `Reset ${inSentence(label)} of ${target.name}`, () => [...field.defaults]);
  return (
    <FieldRow
      label={label}
      detail={unit.symbol}
      tooltip={{ text: help, symbol: info.symbol, unit: info.unit }}
      modified={isModified(field, (at) => target.read(at))}
      problem={useRefusal(target, path)}
      onLabelDoubleClick={reset}
      end={info.keyable === true && <KeyDiamond target={target} path={path} label={label} />}
    >
      <div className="vector-fields" role="group" aria-label={label}>
        {AXES.map((axis, k) => (
          <VectorComponent key={axis} target={target} field={field} index={k} axis={axis} shownUnit={unit} />
        ))}
      </div>
    </FieldRow>
  );
}

/** The unit that the largest component is best read in: all three are shown in it. */
export function vectorUnit(unit: string, components: readonly unknown[]): DisplayUnit {
  const sizes = components.map((value) => (typeof value === 'number' ? Math.abs(value) : 0));
  return bestUnit(unit, Math.max(0, ...sizes));
}

interface VectorComponentProps {
  readonly target: FormTarget;
  readonly field: VectorFormField;
  readonly index: number;
  readonly axis: (typeof AXES)[number];
  readonly shownUnit: DisplayUnit;
}

function VectorComponent({ target, field, index, axis, shownUnit }: VectorComponentProps) {
  const info: QuantityInfo = { ...field.info, default: field.defaults[index] };
  const label = `${field.label} ${axis.toUpperCase()}`;
  const edit = useValue(target, [...field.path, index], info, label);
  return (
    <div className="vector-component" data-axis={axis}>
      <NumberField {...fieldProps(info, edit)} label={label} shownUnit={shownUnit} digits={NARROW} />
    </div>
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
  const text = `Change ${inSentence(label)} of ${target.name}`;
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

/** The rows of some numbers of a form, by their paths. */
export function QuantityRows({
  target,
  fields,
  names,
}: {
  readonly target: FormTarget;
  readonly fields: readonly FormField[];
  readonly names: readonly string[];
}) {
  const rows = names.map((name) => fields.find(({ path }) => path.join('.') === name));
  return rows.map(
    (field) =>
      field !== undefined && <QuantityRow key={field.label} target={target} field={field as QuantityFormField} />,
  );
}
