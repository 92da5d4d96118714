import { Droplets, Sparkles, Tornado, Waves } from 'lucide-react';
import { largestKey } from '../../../src/scene/curves.ts';
import type { Liquid } from '../../../src/scene/kinds/liquid.ts';
import type { FormField } from '../../forms/formFields.ts';
import type { FormTarget } from '../../forms/FormTarget.ts';
import { LiquidMethodRows } from './LiquidMethodRows.tsx';
import { LiquidPresetCards } from './LiquidPresetCards.tsx';
import { LiquidQuestion } from './LiquidQuestion.tsx';
import { LiquidResolutionRow } from './LiquidResolutionRow.tsx';
import { LiquidTransportRows } from './LiquidTransportRows.tsx';
import { switched } from './switched.ts';
import { WhitewaterSection } from './WhitewaterSection.tsx';
import { EstimateNote } from '../../inspector/EstimateNote.tsx';
import { PropertyForm } from '../../inspector/PropertyForm.tsx';
import { Section } from '../../inspector/Section.tsx';

interface LiquidSectionsProps {
  readonly target: FormTarget;
  /** The first of the edited liquids. */
  readonly liquid: Liquid;
  /** All fields of the liquid, in the groups of its schema. */
  readonly fields: readonly FormField[];
  readonly single: boolean;
}

/** The box of a liquid and what it is made of, what flies apart and churns in it, and how its surface is made. */
export function LiquidSections({ target, liquid, fields, single }: LiquidSectionsProps) {
  const { spray, vortices, surface } = liquid;
  const of = (...names: readonly string[]) => membersOf(fields, names);
  if (liquid.method !== undefined)
    return <ShallowWaterSection target={target} liquid={liquid} fields={fields} single={single} />;
  return (
    <>
      {single && <LiquidQuestion target={target} liquid={liquid} />}
      <Section title="Liquid" icon={Waves}>
        <LiquidMethodRows target={target} fields={of('method')} />
        <PropertyForm target={target} fields={of('domain', 'cellSize')} />
        {single && <LiquidResolutionRow target={target} liquid={liquid} />}
        <PropertyForm target={target} fields={of('opticalDepth')} />
        {single && <EstimateNote entity={liquid} />}
        {single && <LiquidPresetCards target={target} liquid={liquid} />}
        <PropertyForm target={target} fields={of('density', 'viscosity', 'surfaceTension')} />
        <PropertyForm target={target} fields={acting(of('elasticity'), liquid.elasticity)} />
        <LiquidTransportRows target={target} liquid={liquid} />
        <PropertyForm target={target} fields={of('frames')} />
      </Section>
      <Section
        title="Spray"
        icon={Sparkles}
        initiallyOpen={spray.enabled}
        summary={spray.enabled ? 'separate points' : 'part of the surface mesh'}
      >
        <PropertyForm target={target} fields={switched(of('spray'), spray.enabled)} />
      </Section>
      <Section
        title="Vortex particles"
        icon={Tornado}
        initiallyOpen={vortices.enabled}
        summary={vortices.enabled ? SOURCES[vortices.source] : 'none'}
      >
        <PropertyForm target={target} fields={switched(of('vortices'), vortices.enabled)} />
      </Section>
      <WhitewaterSection target={target} liquid={liquid} fields={of('whitewater')} />
      <Section title="Surface mesh" icon={Droplets} summary={`${surface.detail} per cell`}>
        <PropertyForm target={target} fields={of('surface')} />
      </Section>
    </>
  );
}

/** The rectangle of shallow water, its columns and its ground: all else of a liquid does nothing to it. */
function ShallowWaterSection({ target, liquid, fields, single }: LiquidSectionsProps) {
  const of = (...names: readonly string[]) => membersOf(fields, names);
  return (
    <>
      {single && <LiquidQuestion target={target} liquid={liquid} />}
      <Section title="Shallow water" icon={Waves}>
        <LiquidMethodRows target={target} fields={of('method')} />
        <PropertyForm target={target} fields={of('domain', 'cellSize').map(withoutLids)} />
        {single && <LiquidResolutionRow target={target} liquid={liquid} />}
        {single && <EstimateNote entity={liquid} />}
        <PropertyForm target={target} fields={of('density')} />
      </Section>
      {liquid.whitewater.enabled && <WhitewaterSection target={target} liquid={liquid} fields={of('whitewater')} />}
    </>
  );
}

/** The field without walls below and above. */
function withoutLids(field: FormField): FormField {
  if (field.kind !== 'group') return field;
  return { ...field, fields: field.fields.filter(({ path }) => path.at(-1) !== 'bottom' && path.at(-1) !== 'top') };
}

/** The rows of an elasticity that do something: without a modulus there is nothing to flow, without a flow rate nothing that yields. */
function acting(fields: readonly FormField[], { shearModulus, flowRate }: Liquid['elasticity']): FormField[] {
  const hidden =
    largestKey(shearModulus) === 0 ? ['flowRate', 'yieldStrain'] : largestKey(flowRate) === 0 ? ['yieldStrain'] : [];
  return fields.filter(({ path }) => !hidden.includes(String(path.at(-1))));
}

const SOURCES = { obstacles: 'from obstacles', emitters: 'from emitters', everywhere: 'everywhere' } as const;

/** The fields of some members, those of a group without its heading. */
function membersOf(fields: readonly FormField[], names: readonly string[]): FormField[] {
  return names.flatMap((name) =>
    fields.filter(({ path }) => path[0] === name).flatMap((field) => (field.kind === 'group' ? field.fields : [field])),
  );
}
