import { Eye, Ruler } from 'lucide-react';
import { viewModes, type ViewState, type ViewMode } from '../state/viewStore.ts';
import { usePreferences, useSession, useView } from '../session/Session.ts';
import { useColouring, useColourings } from '../viewport/colour/chosenColouring.ts';
import { lengthUnits } from '../units/lengthUnit.ts';
import { FieldRow } from '../ui/FieldRow.tsx';
import { NumberField } from '../ui/NumberField.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import { Select } from '../ui/Select.tsx';
import { Switch } from '../ui/Switch.tsx';
import { Section } from './Section.tsx';

/** How ways of looking at a shot are called in forms. */
const viewModeTitles: Readonly<Record<ViewMode, string>> = {
  shaded: 'Shaded',
  wire: 'Wireframe',
  tets: 'Elements',
  cut: 'Cut away',
  points: 'Points',
};

const projectionTitles: Readonly<Record<ViewState['projection'], string>> = {
  perspective: 'Perspective',
  orthographic: 'Ortho',
};

/** How the shot is looked at: nothing here changes what is simulated. */
export function DisplayTab() {
  return (
    <div className="inspector-body">
      <ViewSection />
      <UnitsSection />
    </div>
  );
}

function ViewSection() {
  const { view } = useSession();
  const mode = useView((state) => state.mode);
  const colouring = useColouring();
  const offered = useColourings();
  const projection = useView((state) => state.projection);
  const statistics = useView((state) => state.statistics);
  const showFibres = useView((state) => state.showFibres);
  const change = (part: Partial<ViewState>) => view.setState(part);
  return (
    <Section title="View" icon={Eye}>
      <FieldRow label="Shading">
        <Select
          label="Shading"
          value={mode}
          options={viewModes.map((value) => ({ value, label: viewModeTitles[value] }))}
          onChange={(value) => change({ mode: value })}
        />
      </FieldRow>
      <FieldRow label="Colour">
        <Select
          label="Colour by"
          value={colouring.name}
          options={(offered.includes(colouring) ? offered : [...offered, colouring]).map(({ name, label }) => ({
            value: name,
            label,
          }))}
          onChange={(value) => change({ colouring: value })}
        />
      </FieldRow>
      <FieldRow label="Projection">
        <Segmented
          label="Projection"
          size="small"
          value={projection}
          options={(['perspective', 'orthographic'] as const).map((value) => ({
            value,
            label: projectionTitles[value],
          }))}
          onChange={(value) => change({ projection: value })}
        />
      </FieldRow>
      <FieldRow
        label="Fibres"
        tooltip={{ text: 'Draws short lines along the fibres of muscles, coloured by stretch.' }}
      >
        <Switch label="Fibres" checked={showFibres} onChange={(on) => change({ showFibres: on })} />
      </FieldRow>
      <FieldRow label="Statistics" tooltip={{ text: 'Shows the statistics of the frame over the picture.' }}>
        <Switch label="Statistics" checked={statistics} onChange={(on) => change({ statistics: on })} />
      </FieldRow>
    </Section>
  );
}

function UnitsSection() {
  const { view, preferences } = useSession();
  const snapping = useView((state) => state.snapping);
  const snapStep = useView((state) => state.snapStep);
  const lengthUnit = usePreferences((state) => state.lengthUnit);
  return (
    <Section title="Units and snapping" icon={Ruler}>
      <FieldRow label="Lengths in" tooltip={{ text: 'Unit in which lengths are shown. Fields accept any unit.' }}>
        <Segmented
          label="Unit of lengths"
          size="small"
          value={lengthUnit}
          options={lengthUnits.map((value) => ({ value, label: value === 'auto' ? 'Auto' : value }))}
          onChange={(value) => preferences.change({ lengthUnit: value })}
        />
      </FieldRow>
      <FieldRow label="Snapping" tooltip={{ text: 'Moves objects in steps. Ctrl while dragging inverts it.' }}>
        <Switch label="Snapping" checked={snapping} onChange={(on) => view.setState({ snapping: on })} />
      </FieldRow>
      <FieldRow label="Snapping step">
        <NumberField
          label="Snapping step"
          unit="m"
          value={snapStep}
          min={1e-4}
          max={100}
          onChange={(value) => view.setState({ snapStep: value })}
        />
      </FieldRow>
    </Section>
  );
}
