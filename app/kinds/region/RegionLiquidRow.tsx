import type { Region } from '../../../src/scene/kinds/region.ts';
import { referable } from '../../entities/references.ts';
import type { FormTarget } from '../../forms/FormTarget.ts';
import { ReferenceRow } from '../../inspector/ReferenceRow.tsx';
import { useDocument } from '../../session/Session.ts';

interface RegionLiquidRowProps {
  readonly target: FormTarget;
  readonly region: Region;
}

/** The liquid that a region belongs to, by its name. */
export function RegionLiquidRow({ target, region }: RegionLiquidRowProps) {
  const entities = useDocument((state) => state.open?.scene.entities) ?? [];
  return (
    <ReferenceRow
      label="Liquid"
      tooltip={{ text: 'Liquid that the region fills, emits or drains.' }}
      value={region.liquid}
      among={referable(entities, region, ['liquid'])}
      problem="This liquid is not in the shot: choose another."
      onChange={(liquid) => target.write(['liquid'], `Change the liquid of ${target.name}`, () => liquid)}
    />
  );
}
