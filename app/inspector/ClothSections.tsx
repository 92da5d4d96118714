import { Hammer, Layers, Shirt } from 'lucide-react';
import type { Cloth } from '../../src/scene/entities/cloth.ts';
import { BodyPairs } from './ContactSection.tsx';
import { FabricCards, presentFabric } from './FabricCards.tsx';
import type { FormField } from './formFields.ts';
import type { FormTarget } from './FormTarget.ts';
import { PropertyForm } from './PropertyForm.tsx';
import { Section } from './Section.tsx';

/** Members of a cloth that these sections show. */
export const clothElsewhere: ReadonlySet<string> = new Set(['fabric', 'contact', 'plasticity', 'strength', 'drag']);

interface ClothSectionsProps {
  readonly target: FormTarget;
  /** The first of the edited pieces of cloth. */
  readonly cloth: Cloth;
  /** All fields of the cloth, groups within groups undone. */
  readonly fields: readonly FormField[];
}

/** What the cloth is made of, what it meets, and whether it keeps dents. */
export function ClothSections({ target, cloth, fields }: ClothSectionsProps) {
  const { contact, plasticity } = cloth;
  const of = (...names: readonly string[]) => fields.filter(({ path }) => names.includes(String(path[0])));
  const dents = of('plasticity');
  const switched = dents.filter(({ kind }) => kind === 'toggle');
  const meets = [contact.self && 'itself', contact.others && 'other bodies'].filter((text) => text !== false);
  return (
    <>
      <Section title="Fabric" icon={Shirt} summary={presentFabric(cloth)?.label ?? 'Custom'}>
        <FabricCards target={target} cloth={cloth} />
        <PropertyForm target={target} fields={of('fabric', 'strength', 'drag')} />
      </Section>
      <Section title="Contact" icon={Layers} summary={['colliders', ...meets].join(', ')}>
        <PropertyForm target={target} fields={of('contact')} />
        <BodyPairs bodies={[cloth]} />
      </Section>
      <Section
        title="Dents"
        icon={Hammer}
        initiallyOpen={plasticity.enabled}
        summary={plasticity.enabled ? 'kept' : 'springs back'}
      >
        <PropertyForm target={target} fields={plasticity.enabled ? dents : switched} />
      </Section>
    </>
  );
}
