import type { Session } from '../session/Session.ts';
import { dockOf, type LaneGroup } from './dockStore.ts';
import { modelOf } from './DockModel.ts';

/** Shows or hides a group of lanes. The curve editor begins with a curve, where there is one. */
export function toggleGroup(session: Session, group: LaneGroup): void {
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
