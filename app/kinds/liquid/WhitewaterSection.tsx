import { Snowflake } from 'lucide-react';
import { useStore } from 'zustand';
import { WHITEWATER } from '../../../src/frames/Whitewater.ts';
import type { Liquid } from '../../../src/scene/kinds/liquid.ts';
import type { FrameSourceState } from '../../client/FrameSource.ts';
import type { FormField } from '../../forms/formFields.ts';
import type { FormTarget } from '../../forms/FormTarget.ts';
import { PropertyForm } from '../../inspector/PropertyForm.tsx';
import { Section } from '../../inspector/Section.tsx';
import { useSession } from '../../session/Session.ts';
import { switched } from './switched.ts';

interface WhitewaterSectionProps {
  readonly target: FormTarget;
  /** The first of the edited liquids. */
  readonly liquid: Liquid;
  readonly fields: readonly FormField[];
}

/** What of spray, foam and bubbles is made from the stored frames of a liquid, and that none is made of one without particles. */
export function WhitewaterSection({ target, liquid, fields }: WhitewaterSectionProps) {
  const { id, whitewater } = liquid;
  const isMissing = useLacksWhitewater(id) && whitewater.enabled;
  return (
    <Section
      title="Whitewater"
      icon={Snowflake}
      initiallyOpen={whitewater.enabled}
      summary={whitewater.enabled ? 'from cached frames' : 'none'}
    >
      {isMissing && (
        <p className="form-note" role="status">
          This liquid has no particles that could make whitewater. Choose the method Full 3D and an advection by
          particles, or turn whitewater off.
        </p>
      )}
      <PropertyForm target={target} fields={switched(fields, whitewater.enabled)} />
    </Section>
  );
}

/** Whether a liquid, as it was shown last with whitewater turned on, has none. */
function useLacksWhitewater(id: string): boolean {
  const { frameSource } = useSession();
  return useStore(frameSource.store, ({ statics, staticsOf }: FrameSourceState) => {
    const shown = staticsOf?.entities.find((entity) => entity.id === id);
    const isAsked = shown !== undefined && 'whitewater' in shown && shown.whitewater.enabled;
    return isAsked && statics?.streams.every(({ entity, name }) => entity !== id || name !== WHITEWATER) === true;
  });
}
