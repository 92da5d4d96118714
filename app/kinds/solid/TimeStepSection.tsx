import { Timer } from 'lucide-react';
import { useStore } from 'zustand';
import type { Solid } from '../../../src/scene/kinds/solid.ts';
import type { FrameSourceState } from '../../client/FrameSource.ts';
import { useSession } from '../../session/Session.ts';
import type { ChoiceFormField, FormField } from '../../forms/formFields.ts';
import type { FormTarget } from '../../forms/FormTarget.ts';
import { PropertyForm } from '../../inspector/PropertyForm.tsx';
import { Section } from '../../inspector/Section.tsx';

type Integration = NonNullable<Solid['integration']>;

/** What each scheme is called, and what an artist gets from it. */
const SCHEMES: Readonly<Record<Integration, { readonly label: string; readonly note: string }>> = {
  automatic: {
    label: 'Automatic',
    note: 'Semi-implicit where that needs at most 24 substeps per frame, otherwise implicit of second order.',
  },
  'semi-implicit': {
    label: 'Semi-implicit',
    note: 'Fast for soft solids, with little numerical damping. Stiffer materials and finer meshes need more substeps per frame.',
  },
  implicit: {
    label: 'Implicit, backward Euler',
    note: 'Few substeps at any stiffness. Damps oscillations as a damping time of the length of a substep would: at 2 substeps per frame, those of 1.7 Hz lose half of their amplitude in each period.',
  },
  'implicit-second-order': {
    label: 'Implicit, second order',
    note: 'Few substeps at any stiffness. At 2 substeps per frame, frequencies of up to 4 Hz are within 3%, and a period leaves 99% of the amplitude.',
  },
  quasistatic: {
    label: 'Quasistatic',
    note: 'No inertia: every frame is in equilibrium with its pins, gravity and fibres. Use it for muscles on bones.',
  },
};

interface TimeStepSectionProps {
  readonly target: FormTarget;
  /** The first of the edited solids. */
  readonly solid: Solid;
  /** All fields of the solid. */
  readonly fields: readonly FormField[];
}

/** How the solid is taken from frame to frame, and what that means for it. */
export function TimeStepSection({ target, solid, fields }: TimeStepSectionProps) {
  const chosen = solid.integration ?? 'semi-implicit';
  const isImplicit = chosen !== 'semi-implicit' && chosen !== 'quasistatic' && solid.liquids !== 'coupled';
  const shown = fields
    .filter(({ path: [name] }) => name === 'integration' || (name === 'newtonIterations' && isImplicit))
    .map((field) => (field.kind === 'choice' ? named(field) : field));
  return (
    <Section
      title="Time integration"
      icon={Timer}
      initiallyOpen={solid.integration !== undefined}
      summary={SCHEMES[chosen].label.toLowerCase()}
    >
      <PropertyForm target={target} fields={shown} />
      <p className="form-note">{noteOf(solid, chosen)}</p>
      <TakenScheme id={solid.id} chosen={chosen} />
    </Section>
  );
}

/** What the shown frame was made with, where the choice alone does not say it. */
function TakenScheme({ id, chosen }: { readonly id: string; readonly chosen: Integration }) {
  const { frameSource } = useSession();
  // Undefined where no frame of the solid is shown; 0 where it is semi-implicit.
  const instead = useStore(frameSource.store, ({ shown }: FrameSourceState) => {
    if (shown === undefined || shown.stats.substeps === 0 || !(id in shown.stats.entities)) return undefined;
    return shown.stats.entities[id].sections?.integration?.explicitSubsteps ?? 0;
  });
  if (instead === undefined || chosen === 'semi-implicit' || chosen === 'quasistatic') return null;
  return (
    <p className="form-note" role="status">
      {instead === 0
        ? 'The shown frame was integrated semi-implicitly.'
        : `The shown frame was integrated implicitly; semi-implicitly it would need ${instead.toLocaleString('en')} substeps.`}
    </p>
  );
}

function named(field: ChoiceFormField): ChoiceFormField {
  const label = (value: string) => SCHEMES[value as Integration].label;
  return { ...field, options: field.options.map(({ value }) => ({ value, label: label(value) })) };
}

function noteOf({ liquids, fracture }: Solid, chosen: Integration): string {
  if (liquids === 'coupled') return 'The solid is coupled to liquids: both are solved together, implicitly.';
  if (chosen === 'quasistatic' && fracture?.enabled === true) return 'Solids that tear are integrated semi-implicitly.';
  return SCHEMES[chosen].note;
}
