import { isCurve } from '../../src/scene/keyable.ts';
import { keyAt, withKey, withoutCurve, withoutKey } from '../document/keyEdits.ts';
import { useDocument, useSession, useTimeline } from '../session/Session.ts';
import { ContextMenu } from '../ui/Menu.tsx';
import type { MenuEntry } from '../ui/MenuItems.tsx';
import { inSentence } from '../ui/inSentence.ts';
import { isKeyable, type FormTarget } from '../forms/FormTarget.ts';
import type { FieldPath } from '../forms/formFields.ts';

interface KeyDiamondProps {
  readonly target: FormTarget;
  readonly path: FieldPath;
  readonly label: string;
}

/** A vector is keyed as a whole. */
function componentsOf(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [value];
}

/** Filled: a key on this frame; hollow amber: animated; grey: can be. A click sets or removes the key of this frame. */
export function KeyDiamond({ target, path, label }: KeyDiamondProps) {
  const session = useSession();
  useDocument((state) => state.open?.scene);
  const values = target.read(path).flatMap(componentsOf).filter(isKeyable);
  const animated = values.some(isCurve);
  const frame = useTimeline((state) => (animated && !state.playing ? state.frame : undefined));
  const keyed = frame !== undefined && values.some((value) => keyAt(value, frame) !== undefined);
  const state = keyed ? 'key' : animated ? 'animated' : 'plain';
  const what = `of ${target.name} ${inSentence(label)}`;
  const write = (text: string, next: (value: Parameters<typeof withKey>[0], at: number) => unknown) => {
    const at = session.timeline.getState().frame;
    const changed = (value: unknown) => (isKeyable(value) ? next(value, at) : value);
    target.write(path, text, (value) => (Array.isArray(value) ? value.map(changed) : changed(value)));
  };
  const entries = (): MenuEntry[] => [
    {
      kind: 'item',
      label: 'Set key here',
      keys: 'S',
      onSelect: () => write(`Set key ${what}`, (value, at) => withKey(value, at)),
    },
    {
      kind: 'item',
      label: 'Remove key here',
      disabled: keyed ? false : 'There is no key on this frame.',
      onSelect: () => write(`Remove key ${what}`, withoutKey),
    },
    {
      kind: 'item',
      label: 'Remove all keys',
      danger: true,
      disabled: animated ? false : 'It is not animated.',
      onSelect: () => write(`Remove all keys ${what}`, withoutCurve),
    },
  ];
  return (
    <ContextMenu entries={entries}>
      <button
        type="button"
        className="key-diamond"
        data-state={state}
        aria-label={`${keyed ? 'Remove key' : 'Set key'} ${what}`}
        aria-pressed={keyed}
        onClick={() =>
          keyed ? write(`Remove key ${what}`, withoutKey) : write(`Set key ${what}`, (value, at) => withKey(value, at))
        }
      >
        <svg viewBox="0 0 10 10" aria-hidden>
          <path d="M5 0.8 9.2 5 5 9.2 0.8 5Z" />
        </svg>
      </button>
    </ContextMenu>
  );
}
