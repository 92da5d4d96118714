import { Spline } from 'lucide-react';
import type { Solid } from '../../../src/scene/kinds/solid.ts';
import { Section } from '../../inspector/Section.tsx';
import { Button } from '../../ui/Button.tsx';
import { FieldRow } from '../../ui/FieldRow.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { formatNumber } from '../../units/formatNumber.ts';
import type { PreviewState } from './LivePreview.ts';

type Order = NonNullable<Solid['elementOrder']>;

/** Excess of stiffness that nobody sees. */
const UNSEEN = 1.1;

interface BendingSectionProps {
  readonly result: PreviewState['result'];
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
  readonly onPercent: (percent: number) => void;
}

/** What the elements can carry where the solid is thin, and what cures it. */
export function BendingSection({ result, order, onOrder, onPercent }: BendingSectionProps) {
  const bending = result?.bending;
  return (
    <Section title="Bending" icon={Spline}>
      <FieldRow
        label="Element order"
        tooltip={{
          text: 'Quadratic elements bend: two across a part are as good as dozens of linear ones. Automatic chooses them where fewer than six lie across.',
        }}
      >
        <Segmented
          label="Element order"
          size="small"
          value={order}
          options={[
            { value: 'automatic', label: 'Automatic' },
            { value: 'linear', label: 'Linear' },
            { value: 'quadratic', label: 'Quadratic' },
          ]}
          onChange={onOrder}
        />
      </FieldRow>
      {bending !== undefined && (
        <p className="form-note" role="status">
          {sentence(bending)}
        </p>
      )}
      {bending !== undefined && bending.stiffness > UNSEEN && (
        <div className="bending-cures">
          {bending.order === 'linear' && result?.kind === 'tet' && (
            <Button size="small" onClick={() => onOrder('quadratic')}>
              Use quadratic elements
            </Button>
          )}
          {bending.linearPercent !== undefined && (
            <Button size="small" onClick={() => onPercent(shortened(bending.linearPercent))}>
              {`Shorten edges to ${shortened(bending.linearPercent)} %`}
            </Button>
          )}
        </div>
      )}
    </Section>
  );
}

/** Percent with two digits, rounded down so that enough elements lie across. */
function shortened(percent = 1): number {
  const digit = 10 ** (Math.floor(Math.log10(percent)) - 1);
  return Number((Math.floor(percent / digit) * digit).toPrecision(2));
}

function sentence({ order, across, stiffness }: NonNullable<PreviewState['result']>['bending']): string {
  if (across === undefined) return `The elements are ${order}. The surface has no thin part.`;
  const count = formatNumber(across, 2);
  const excess = Math.round(100 * (stiffness - 1));
  const told = excess < 1 ? 'right to one percent' : `about ${excess} % too stiff`;
  return `${count} ${order} elements lie across the thinnest part: its bending is ${told}.`;
}
