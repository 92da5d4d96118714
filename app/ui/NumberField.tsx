import { useLayoutEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { bestUnit, type DisplayUnit } from '../units/displayUnits.ts';
import { evaluateExpression } from '../units/expression.ts';
import { useLengthUnit } from '../units/lengthUnit.ts';
import { formatNumber } from '../units/formatNumber.ts';
import './numberField.css';

export interface NumberFieldProps {
  /** Accessible name. */
  readonly label: string;
  /** SI; undefined where several things with different values are edited. */
  readonly value: number | undefined;
  /** SI unit; empty for a pure number. */
  readonly unit: string;
  readonly min?: number;
  readonly max?: number;
  /** Range of a drag over the whole field, where the legal one is too wide for that. */
  readonly softMin?: number;
  readonly softMax?: number;
  readonly whole?: boolean;
  /** Significant digits that are shown: fewer in narrow fields. */
  readonly digits?: number;
  /** The unit that it is shown in, where the row says it for several fields; left out, the one that fits the number, shown behind it. */
  readonly shownUnit?: DisplayUnit;
  /** It carries a curve: amber ground. */
  readonly animated?: boolean;
  /** Value from which on the number is legal but unwise: hatched. */
  readonly doubtfulFrom?: number;
  readonly disabled?: boolean;
  readonly id?: string;
  /** Shown where there is no value: left out, that several differ. */
  readonly placeholder?: string;
  /** An accepted value. Those of a drag come while it lasts, with `dragging`. */
  onChange(value: number, dragging: boolean): void;
  /** A drag or a run of arrow keys is over. */
  onGestureEnd?(): void;
  /** The field was emptied: where that means something. */
  onClear?(): void;
}

/** CSS pixels that a pointer moves before it scrubs instead of clicking. */
const SLOP = 3;
/** Pixels over which a number without soft limits changes by its own size. */
const FULL_DRAG = 200;
const FINE = 0.1;
const DIGITS = 4;
/** Digits of a number that is about to be edited: all that were ever typed. */
const ALL_DIGITS = 12;

/**
 * A number with its unit. Drag scrubs (Shift fine, Ctrl snaps), a click types, Enter accepts arithmetic with units (`2*50 kPa`), Escape
 * restores, the arrow keys step.
 */
export function NumberField(props: NumberFieldProps) {
  const { label, value, unit, animated, disabled, id } = props;
  const [draft, setDraft] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [focused, setFocused] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // After all of its digits are there, before anything can be typed.
  useLayoutEffect(() => {
    if (focused) field.current?.select();
  }, [focused]);
  const scrub = useScrub(props, draft !== undefined);
  useLengthUnit();
  // While a gesture lasts the unit stays, so that nothing jumps.
  const shown = props.shownUnit ?? scrub.unit ?? bestUnit(unit, value ?? 0);
  const written = (digits: number): string => (value === undefined ? '' : formatNumber(value / shown.factor, digits));
  const text = written(focused ? ALL_DIGITS : (props.digits ?? DIGITS));

  const accept = (): void => {
    if (draft === undefined) return;
    if (draft.trim() === text) return finish();
    if (draft.trim() === '' && props.onClear !== undefined) {
      props.onClear();
      return finish();
    }
    const result = evaluateExpression(draft, unit, shown, value);
    if ('problem' in result) setProblem(result.problem);
    else {
      props.onChange(limited(result.value, props), false);
      finish();
    }
  };
  const finish = (): void => {
    setDraft(undefined);
    setProblem(undefined);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') {
      accept();
      field.current?.select();
    } else if (event.key === 'Escape' && draft !== undefined) {
      event.stopPropagation();
      finish();
    } else if ((event.key === 'ArrowUp' || event.key === 'ArrowDown') && value !== undefined) {
      event.preventDefault();
      const sign = event.key === 'ArrowUp' ? 1 : -1;
      const factor = event.shiftKey ? FINE : event.ctrlKey ? 10 : 1;
      finish();
      props.onChange(limited(value + sign * factor * stepOf(value, shown, props), props), true);
    }
  };

  return (
    <div
      className="ui-field number-field"
      data-size="small"
      data-invalid={problem !== undefined || undefined}
      data-animated={animated || undefined}
      data-disabled={disabled || undefined}
      title={problem}
    >
      <RangeGround {...props} />
      <input
        ref={field}
        id={id}
        className="mono"
        aria-label={label}
        data-typing={draft !== undefined}
        aria-invalid={problem !== undefined}
        aria-description={problem ?? (unit === '' ? undefined : `in ${shown.symbol}`)}
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        disabled={disabled}
        placeholder={value === undefined ? (props.placeholder ?? 'Several') : undefined}
        value={draft ?? text}
        onChange={(event) => {
          setDraft(event.target.value);
          setProblem(undefined);
        }}
        onFocus={() => setFocused(true)}
        onBlur={() => {
          setFocused(false);
          if (problem === undefined) accept();
          finish();
          props.onGestureEnd?.();
        }}
        onKeyDown={onKeyDown}
        onKeyUp={(event) => {
          if (event.key === 'ArrowUp' || event.key === 'ArrowDown') props.onGestureEnd?.();
        }}
        {...scrub.handlers}
      />
      {shown.symbol !== '' && props.shownUnit === undefined && (
        <span className="ui-field-unit" aria-hidden>
          {shown.symbol}
        </span>
      )}
      {problem !== undefined && (
        <span className="number-field-problem" role="alert">
          {problem}
        </span>
      )}
    </div>
  );
}

/** How full the soft range is, behind the number, and where it becomes doubtful. */
function RangeGround({ value, softMin, softMax, doubtfulFrom }: NumberFieldProps) {
  if (softMin === undefined || softMax === undefined || !(softMax > softMin)) return null;
  const share = (at: number) => `${100 * Math.min(1, Math.max(0, (at - softMin) / (softMax - softMin)))}%`;
  return (
    <>
      {value !== undefined && <span className="number-field-ground" style={{ width: share(value) }} aria-hidden />}
      {doubtfulFrom !== undefined && (
        <span className="number-field-doubt" style={{ left: share(doubtfulFrom) }} aria-hidden />
      )}
    </>
  );
}

interface Drag {
  readonly x: number;
  readonly unit: DisplayUnit;
  value: number;
  lastX: number;
  moved: boolean;
  /** The field had the focus when the pointer went down. */
  readonly focused: boolean;
}

/** Pointer handlers that change the number by dragging over the field, unless another is being typed: then they mark parts of that. */
function useScrub(props: NumberFieldProps, typed: boolean) {
  const drag = useRef<Drag>(undefined);
  const [unit, setUnit] = useState<DisplayUnit>();
  const { value, disabled } = props;
  const end = (): void => {
    if (drag.current?.moved === true) props.onGestureEnd?.();
    drag.current = undefined;
    setUnit(undefined);
  };
  const handlers = {
    onPointerDown(event: PointerEvent<HTMLInputElement>): void {
      if (event.button !== 0 || value === undefined || disabled || typed) return;
      const shown = props.shownUnit ?? bestUnit(props.unit, value);
      const focused = document.activeElement === event.currentTarget;
      drag.current = { x: event.clientX, lastX: event.clientX, value, unit: shown, moved: false, focused };
      event.currentTarget.setPointerCapture(event.pointerId);
      // A click into a field that has the focus sets the caret.
      if (!focused) event.preventDefault();
    },
    onPointerMove(event: PointerEvent<HTMLInputElement>): void {
      const present = drag.current;
      if (present === undefined) return;
      if (!present.moved && Math.abs(event.clientX - present.x) < SLOP) return;
      if (!present.moved) setUnit(present.unit);
      present.moved = true;
      const pixels = (event.clientX - present.lastX) * (event.shiftKey ? FINE : 1);
      present.lastX = event.clientX;
      present.value = limited(present.value + pixels * perPixel(present.value, present.unit, props), props, false);
      const step = stepOf(present.value, present.unit, props);
      const wanted = event.ctrlKey ? Math.round(present.value / step) * step : present.value;
      props.onChange(limited(tidy(wanted), props), true);
      // The pointer would mark a part of the number.
      if (present.focused) event.currentTarget.select();
    },
    onPointerUp(event: PointerEvent<HTMLInputElement>): void {
      const present = drag.current;
      end();
      if (present?.moved === false) event.currentTarget.focus();
      else if (present?.focused === true) event.currentTarget.select();
    },
    onPointerCancel: end,
  };
  return { handlers, unit };
}

/** Change per pixel of a drag, SI. */
function perPixel(value: number, unit: DisplayUnit, { softMin, softMax }: NumberFieldProps): number {
  if (softMin !== undefined && softMax !== undefined) return (softMax - softMin) / FULL_DRAG;
  return Math.max(Math.abs(value), unit.factor) / FULL_DRAG;
}

/** One step of the arrow keys and of snapping: one in the leading digit but one, a tenth of the soft range's decade. */
function stepOf(value: number, unit: DisplayUnit, { softMin, softMax, whole }: NumberFieldProps): number {
  if (whole === true) return 1;
  const scale =
    softMin !== undefined && softMax !== undefined ? softMax - softMin : Math.max(Math.abs(value), unit.factor);
  return 10 ** (Math.floor(Math.log10(scale) + 1e-9) - 1);
}

/** Rounds away the digits that only a drag makes. */
function tidy(value: number): number {
  return Number(value.toPrecision(4));
}

function limited(value: number, { min = -Infinity, max = Infinity, whole }: NumberFieldProps, round = true): number {
  return Math.min(max, Math.max(min, whole === true && round ? Math.round(value) : value));
}
