import { useView } from '../../session/Session.ts';
import { bestUnit } from '../../units/displayUnits.ts';
import { formatQuantity } from '../../units/formatNumber.ts';
import { AxisGizmo } from './AxisGizmo.tsx';
import { Banner } from './Banner.tsx';
import { CompareBar } from './CompareBar.tsx';
import { CutControls } from './CutControls.tsx';
import { ElementInset } from './ElementInset.tsx';
import { Legend } from './Legend.tsx';
import { MeasureLine } from './MeasureLine.tsx';
import { ProbeCard } from './ProbeCard.tsx';
import { SliceLegend } from './SliceLegend.tsx';
import { Statistics } from './Statistics.tsx';
import { PaintBar } from '../painting/PaintBar.tsx';
import { PaintLegend } from '../painting/PaintLegend.tsx';
import { ToolStrip } from './ToolStrip.tsx';
import { useViewport } from './useDrawn.ts';
import { ValueHandles } from './ValueHandles.tsx';
import { ViewBar } from './ViewBar.tsx';

/** What lies over the picture. */
export function Overlays() {
  const statistics = useView((state) => state.statistics);
  const painting = useView((state) => state.tool === 'paint');
  if (painting) {
    return (
      <div className="viewport-overlays" data-painting>
        <PaintBar />
        <ToolStrip />
        <AxisGizmo />
        <GridLabel />
        <div className="viewport-legends">
          <PaintLegend />
        </div>
      </div>
    );
  }
  return (
    <div className="viewport-overlays">
      <CompareBar />
      <ViewBar />
      <ToolStrip />
      {statistics && <Statistics />}
      <AxisGizmo />
      <Banner />
      <GridLabel />
      <div className="viewport-legends">
        <SliceLegend />
        <Legend />
      </div>
      <ElementInset />
      <CutControls />
      <SelectionRectangle />
      <MeasureLine />
      <ValueHandles />
      <ProbeCard />
    </div>
  );
}

function GridLabel() {
  const spacing = useViewport((state) => state.gridSpacing);
  return (
    <p className="viewport-grid mono">Grid {formatQuantity(spacing, bestUnit('m', spacing * 0.999))} · Y up · m</p>
  );
}

function SelectionRectangle() {
  const rectangle = useViewport((state) => state.rectangle);
  if (rectangle === undefined) return null;
  const [left, top, right, bottom] = rectangle;
  return <div className="viewport-rectangle" style={{ left, top, width: right - left, height: bottom - top }} />;
}
