import { TriangleAlert } from 'lucide-react';
import type { Solid } from '../../../src/scene/kinds/solid.ts';
import { Button } from '../../ui/Button.tsx';
import { FieldRow } from '../../ui/FieldRow.tsx';
import { Select } from '../../ui/Select.tsx';
import { formatNumber } from '../../units/formatNumber.ts';
import type { PreviewState } from './LivePreview.ts';

type Order = NonNullable<Solid['elementOrder']>;
type Result = NonNullable<PreviewState['result']>;

/** Excess of stiffness that nobody sees. */
const UNSEEN = 1.1;

interface OrderRowProps {
  readonly result: PreviewState['result'];
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
}

/** Element order, and what the elements can carry where the solid is thin. */
export function OrderRow({ result, order, onOrder }: OrderRowProps) {
  return (
    <>
      <FieldRow
        label="Element order"
        tooltip={{
          text: 'Quadratic elements bend: two across a part are as good as dozens of linear ones. Automatic chooses them where fewer than six lie across.',
        }}
      >
        <Select
          label="Element order"
          value={order}
          options={[
            { value: 'automatic', label: 'Automatic' },
            { value: 'linear', label: 'Linear' },
            { value: 'quadratic', label: 'Quadratic' },
          ]}
          onChange={onOrder}
        />
      </FieldRow>
      {result !== undefined && result.bending.stiffness <= UNSEEN && (
        <p className="form-note" role="status">
          {sentence(result.bending)}
        </p>
      )}
    </>
  );
}

interface StiffnessWarningProps {
  readonly result: Result;
  readonly onOrder: (order: Order) => void;
  readonly onPercent: (percent: number) => void;
  readonly onAcross: (across: number) => void;
}

/** Warns that a thin part will be too stiff, and offers what cures it; shows nothing where it will not. */
export function StiffnessWarning({ result, onOrder, onPercent, onAcross }: StiffnessWarningProps) {
  const { bending, kind } = result;
  if (bending.stiffness <= UNSEEN) return null;
  return (
    <div className="mesh-warning" role="status">
      <TriangleAlert aria-hidden />
      <div>
        <p>{sentence(bending)}</p>
        <div className="bending-cures">
          {bending.order === 'linear' && kind === 'tet' && (
            <Button size="small" onClick={() => onOrder('quadratic')}>
              Use quadratic elements
            </Button>
          )}
          {bending.linearAcross !== undefined && (
            <Button size="small" onClick={() => onAcross(bending.linearAcross!)}>
              Shorter edges where thin
            </Button>
          )}
          {bending.linearPercent !== undefined && (
            <Button size="small" onClick={() => onPercent(shortened(bending.linearPercent))}>
              {`Edges of ${shortened(bending.linearPercent)} % everywhere`}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}

/** Percent with two digits, rounded down so that enough elements lie across. */
function shortened(percent = 1): number {
  const digit = 10 ** (Math.floor(Math.log10(percent)) - 1);
  return Number((Math.floor(percent / digit) * digit).toPrecision(2));
}

function sentence({ order, across, stiffness }: Result['bending']): string {
  if (across === undefined) return `The elements are ${order}. The surface has no thin part.`;
  const count = formatNumber(across, 2);
  const excess = Math.round(100 * (stiffness - 1));
  const told = excess < 1 ? 'right to one percent' : `about ${excess} % too stiff`;
  return `${count} ${order} elements lie across the thinnest part: its bending is ${told}.`;
}
