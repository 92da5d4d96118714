import { Clapperboard, Cog, Globe, Layers } from 'lucide-react';
import { useDocument, useView } from '../state/Session.ts';
import { FieldRow } from '../ui/FieldRow.tsx';
import { NumberField } from '../ui/NumberField.tsx';
import { PairsOfShot } from './PairsOfShot.tsx';
import { formFields } from './formFields.ts';
import type { FormTarget } from './FormTarget.ts';
import { PropertyForm } from './PropertyForm.tsx';
import { physicsFormSchema, qualityFormSchema } from './schemas.ts';
import { Section } from './Section.tsx';

/** Range, frame rate and what acts on everything. */
export function ShotTab({ target }: { readonly target: FormTarget }) {
  const scene = useDocument((state) => state.open?.scene);
  if (scene === undefined) return null;
  const { range, frameRate, physics } = scene;
  const number = (label: string, help: string, value: number, path: (string | number)[], min: number, max: number) => (
    <FieldRow label={label} tooltip={{ text: help }}>
      <NumberField
        label={label}
        unit=""
        whole
        value={value}
        min={min}
        max={max}
        onChange={(amount, dragging) =>
          target.write(path, `Change ${label.toLowerCase()}`, () => amount, dragging ? label : undefined)
        }
        onGestureEnd={() => target.endGesture()}
      />
    </FieldRow>
  );
  return (
    <div className="inspector-body">
      <Section title="Time" icon={Clapperboard}>
        {number(
          'First frame',
          'The state of the shot is set up here.',
          range.first,
          ['range', 'first'],
          -1e6,
          range.last - 1,
        )}
        {number(
          'Last frame',
          'Simulated and exported up to here.',
          range.last,
          ['range', 'last'],
          range.first + 1,
          range.first + 1e6,
        )}
        {number(
          'Frames/s',
          'Frames per second; keys stay on their frames.',
          frameRate.numerator / frameRate.denominator,
          ['frameRate', 'numerator'],
          1,
          1e6,
        )}
      </Section>
      <Section title="World" icon={Globe}>
        <PropertyForm target={target} fields={formFields(physicsFormSchema, physics, ['physics'])} />
      </Section>
      <Section title="Contact pairs" icon={Layers}>
        <PairsOfShot />
      </Section>
    </div>
  );
}

/** What trades time for accuracy, of the quality that is worked at. */
export function SolverTab({ target }: { readonly target: FormTarget }) {
  const quality = useView((state) => state.quality);
  const settings = useDocument((state) => state.open?.scene.quality);
  const groups = formFields(qualityFormSchema, settings, ['quality']);
  return (
    <div className="inspector-body">
      {groups.map(
        (group) =>
          group.kind === 'group' && (
            <Section key={group.label} title={group.label} icon={Cog} initiallyOpen={group.path.at(-1) === quality}>
              <PropertyForm target={target} fields={group.fields} />
            </Section>
          ),
      )}
    </div>
  );
}
