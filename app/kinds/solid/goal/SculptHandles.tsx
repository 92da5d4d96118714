import { Move3d } from 'lucide-react';
import type { SculptPart } from '../../../state/viewStore.ts';
import { useSession, useView } from '../../../session/Session.ts';
import { FieldRow } from '../../../ui/FieldRow.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';

/** Goal shapes that can be taken hold of in one place. */
const SHAPED = new Set(['stretch', 'bend', 'twist']);

/** Returns the handles that a step of a goal has in the viewport; none for shapes without handles. */
function sculptParts(type: string): readonly SculptPart[] {
  if (type === 'drag') return ['amount', 'centre', 'reach'];
  return SHAPED.has(type) ? ['amount'] : [];
}

const LABELS: Readonly<Record<SculptPart, string>> = { amount: 'To', centre: 'From', reach: 'Radius' };

interface SculptHandlesProps {
  /** The solid whose goal it is; its number and what it does. */
  readonly entity: string;
  readonly step: number;
  readonly type: string;
}

/** Takes a step of a goal into the viewport, where it has handles, or lets go of it. */
export function SculptToggle({ entity, step, type }: SculptHandlesProps) {
  const { view } = useSession();
  const active = useView(({ sculpting }) => sculpting?.entity === entity && sculpting.step === step);
  if (sculptParts(type).length === 0) return null;
  return (
    <IconButton
      size="small"
      icon={Move3d}
      label={active ? `Hide the handles of step ${step + 1}` : `Show the handles of step ${step + 1}`}
      text="Edits the step by handles in the viewport, on a lattice around the solid at the first frame. Each drag is one undo step."
      pressed={active}
      onClick={() =>
        view.setState({ sculpting: active ? undefined : { entity, step, part: 'amount' }, showGoal: true })
      }
    />
  );
}

/** The choice of the handle that is shown, for steps that have several. */
export function SculptPartRow({ entity, step, type }: SculptHandlesProps) {
  const { view } = useSession();
  const part = useView(({ sculpting }) =>
    sculpting?.entity === entity && sculpting.step === step ? sculpting.part : undefined,
  );
  const parts = sculptParts(type);
  if (part === undefined || parts.length < 2) return null;
  return (
    <FieldRow
      label="Handles"
      tooltip={{
        text: 'What the handles edit: the end of the drag, its centre, or its radius.',
      }}
    >
      <Segmented
        label="What the handles edit"
        value={part}
        options={parts.map((value) => ({ value, label: LABELS[value] }))}
        onChange={(next) => view.setState({ sculpting: { entity, step, part: next } })}
      />
    </FieldRow>
  );
}
