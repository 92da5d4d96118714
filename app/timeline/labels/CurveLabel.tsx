import type { ReactNode } from 'react';
import { ChartSpline, Maximize2, ScanSearch } from 'lucide-react';
import type { Key } from '../../../src/scene/keyable.ts';
import { useSession, type Session } from '../../session/Session.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { Select } from '../../ui/Select.tsx';
import { inSentence } from '../../ui/inSentence.ts';
import { curveColour } from '../curves/drawCurves.ts';
import { tangentKind, withTangent, type TangentKind } from '../curves/tangents.ts';
import { fitCurves } from '../curves/valueWindows.ts';
import { modelOf } from '../DockModel.ts';
import { dockOf, useDock } from '../dockStore.ts';
import { selectedLanes, setInterpolation } from '../keys/keyActions.ts';
import { onlyKey, selectOnly } from '../keys/keySelection.ts';
import { moveKeys } from '../keys/moveKeys.ts';
import { writeCurves } from '../keys/writeCurves.ts';
import type { KeyLane } from '../lanes/keyLanes.ts';
import { KeyLabel } from './KeyLabel.tsx';

interface CurveLabelProps {
  readonly lanes: readonly KeyLane[];
  readonly active: KeyLane | undefined;
  /** Its properties are named here; where their keys have rows, those name them. */
  readonly listed: boolean;
}

/** The label beside the curve editor: its curves, and the numbers of the key that is selected. */
export function CurveLabel({ lanes, active, listed }: CurveLabelProps) {
  const session = useSession();
  const keys = useDock((state) => state.keys);
  if (lanes.length === 0) {
    return (
      <p className="dock-note dock-curve-label">
        <ChartSpline aria-hidden /> Click an animated property to edit its curve. Ctrl click shows several.
      </p>
    );
  }
  const only = onlyKey(keys);
  const lane = lanes.find(({ id }) => id === only?.lane);
  const index = lane?.curve.keys.findIndex(({ frame }) => frame === only?.frame) ?? -1;
  return (
    <div className="dock-curve-label">
      {listed &&
        lanes
          .toReversed()
          .map((one) => <KeyLabel key={one.id} lane={one} colour={`var(--${curveColour(lanes, one, active)})`} />)}
      {lane !== undefined && index >= 0 ? (
        <KeyFields lane={lane} index={index} />
      ) : (
        <p className="dock-note">
          {active === undefined || keys.size === 0
            ? 'Select a key for its numbers. Ctrl click on the curve sets one.'
            : 'Several keys are selected.'}
        </p>
      )}
      <div className="dock-curve-tools">
        <IconButton icon={Maximize2} size="small" label="Fit all curves" onClick={() => fitAll(session)} />
        <IconButton
          icon={ScanSearch}
          size="small"
          label="Fit the selected keys"
          disabled={keys.size === 0 && 'Select keys first.'}
          onClick={() => fitSelected(session)}
        />
      </div>
    </div>
  );
}

const interpolations: readonly { readonly value: Key['interpolation']; readonly label: string }[] = [
  { value: 'step', label: 'Step' },
  { value: 'linear', label: 'Linear' },
  { value: 'bezier', label: 'Bezier' },
];
const tangents: readonly { readonly value: TangentKind; readonly label: string }[] = [
  { value: 'flat', label: 'Flat' },
  { value: 'auto', label: 'Auto' },
  { value: 'linear', label: 'Linear' },
  { value: 'unified', label: 'Unified' },
  { value: 'broken', label: 'Broken' },
];

function KeyFields({ lane, index }: { readonly lane: KeyLane; readonly index: number }) {
  const session = useSession();
  const { document } = session;
  const key = lane.curve.keys[index];
  const shift = (what: string, frames: number, value: number, dragging: boolean) => {
    const moved = moveKeys(lane.curve, new Set([key.frame]), { frames, value, snap: false }, lane.info);
    const label = `Change ${what} of a key of ${lane.owner} ${inSentence(lane.property)}`;
    writeCurves(document, label, [[lane, moved.curve]], dragging ? `key ${what}` : undefined);
    dockOf(session).setState({ keys: selectOnly([...moved.frames].map((frame) => ({ lane: lane.id, frame }))) });
  };
  return (
    <div className="dock-fields">
      <Field label="Key">
        <NumberField
          label="Frame of the key"
          value={key.frame}
          unit="frame"
          onChange={(value, dragging) => shift('frame', value - key.frame, 0, dragging)}
          onGestureEnd={() => document.endGesture()}
        />
      </Field>
      <Field label="Value">
        <NumberField
          label={`${lane.property} at the key`}
          value={key.value}
          unit={lane.info.unit}
          min={lane.info.min}
          max={lane.info.max}
          animated
          onChange={(value, dragging) => shift('value', 0, value - key.value, dragging)}
          onGestureEnd={() => document.endGesture()}
        />
      </Field>
      <Field label="To next">
        <Select
          label="Interpolation"
          value={key.interpolation}
          options={interpolations}
          onChange={(kind) => setInterpolation(session, kind)}
        />
      </Field>
      <Field label="Tangent">
        <Select
          label="Tangent"
          value={tangentKind(lane.curve.keys, index)}
          options={tangents}
          onChange={(kind) => setTangents(session, kind)}
        />
      </Field>
    </div>
  );
}

function Field({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="dock-field">
      <span>{label}</span>
      {children}
    </div>
  );
}

/** Lays the handles of every selected key. */
function setTangents(session: Session, kind: TangentKind): void {
  writeCurves(
    session.document,
    `Make tangents ${kind}`,
    selectedLanes(session).map(({ lane, frames }) => {
      let { curve } = lane;
      lane.curve.keys.forEach((key, index) => {
        if (frames.has(key.frame)) curve = withTangent(curve, index, kind);
      });
      return [lane, curve] as const;
    }),
  );
}

function fitAll(session: Session): void {
  dockOf(session).setState({ valueWindows: new Map() });
}

/** Time and values around the selected keys. */
function fitSelected(session: Session): void {
  const selected = selectedLanes(session);
  if (selected.length === 0) return;
  const model = modelOf(session);
  const frames = selected.flatMap((entry) => [...entry.frames]);
  const spread = Math.max(4, (Math.max(...frames) - Math.min(...frames)) * 0.15);
  session.timeline.setState({ viewFirst: Math.min(...frames) - spread, viewLast: Math.max(...frames) + spread });
  const windows = new Map(model.windows);
  for (const unit of new Set(selected.map(({ lane }) => lane.info.unit))) {
    const lanes = selected.filter(({ lane }) => lane.info.unit === unit);
    const chosen = fitCurves(
      lanes.map(({ lane }) => lane.curve),
      (curve, frame) => lanes.some((entry) => entry.lane.curve === curve && entry.frames.has(frame)),
    );
    windows.set(unit, chosen);
  }
  model.dock.setState({ valueWindows: windows });
}
