import { useDocument, useSession, type Session } from '../../session/Session.ts';
import { useDock, type LaneGroup, dockOf } from '../dockStore.ts';
import { FrameField } from './FrameField.tsx';
import { FrameRate } from './FrameRate.tsx';
import { PlayModes } from './PlayModes.tsx';
import { StateLegend } from './StateLegend.tsx';
import { Transport } from './Transport.tsx';
import { modelOf } from '../DockModel.ts';

const groups: readonly { readonly group: LaneGroup; readonly label: string; readonly title: string }[] = [
  { group: 'keys', label: 'Keys', title: 'Keys of every animated property' },
  { group: 'graphs', label: 'Graphs', title: 'Energy, volume, inverted elements, iterations and time of every frame' },
  { group: 'curves', label: 'Curves', title: 'The curves between keys' },
  { group: 'takes', label: 'Takes', title: 'The frames of every take' },
];

/** The rest of the panel's 30 px head, behind its tab: what is shown below, playback, and the states of the frames. */
export function DockHead() {
  const empty = useDocument((state) => state.open === undefined);
  return (
    <div className="dock-head-space">
      <div className="dock-head">
        <LaneGroups />
        {!empty && (
          <>
            <Transport />
            <FrameField />
            <PlayModes />
            <FrameRate />
            <StateLegend />
          </>
        )}
      </div>
    </div>
  );
}

/** Switches for the groups of lanes; several may be on. */
function LaneGroups() {
  const session = useSession();
  const shown = useDock((state) => state.shown);
  return (
    <div className="dock-groups" role="group" aria-label="Lanes that are shown">
      {groups.map(({ group, label, title }) => (
        <button
          key={group}
          type="button"
          className="dock-group"
          aria-pressed={shown.has(group)}
          title={title}
          onClick={() => toggleGroup(session, group)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

/** Shows or hides a group of lanes. The curve editor begins with a curve, where there is one. */
function toggleGroup(session: Session, group: LaneGroup): void {
  const dock = dockOf(session);
  const shown = new Set(dock.getState().shown);
  if (shown.delete(group)) {
    dock.setState({ shown });
    return;
  }
  shown.add(group);
  dock.setState({ shown, revealed: group });
  if (group === 'curves' && modelOf(session).activeLane === undefined) {
    const { lanes } = modelOf(session);
    const { ids } = session.selection.getState();
    const lane = lanes.find(({ entity }) => ids.includes(entity ?? '')) ?? lanes.at(0);
    dock.setState({ activeLane: lane?.id });
  }
}
