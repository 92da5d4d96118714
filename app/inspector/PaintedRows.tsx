import { Brush, RotateCcw } from 'lucide-react';
import type { Entity } from '../../src/scene/Scene.ts';
import { isPainting, startPainting, stopPainting } from '../commands/paintMode.ts';
import { clearField, isPainted, paintName, paintsOf, paintText } from '../document/paintEdits.ts';
import type { PaintTarget } from '../state/paintStore.ts';
import { useDocument, usePaint, useSession, useView } from '../session/Session.ts';
import { Button } from '../ui/Button.tsx';
import { FieldRow } from '../ui/FieldRow.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Section } from './Section.tsx';

/** What is painted on an entity, with the way to the brush. */
export function PaintedSection({ entity }: { readonly entity: Entity }) {
  const rows = paintsOf(entity).filter(({ row }) => row !== undefined);
  const painted = rows.filter((property) => property.read(entity) !== undefined).map(({ kind }) => kind);
  return (
    <Section title="Painted" icon={Brush} summary={painted.length === 0 ? 'nothing' : painted.join(', ')}>
      {rows.map(({ kind, row }) => (
        <PaintedRow key={kind} label={row!.label} text={row!.help} target={{ kind, entity: entity.id }} />
      ))}
    </Section>
  );
}

interface PaintedRowProps {
  readonly label: string;
  readonly text: string;
  readonly target: PaintTarget;
}

/** One painted number: how much is painted, `Paint…`, and back to nothing. */
export function PaintedRow({ label, text: help, target }: PaintedRowProps) {
  const session = useSession();
  const text = useDocument((state) => paintText(state.open?.scene, target));
  const name = useDocument((state) => paintName(state.open?.scene, target));
  const inHand = useView((state) => state.tool === 'paint');
  const painted = usePaint((state) => state.target);
  const on = inHand && painted?.kind === target.kind && painted.entity === target.entity;
  const touched = useDocument((state) => isPainted(state.open?.scene, target));
  return (
    <FieldRow label={label} tooltip={{ text: help }} modified={touched}>
      <span className="painted-row">
        <span className="mono">{text}</span>
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
