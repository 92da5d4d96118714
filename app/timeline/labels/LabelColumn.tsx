import { useCallback, useEffect, useRef } from 'react';
import { useDocument, useSession } from '../../session/Session.ts';
import type { DockCanvas } from '../DockCanvas.ts';
import { curveColour } from '../curves/drawCurves.ts';
import { modelOf, type DockModel } from '../DockModel.ts';
import { useDock } from '../dockStore.ts';
import type { KeyLane } from '../lanes/keyLanes.ts';
import type { LaneRow } from '../lanes/laneRows.ts';
import { groupRow, rowsHeight } from '../lanes/laneRows.ts';
import { CurveLabel } from './CurveLabel.tsx';
import { GraphLabel } from './GraphLabel.tsx';
import { KeyLabel, NoKeysLabel } from './KeyLabel.tsx';
import { FramesLabel, RangeLabel } from './RangeLabel.tsx';
import { ReleaseLabel } from './ReleaseLabel.tsx';
import { BranchLabel, TakeLabel, TakesLabel } from '../takes/TakeLabels.tsx';

/** What the lines of the dock are, as wide as the outliner: a lane and the object it belongs to share a left edge. */
export function LabelColumn({ canvas }: { readonly canvas: DockCanvas | undefined }) {
  const session = useSession();
  const model = modelOf(session);
  useDocument((state) => state.open?.scene);
  // The rows depend on all of it; a gesture on the canvas never changes it.
  useDock((state) => state.activeLane);
  useDock((state) => state.curveLanes);
  useDock((state) => state.branchPreview);
  useDock((state) => state.lanesHeight);
  const lanes = useRef<HTMLDivElement>(null);
  const scrolled = useCallback(() => canvas?.setScroll(lanes.current?.scrollTop ?? 0), [canvas]);
  useEffect(() => {
    if (canvas !== undefined) canvas.scroller = lanes.current ?? undefined;
  }, [canvas]);
  const { rows } = model;
  const shown = useDock((state) => state.shown);
  useEffect(() => {
    const { revealed } = model.dock.getState();
    const row = revealed === undefined ? undefined : groupRow(model.rows, revealed);
    if (row === undefined) return;
    showRow(lanes.current!, row);
    model.dock.setState({ revealed: undefined });
  }, [model, shown]);
  useEffect(scrolled, [scrolled, rows]);
  return (
    <div className="dock-labels">
      <RangeLabel />
      <FramesLabel />
      <div ref={lanes} className="dock-lanes" onScroll={scrolled} role="list" aria-label="Lanes" tabIndex={0}>
        <div style={{ height: rowsHeight(rows) }}>
          {rows.map((row) => (
            <div
              key={rowKey(row)}
              role="listitem"
              className="dock-lane"
              data-kind={row.kind}
              style={{ top: row.top, height: row.height }}
            >
              <RowLabel row={row} model={model} />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

/** The colour of a property's curve where the curve editor shows it. */
function colourOf({ dock, curveLanes, activeLane }: DockModel, lane: KeyLane): string | undefined {
  if (!dock.getState().shown.has('curves') || !curveLanes.includes(lane)) return undefined;
  return `var(--${curveColour(curveLanes, lane, activeLane)})`;
}

/** Scrolls as little as shows the row, its top at least. */
function showRow(scroller: HTMLElement, { top, height }: LaneRow): void {
  const { scrollTop, clientHeight } = scroller;
  if (top + height > scrollTop + clientHeight)
    scroller.scrollTop = Math.min(top, top + Math.max(height, 100) - clientHeight);
  if (top < scroller.scrollTop) scroller.scrollTop = top;
}

function rowKey(row: LaneRow): string {
  if (row.kind === 'keys') return `keys ${row.lane.id}`;
  if (row.kind === 'release') return `release ${row.lane.id}`;
  if (row.kind === 'graph') return `graph ${row.graph.id}`;
  if (row.kind === 'take') return `take ${row.take.id}`;
  return row.kind;
}

function RowLabel({ row, model }: { readonly row: LaneRow; readonly model: DockModel }) {
  switch (row.kind) {
    case 'keys':
      return <KeyLabel lane={row.lane} colour={colourOf(model, row.lane)} />;
    case 'release':
      return <ReleaseLabel lane={row.lane} />;
    case 'no-keys':
      return <NoKeysLabel />;
    case 'curves':
      return <CurveLabel lanes={row.lanes} active={row.active} listed={!model.dock.getState().shown.has('keys')} />;
    case 'graph':
      return <GraphLabel graph={row.graph} />;
    case 'takes':
      return <TakesLabel />;
    case 'take':
      return <TakeLabel take={row.take} current={row.current} />;
    case 'branch':
      return <BranchLabel frame={row.frame} />;
  }
}
