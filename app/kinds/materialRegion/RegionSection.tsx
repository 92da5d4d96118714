import { Layers } from 'lucide-react';
import type { MaterialRegion } from '../../../src/scene/kinds/materialRegion.ts';
import { referable } from '../../entities/references.ts';
import type { FormTarget } from '../../forms/FormTarget.ts';
import { PaintedRow } from '../../inspector/PaintedRows.tsx';
import { ReferenceRow } from '../../inspector/ReferenceRow.tsx';
import { Section } from '../../inspector/Section.tsx';
import { useDocument } from '../../session/Session.ts';

interface RegionSectionProps {
  readonly target: FormTarget;
  readonly region: MaterialRegion;
}

/** The solid that a region is a part of, and what is painted of it. */
export function RegionSection({ target, region }: RegionSectionProps) {
  const entities = useDocument((state) => state.open?.scene.entities) ?? [];
  return (
    <Section title="Region of" icon={Layers}>
      <ReferenceRow
        label="Solid"
        tooltip={{
          text: 'Solid that the region is a part of: its constitutive model with the constants of the region.',
        }}
        value={region.target}
        among={referable(entities, region, ['target'])}
        problem="This solid is not in the shot: choose another."
        onChange={(solid) => target.write(['target'], `Change the solid of ${target.name}`, () => solid)}
      />
      {region.selection.kind === 'painted' && (
        <PaintedRow
          label="Painted"
          text="Elements whose painted value is at least 0.5 belong to the region."
          target={{ kind: 'material', entity: region.id }}
        />
      )}
    </Section>
  );
}
