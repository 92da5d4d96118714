import { useId } from 'react';
import { Eye, Pyramid, Scissors, Shapes } from 'lucide-react';
import { Section } from '../../inspector/Section.tsx';
import { useSession, useView } from '../../state/Session.ts';
import { FieldRow } from '../../ui/FieldRow.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import type { MeshColouring } from './useMeshView.ts';

interface MeshViewRowsProps {
  readonly colouring: MeshColouring;
  onColouring(colouring: MeshColouring): void;
}

/** How the mesh on trial is looked at. */
export function MeshViewRows({ colouring, onColouring }: MeshViewRowsProps) {
  const { view } = useSession();
  const mode = useView((state) => state.mode);
  const cut = useView((state) => state.cut);
  const slider = useId();
  return (
    <Section title="Look" icon={Eye}>
      <FieldRow label="Show">
        <Segmented
          label="What is shown"
          size="small"
          value={mode === 'tets' || mode === 'cut' ? mode : 'shaded'}
          options={[
            { value: 'shaded', label: 'Surface', icon: Shapes },
            { value: 'tets', label: 'Elements', icon: Pyramid },
            { value: 'cut', label: 'Cut-away', icon: Scissors },
          ]}
          onChange={(next) => view.setState({ mode: next })}
        />
      </FieldRow>
      <FieldRow label="Colour">
        <Segmented
          label="What elements are coloured by"
          size="small"
          value={colouring}
          options={[
            { value: 'bands', label: 'Size' },
            { value: 'quality', label: 'Quality' },
            { value: 'plain', label: 'Plain' },
          ]}
          onChange={onColouring}
        />
      </FieldRow>
      {mode === 'cut' && (
        <FieldRow label="Cut plane" htmlFor={slider}>
          <span className="mesh-cut">
            <Segmented
              label="Axis of the cut"
              size="small"
              value={cut.axis}
              options={[
                { value: 'x', label: 'X' },
                { value: 'y', label: 'Y' },
                { value: 'z', label: 'Z' },
              ]}
              onChange={(axis) => view.setState({ cut: { ...cut, axis } })}
            />
            <input
              id={slider}
              type="range"
              className="task-range"
              min={0}
              max={1}
              step={0.005}
              value={cut.offset}
              aria-label="Place of the cut"
              aria-valuetext={`${Math.round(100 * cut.offset)} %`}
              onChange={(event) => view.setState({ cut: { ...cut, offset: Number(event.target.value) } })}
            />
          </span>
        </FieldRow>
      )}
    </Section>
  );
}
