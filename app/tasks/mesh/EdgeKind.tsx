import type { Meshing } from '../../../src/scene/kinds/solid.ts';
import { Segmented } from '../../ui/Segmented.tsx';

interface EdgeKindProps {
  readonly meshing: Meshing;
  /** Edge length that the present one comes to, without the factor of the quality, m. */
  readonly metres: number | undefined;
  onChange(meshing: Meshing): void;
}

/** Whether the edge is given as a share of the size, which follows scaling, or as a length. */
export function EdgeKind({ meshing, metres, onChange }: EdgeKindProps) {
  const { edge } = meshing;
  const relative = 'percent' in edge;
  const choose = (kind: 'percent' | 'metres'): void => {
    if (metres === undefined || (kind === 'percent') === relative) return;
    if (kind === 'metres') onChange({ ...meshing, edge: { metres: Number(metres.toPrecision(3)) } });
    else onChange({ ...meshing, edge: { percent: DEFAULT_PERCENT } });
  };
  return (
    <Segmented
      label="How the edge length is given"
      size="small"
      value={relative ? 'percent' : 'metres'}
      options={[
        { value: 'percent', label: '% of size' },
        { value: 'metres', label: 'Length' },
      ]}
      onChange={choose}
    />
  );
}

/** Edge length of new solids, % of the box's diagonal. */
const DEFAULT_PERCENT = 4;
