import { Brush, RotateCcw } from 'lucide-react';
import { paintedParts } from '../../src/scene/painting/paintedParts.ts';
import type { Solid } from '../../src/scene/kinds/solid.ts';
import type { PaintedField } from '../../src/scene/paintedField.ts';
import { isPainting, startPainting, stopPainting } from '../commands/paintMode.ts';
import { clearField, fieldOf, canPaint, paintName } from '../document/paintEdits.ts';
import type { PaintTarget } from '../state/paintStore.ts';
import { useDocument, usePaint, useSession, useView } from '../state/Session.ts';
import { Button } from '../ui/Button.tsx';
import { FieldRow } from '../ui/FieldRow.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Section } from './Section.tsx';

/** What is painted on a solid, with the way to the brush. */
export function PaintedSection({ solid }: { readonly solid: Solid }) {
  const painted = paintedParts(solid).map(({ part }) => part);
  return (
    <Section title="Painted" icon={Brush} summary={painted.length === 0 ? 'nothing' : painted.join(', ')}>
      <PaintedRow
        label="Strength"
        text="How strong the material is from place to place: 0 is limp."
        target={{ kind: 'strength', entity: solid.id }}
      />
      <PaintedRow
        label="Detail"
        text="Where elements are smaller: painted in full, edges are a quarter as long."
        target={{ kind: 'detail', entity: solid.id }}
      />
      {canPaint(solid, 'goal') && (
        <PaintedRow
          label="Goal strength"
          text="How hard the goal holds the body from place to place: 0 lets it take any shape."
          target={{ kind: 'goal', entity: solid.id }}
        />
      )}
      {canPaint(solid, 'toughness') && (
        <PaintedRow
          label="Toughness"
          text="How hard it is to tear from place to place: 0 tears at the first pull."
          target={{ kind: 'toughness', entity: solid.id }}
        />
      )}
    </Section>
  );
}

interface PaintedRowProps {
  readonly label: string;
  readonly text: string;
  readonly target: PaintTarget;
}

/** One painted number: how much is painted, `Paint…`, and back to nothing. */
export function PaintedRow({ label, text, target }: PaintedRowProps) {
  const session = useSession();
  const field = useDocument((state) => fieldOf(state.open?.scene, target));
  const name = useDocument((state) => paintName(state.open?.scene, target));
  const inHand = useView((state) => state.tool === 'paint');
  const painted = usePaint((state) => state.target);
  const on = inHand && painted?.kind === target.kind && painted.entity === target.entity;
  const touched =
    field !== undefined &&
    (!(target.kind === 'pin' || target.kind === 'fibres') || field.strokes.length > 0 || field.base !== 0);
  return (
    <FieldRow label={label} tooltip={{ text }} modified={touched}>
      <span className="painted-row">
        <span className="mono">{describe(field, target)}</span>
        {touched && (
          <IconButton
            size="small"
            icon={RotateCcw}
            label={`Clear ${name}`}
            onClick={() => clearField(session.document, target)}
          />
        )}
        <Button
          size="small"
          icon={Brush}
          aria-pressed={on}
          aria-label={on ? `Done painting ${name}` : `Paint… ${name}`}
          onClick={() => (on && isPainting(session) ? stopPainting(session) : startPainting(session, target))}
        >
          {on ? 'Done' : 'Paint…'}
        </Button>
      </span>
    </FieldRow>
  );
}

function describe(field: PaintedField | undefined, { kind }: PaintTarget): string {
  const count = field?.strokes.length ?? 0;
  if (count > 0) return count === 1 ? '1 stroke' : `${count} strokes`;
  if (kind === 'fibres') return 'no strokes yet';
  if (field !== undefined && (kind !== 'pin' || field.base > 0)) return `${field.base} everywhere`;
  return kind === 'pin' ? 'holds nothing' : 'nothing';
}
