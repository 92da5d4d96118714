import { useId } from 'react';
import { pairContact, setPairContact, type PairContact } from '../document/contactPairs.ts';
import { contactRole } from '../../src/scene/contactRoles.ts';
import { entityName } from '../document/entityEdits.ts';
import type { Entity } from '../../src/scene/Scene.ts';
import { useDocument, useSession } from '../session/Session.ts';
import { FieldRow } from '../ui/FieldRow.tsx';
import { NumberField } from '../ui/NumberField.tsx';
import { Switch } from '../ui/Switch.tsx';
import { formatNumber } from '../units/formatNumber.ts';

/** The largest friction that a document may hold, and where a drag over a field ends. */
const MOST_FRICTION = 10;
const SOFT_FRICTION = 1.5;

interface ContactPairRowsProps {
  readonly label: string;
  readonly pairs: readonly PairContact[];
  /** The body whose pairs these are, which the names need not repeat. */
  readonly of?: Entity;
}

/** A table of pairs: whether they touch, and with which friction. */
export function ContactPairRows({ label, pairs, of }: ContactPairRowsProps) {
  return (
    <div className="contact-pairs" role="group" aria-label={label} data-wide={of === undefined || undefined}>
      <div className="contact-pairs-head" aria-hidden>
        <span>{of === undefined ? 'Pair' : 'With'}</span>
        <span>Collide</span>
        <span>Friction</span>
      </div>
      {pairs.map(({ one, other }) => (
        <ContactPairRow key={`${one.id} ${other.id}`} one={one.id} other={other.id} of={of} />
      ))}
    </div>
  );
}

interface ContactPairRowProps {
  readonly one: string;
  readonly other: string;
  readonly of?: Entity;
}

/** Reads the pair anew from every document, so that undo shows. */
function ContactPairRow({ one, other, of }: ContactPairRowProps) {
  const id = useId();
  const session = useSession();
  const scene = useDocument((state) => state.open?.scene);
  const [first, second] = [one, other].map((body) => scene?.entities.find((entity) => entity.id === body));
  if (scene === undefined || first === undefined || second === undefined) return null;
  const pair = pairContact(scene, first, second);
  const both = `${entityName(first)} and ${entityName(second)}`;
  const change = (label: string, next: Parameters<typeof setPairContact>[2], gesture?: string): void =>
    session.document.edit(label, (draft) => setPairContact(draft, [one, other], next), { gesture });
  const reset = () => change(`Reset contact of ${both}`, { enabled: true, friction: undefined });
  const touches = pair.aloof.length === 0 && pair.enabled;
  return (
    <FieldRow
      label={
        of === undefined ? `${entityName(first)} – ${entityName(second)}` : entityName(of.id === one ? second : first)
      }
      htmlFor={id}
      tooltip={{ text: explanation(pair) }}
      modified={!pair.enabled || pair.friction !== undefined}
      onLabelDoubleClick={reset}
    >
      <span className="contact-pair">
        <Switch
          id={id}
          label={`Collision of ${both}`}
          checked={touches}
          disabled={pair.aloof.length > 0}
          onChange={(enabled) => change(`Turn ${enabled ? 'on' : 'off'} collision of ${both}`, { enabled })}
        />
        <NumberField
          label={`Friction between ${both}`}
          unit=""
          value={pair.friction}
          placeholder={pair.aloof.length > 0 ? '–' : formatNumber(pair.usualFriction, 3)}
          min={0}
          max={MOST_FRICTION}
          softMin={0}
          softMax={SOFT_FRICTION}
          disabled={!touches}
          onChange={(friction, dragging) =>
            change(`Change friction between ${both}`, { friction }, dragging ? `friction ${one} ${other}` : undefined)
          }
          onClear={() => change(`Reset friction between ${both}`, { friction: undefined })}
          onGestureEnd={() => session.document.endGesture()}
        />
      </span>
    </FieldRow>
  );
}

function explanation({ aloof, enabled, friction, usualFriction }: PairContact): string {
  if (aloof.length > 0) {
    const names = aloof.map(entityName).join(' and ');
    return `They pass through each other: turn on “${contactRole(aloof[0]) === 'deformable' ? 'Body collision' : 'Collides'}” of ${names}.`;
  }
  if (!enabled) return 'They pass through each other, although each collides with others.';
  if (friction === undefined)
    return `Friction coefficient between these two: ${formatNumber(usualFriction, 3)}, from their own settings. Type a number to override it.`;
  return `Friction coefficient of this pair. Clear the field to use ${formatNumber(usualFriction, 3)}, from their own settings.`;
}
