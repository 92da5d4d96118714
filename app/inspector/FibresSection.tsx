import { Spline } from 'lucide-react';
import { fibres as schema, type Fibres } from '../../src/scene/entities/fibres.ts';
import type { Solid } from '../../src/scene/entities/solid.ts';
import { isKind } from '../../src/scene/Scene.ts';
import { entityName } from '../document/entityEdits.ts';
import { useDocument } from '../state/Session.ts';
import { FieldRow } from '../ui/FieldRow.tsx';
import { Select } from '../ui/Select.tsx';
import type { FormField } from './formFields.ts';
import { common, type FormTarget } from './FormTarget.ts';
import { PropertyForm } from './PropertyForm.tsx';
import { Section } from './Section.tsx';

/** The choice that stands for leaving the member out. */
const NONE = 'none';
/** Models that have fibres. */
const FIBROUS = 'muscle';

const LABELS: Readonly<Record<Fibres['direction']['kind'], string>> = {
  constant: 'One direction',
  attachments: 'From pin to pin',
  file: 'From a file',
};

interface FibresSectionProps {
  readonly target: FormTarget;
  /** The first of the edited solids. */
  readonly solid: Solid;
  /** All fields of the solid. */
  readonly fields: readonly FormField[];
}

/** Where the fibres of a solid run, and how strongly they pull; shown where the material or the document has fibres. */
export function FibresSection({ target, solid, fields }: FibresSectionProps) {
  const scene = useDocument((state) => state.open?.scene);
  const { fibres } = solid;
  if (fibres === undefined && solid.material.model !== FIBROUS) return null;
  const pins = (scene?.entities ?? []).filter(isKind('pin')).filter((pin) => pin.target === solid.id);
  const kinds = target.read(['fibres', 'direction', 'kind']).map((kind) => kind ?? NONE);
  const choose = (kind: string): void =>
    target.write(['fibres'], `Change fibres of ${target.name}`, (present) => {
      if (kind === NONE) return undefined;
      const before = (present as Fibres | undefined) ?? schema.parse({});
      const ends = { kind: 'attachments', from: pins.at(0)?.id, to: pins.at(-1)?.id };
      return { ...before, direction: kind === 'attachments' ? ends : schema.parse({}).direction };
    });
  const named = (name: string) => fields.filter(({ path }) => path.join('.') === `fibres.${name}`);
  const offered = Object.entries(LABELS).filter(
    ([kind]) => kind === fibres?.direction.kind || kind === 'constant' || (kind === 'attachments' && pins.length > 1),
  );
  return (
    <Section
      title="Fibres"
      icon={Spline}
      initiallyOpen
      summary={fibres === undefined ? 'none: the material does not pull' : LABELS[fibres.direction.kind]}
    >
      <FieldRow
        label="Direction"
        tooltip={{
          text: 'Where the fibres run. Two pins that hold the ends of the solid offer a third choice: from one to the other.',
          reference: 'Irving 2007, 2.6.1',
        }}
        modified={fibres !== undefined}
      >
        <Select
          label="Direction of the fibres"
          value={common(kinds) as string | undefined}
          options={[{ value: NONE, label: 'No fibres' }, ...offered.map(([value, label]) => ({ value, label }))]}
          onChange={choose}
        />
      </FieldRow>
      <PropertyForm target={target} fields={named('direction.axis')} />
      {fibres?.direction.kind === 'attachments' && (
        <>
          <EndRow end="from" label="From" target={target} chosen={fibres.direction.from} pins={pins} />
          <EndRow end="to" label="To" target={target} chosen={fibres.direction.to} pins={pins} />
        </>
      )}
      <PropertyForm target={target} fields={named('activation')} />
    </Section>
  );
}

interface EndRowProps {
  readonly end: 'from' | 'to';
  readonly label: string;
  readonly target: FormTarget;
  readonly chosen: string;
  readonly pins: readonly { readonly id: string; readonly name: string }[];
}

/** The pin at one end of the fibres. */
function EndRow({ end, label, target, chosen, pins }: EndRowProps) {
  const options = pins.map((pin) => ({ value: pin.id, label: entityName(pin) }));
  const known = pins.some(({ id }) => id === chosen);
  if (!known) options.unshift({ value: chosen, label: `${chosen} (not there)` });
  return (
    <FieldRow
      label={label}
      tooltip={{ text: 'A pin of this solid: the fibres begin or end where it holds.' }}
      problem={known ? undefined : 'This pin does not hold the solid: choose another.'}
    >
      <Select
        label={`Fibres ${label.toLowerCase()}`}
        value={chosen}
        options={options}
        onChange={(id) => target.write(['fibres', 'direction', end], `Change fibres of ${target.name}`, () => id)}
      />
    </FieldRow>
  );
}
