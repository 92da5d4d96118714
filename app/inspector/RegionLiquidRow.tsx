import { useId } from 'react';
import type { Region } from '../../src/scene/kinds/region.ts';
import { isKind } from '../../src/scene/Scene.ts';
import { entityName } from '../document/entityEdits.ts';
import { useDocument, useSession } from '../state/Session.ts';
import { FieldRow } from '../ui/FieldRow.tsx';
import { Select } from '../ui/Select.tsx';

/** The liquid that a region belongs to, by its name. */
export function RegionLiquidRow({ region }: { readonly region: Region }) {
  const id = useId();
  const { document } = useSession();
  const liquids = (useDocument((state) => state.open?.scene)?.entities ?? []).filter(isKind('liquid'));
  return (
    <FieldRow label="Liquid" htmlFor={id} tooltip={{ text: 'The liquid that the region fills, pours into or drains.' }}>
      <Select
        id={id}
        label="Liquid"
        value={region.liquid}
        options={liquids.map((liquid) => ({ value: liquid.id, label: entityName(liquid) }))}
        onChange={(chosen) =>
          document.edit(`Change the liquid of ${entityName(region)}`, (scene) => {
            const found = scene.entities.find((entity) => entity.id === region.id);
            if (found?.kind === 'region') found.liquid = chosen;
          })
        }
      />
    </FieldRow>
  );
}
