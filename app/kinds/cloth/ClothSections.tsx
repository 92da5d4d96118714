import { Droplets, FlipVertical2, Hammer, Layers, Shirt } from 'lucide-react';
import { shellConservation } from '../../../src/scene/properties/shellPlasticity.ts';
import type { Cloth } from '../../../src/scene/kinds/cloth.ts';
import { BodyPairs } from '../parts/BodyPairs.tsx';
import { EnabledRow } from '../../inspector/EnabledRow.tsx';
import { FabricCards, presentFabric } from './FabricCards.tsx';
import type { FormField, ToggleFormField } from '../../forms/formFields.ts';
import type { FormTarget } from '../../forms/FormTarget.ts';
import { MembraneModelRows } from './MembraneModelRows.tsx';
import { LiesOnRow } from './LiesOnRow.tsx';
import { PropertyForm } from '../../inspector/PropertyForm.tsx';
import { Section } from '../../inspector/Section.tsx';

interface ClothSectionsProps {
  readonly target: FormTarget;
  /** The first of the edited pieces of cloth. */
  readonly cloth: Cloth;
  /** All fields of the cloth, groups within groups undone. */
  readonly fields: readonly FormField[];
}

const KEPT = { area: 'area', enclosed: 'enclosed volume' } as const;
/** The body is chosen from those of the shot. */
const isNumberOrSwitch = ({ kind }: FormField): boolean => kind === 'quantity' || kind === 'toggle';

/** Fabric, contact, plasticity, conservation and guide surface of cloth. */
export function ClothSections({ target, cloth, fields }: ClothSectionsProps) {
  const { contact, liquids, plasticity, liesOn, volumeConservation: size } = cloth;
  const of = (...names: readonly string[]) => fields.filter(({ path }) => names.includes(String(path[0])));
  const dents = of('plasticity');
  const switched = dents.filter(({ kind }) => kind === 'toggle');
  const kept = of('volumeConservation');
  const isKept = (name: string) => (field: FormField) => field.path.at(-1) === name;
  const keepsSize = kept.find(isKept('enabled')) as ToggleFormField;
  // What is kept matters more than how exactly.
  const keptRows = kept.filter((field) => !isKept('enabled')(field) && !isKept('keeps')(field));
  keptRows.unshift(...kept.filter(isKept('keeps')));
  const keepSize = (enabled: boolean): void =>
    target.write(
      ['volumeConservation'],
      `Turn ${enabled ? 'on' : 'off'} conservation of ${target.name}`,
      (present) => ({
        ...((present as Cloth['volumeConservation']) ?? shellConservation.parse({})),
        enabled,
      }),
    );
  const touched = [contact.self && 'itself', contact.others && 'other bodies', liquids === 'coupled' && 'liquids'];
  const meets = touched.filter((text) => text !== false);
  return (
    <>
      <Section title="Fabric" icon={Shirt} summary={presentFabric(cloth)?.label ?? 'Custom'}>
        <FabricCards target={target} cloth={cloth} />
        <MembraneModelRows target={target} cloth={cloth} />
        <PropertyForm target={target} fields={of('fabric', 'strength', 'drag')} />
      </Section>
      <Section title="Contact" icon={Layers} summary={['colliders', ...meets].join(', ')}>
        <PropertyForm target={target} fields={of('contact')} />
        <PropertyForm target={target} fields={of('liquids')} />
        <BodyPairs bodies={[cloth]} />
      </Section>
      <Section
        title="Plasticity"
        icon={Hammer}
        initiallyOpen={plasticity.enabled}
        summary={plasticity.enabled ? 'plastic' : 'elastic'}
      >
        <PropertyForm target={target} fields={plasticity.enabled ? dents : switched} />
      </Section>
      <Section
        title="Area and volume"
        icon={Droplets}
        initiallyOpen={size?.enabled === true}
        summary={size?.enabled === true ? KEPT[size.keeps] : 'not conserved'}
      >
        <EnabledRow target={target} field={keepsSize} reference="Irving 2007, 4" onChange={keepSize} />
        {size?.enabled === true && <PropertyForm target={target} fields={keptRows} />}
      </Section>
      <Section
        title="Guide surface"
        icon={FlipVertical2}
        initiallyOpen={liesOn !== undefined}
        summary={liesOn === undefined ? 'none' : 'flipped triangles recover'}
      >
        <LiesOnRow target={target} cloth={cloth} />
        {liesOn !== undefined && <PropertyForm target={target} fields={of('liesOn').filter(isNumberOrSwitch)} />}
      </Section>
    </>
  );
}
