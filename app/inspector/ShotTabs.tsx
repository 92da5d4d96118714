import { Clapperboard, Cog, Globe, Layers } from 'lucide-react';
import { kindOf } from '../../src/scene/capabilities.ts';
import { MOST_PRE_ROLL, preRollHelp } from '../../src/scene/Scene.ts';
import { useDocument, useView } from '../session/Session.ts';
import { FieldRow } from '../ui/FieldRow.tsx';
import { rateLabel, rateOf } from '../timeline/head/frameRates.ts';
import { NumberField } from '../ui/NumberField.tsx';
import { inSentence } from '../ui/inSentence.ts';
import { PairsOfShot } from './PairsOfShot.tsx';
import { formFields } from '../forms/formFields.ts';
import type { FormTarget } from '../forms/FormTarget.ts';
import { PropertyForm } from './PropertyForm.tsx';
import { ShownPairs } from './ShownPairs.tsx';
import { physicsFormSchema, qualityFormSchema } from './schemas.ts';
import { Section } from './Section.tsx';

/** Range, frame rate and what acts on everything. */
export function ShotTab({ target }: { readonly target: FormTarget }) {
  const scene = useDocument((state) => state.open?.scene);
  if (scene === undefined) return null;
  const { range, frameRate, physics } = scene;
  const number = (
    label: string,
    help: string,
    value: number,
    path: (string | number)[],
    [min, max]: readonly [number, number],
    unit = '',
  ) => (
    <FieldRow label={label} tooltip={{ text: help, unit }}>
      <NumberField
        label={label}
        unit={unit}
        whole
        value={value}
        min={min}
        max={max}
        onChange={(amount, dragging) =>
          target.write(path, `Change ${inSentence(label)}`, () => amount, dragging ? label : undefined)
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
          'First frame of the shot: the initial state, or the state at the end of the pre-roll.',
          range.first,
          ['range', 'first'],
          [-1e6, range.last - 1],
        )}
        {number(
          'Last frame',
          'Last frame that is simulated and exported.',
          range.last,
          ['range', 'last'],
          [range.first + 1, range.first + 1e6],
        )}
        {number('Pre-roll', preRollHelp, range.preRoll ?? 0, ['range', 'preRoll'], [0, MOST_PRE_ROLL], 'frames')}
        <FieldRow
          label="Frame rate"
          tooltip={{
            text: 'Frames per second; 23.976 and 29.97 are exact. Keys stay on their frames; the timeline can keep their times instead.',
          }}
        >
          <NumberField
            label="Frame rate"
            unit="fps"
            value={Number(rateLabel(frameRate))}
            min={1}
            max={1000}
            onChange={(amount, dragging) =>
              target.write(
                ['frameRate'],
                'Change frame rate',
                (present) => rateOf(dragging ? Math.round(amount) : amount) ?? present,
                dragging ? 'frame rate' : undefined,
              )
            }
            onGestureEnd={() => target.endGesture()}
          />
        </FieldRow>
      </Section>
      <Section title="World" icon={Globe}>
        <PropertyForm target={target} fields={formFields(physicsFormSchema, physics, ['physics'])} />
      </Section>
      <Section title="Contact pairs" icon={Layers}>
        <PairsOfShot />
      </Section>
      {scene.entities.some((entity) => kindOf(entity).subjects?.(entity).includes('rigid')) && <ShownPairs />}
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
