import type { Liquid } from '../../../src/scene/kinds/liquid.ts';
import { liquidCells } from '../../../src/scene/liquidCells.ts';
import { FieldRow } from '../../ui/FieldRow.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import type { FormTarget } from '../../forms/FormTarget.ts';

/** Beyond, a box cannot be simulated whatever its other sides are. */
const MOST_ALONG = 4096;

/** The cell size of one liquid told the other way: how many cells stand along the longest side of its box. */
export function LiquidResolutionRow({ target, liquid }: { readonly target: FormTarget; readonly liquid: Liquid }) {
  const longest = Math.max(...liquid.domain.size);
  return (
    <FieldRow
      label="Resolution"
      tooltip={{
        text: 'Number of cells along the longest side of the box at edge scale 1, another way to set the cell size. Twice as many take about sixteen times as long.',
      }}
    >
      <NumberField
        label="Resolution"
        unit="cells"
        whole
        value={Math.max(...liquidCells(liquid, 1))}
        min={1}
        max={MOST_ALONG}
        softMin={16}
        softMax={128}
        onChange={(count, dragging) =>
          target.write(
            ['cellSize'],
            `Change resolution of ${target.name}`,
            () => longest / count,
            dragging ? 'resolution' : undefined,
          )
        }
        onGestureEnd={() => target.endGesture()}
      />
    </FieldRow>
  );
}
