import { Cog, Shapes, Spline, SlidersHorizontal, type LucideIcon } from 'lucide-react';
import type { Joint } from '../../../src/scene/kinds/joint.ts';
import type { FormField, GroupFormField } from '../../forms/formFields.ts';
import type { FormTarget } from '../../forms/FormTarget.ts';
import { PropertyForm } from '../../inspector/PropertyForm.tsx';
import { Section } from '../../inspector/Section.tsx';
import { AxisRow } from './JointRows.tsx';
import { LimitsTrack } from './LimitsTrack.tsx';

interface TypeSectionsProps {
  readonly target: FormTarget;
  readonly joint: Joint;
  readonly fields: readonly FormField[];
}

const ICONS: Readonly<Record<string, LucideIcon>> = { limits: SlidersHorizontal, motor: Cog, spring: Spline };

/** The type of a joint with its axis, and a section each for its limits, motor and spring. */
export function TypeSections({ target, joint, fields }: TypeSectionsProps) {
  const own = (name: string) => fields.filter(({ path }) => path[0] === name);
  const [type] = own('type').filter((field) => field.kind === 'group');
  if (type === undefined) return null;
  const groups = type.fields.filter((field) => field.kind === 'group');
  const plain = type.fields.filter((field) => field.kind !== 'group');
  const hasAxis = joint.type.kind !== 'weld';
  return (
    <>
      <Section title="Type and place" icon={Shapes}>
        <PropertyForm target={target} fields={[...plain, ...own('position'), ...(hasAxis ? own('axis') : [])]} />
        <AxisRow target={target} joint={joint} />
      </Section>
      {groups.map((group) => (
        <PartSection key={group.path.join('.')} target={target} joint={joint} group={group} />
      ))}
    </>
  );
}

interface PartSectionProps {
  readonly target: FormTarget;
  readonly joint: Joint;
  readonly group: GroupFormField;
}

/** Limits, motor or spring: the switch alone while it is off, and of a motor only what its drive asks for. */
function PartSection({ target, joint, group }: PartSectionProps) {
  const { type } = joint;
  const name = String(group.path.at(-1));
  const [part, drive] = target.read(group.path).map(stateOf)[0];
  const [first, ...others] = group.fields;
  const shown = others.filter(({ path }) => drives(String(path.at(-1)), drive));
  return (
    <Section title={group.label} icon={ICONS[name]} summary={part ? 'on' : 'off'}>
      <PropertyForm target={target} fields={part ? [first, ...shown] : [first]} />
      {part && name === 'limits' && 'motor' in type && <LimitsTrack target={target} joint={joint} type={type} />}
    </Section>
  );
}

function stateOf(part: unknown): readonly [enabled: boolean, drive: string | undefined] {
  const { enabled, drive } = part as { readonly enabled: boolean; readonly drive?: string };
  return [enabled, drive];
}

/** Whether a property of a part acts with this drive; parts without one have them all. */
function drives(name: string, drive: string | undefined): boolean {
  if (drive === undefined || name === 'drive' || name === 'most') return true;
  return (name === 'speed') === (drive === 'speed');
}
