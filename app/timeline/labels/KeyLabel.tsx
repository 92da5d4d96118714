import { useCallback } from 'react';
import { evaluate } from '../../../src/scene/curves.ts';
import { keyAt } from '../../document/keyEdits.ts';
import { useSession, useTimeline } from '../../session/Session.ts';
import { ContextMenu } from '../../ui/Menu.tsx';
import { inSentence } from '../../ui/inSentence.ts';
import { bestUnit } from '../../units/displayUnits.ts';
import { formatQuantity } from '../../units/formatNumber.ts';
import { dockOf, useDock } from '../dockStore.ts';
import { selectLaneKeys, toggleKeyAtPlayhead } from '../keys/keyActions.ts';
import type { KeyLane } from '../lanes/keyLanes.ts';
import { PlayheadText } from '../PlayheadText.tsx';
import { EntityIcon } from './EntityIcon.tsx';
import { laneMenu } from './laneMenu.ts';

interface KeyLabelProps {
  readonly lane: KeyLane;
  /** CSS colour of its curve, where curves are drawn beside it. */
  readonly colour?: string;
}

/** An animated property: what it is, its value at the playhead, and the diamond that keys it there. */
export function KeyLabel({ lane, colour }: KeyLabelProps) {
  const session = useSession();
  const active = useDock((state) => state.activeLane === lane.id);
  const value = useCallback(
    (frame: number) => {
      const amount = evaluate(lane.curve, frame);
      return formatQuantity(amount, bestUnit(lane.info.unit, amount), 3);
    },
    [lane],
  );
  const choose = (add: boolean) => {
    const dock = dockOf(session);
    const { curveLanes, activeLane } = dock.getState();
    const others = activeLane === undefined || activeLane === lane.id ? curveLanes : [...curveLanes, activeLane];
    dock.setState({ activeLane: lane.id, curveLanes: add ? [...new Set(others)].filter((id) => id !== lane.id) : [] });
    if (lane.entity !== undefined) session.selection.setState({ ids: [lane.entity] });
  };
  return (
    <ContextMenu entries={() => laneMenu(session, lane)}>
      <div className="dock-label" data-active={active || undefined}>
        <EntityIcon entity={lane.entity} colour={colour} />
        <button
          type="button"
          className="dock-label-name"
          aria-pressed={active}
          title={`${lane.owner} › ${lane.property}. Click: edit its curve; Ctrl click: beside others; double click: select its keys.`}
          onClick={(event) => choose(event.ctrlKey || event.metaKey || event.shiftKey)}
          onDoubleClick={(event) => selectLaneKeys(session, lane, event.shiftKey)}
        >
          {lane.owner} <span aria-hidden>›</span> {lane.property}
        </button>
        <PlayheadText className="mono dock-label-value" text={value} />
        <LaneDiamond lane={lane} />
      </div>
    </ContextMenu>
  );
}

/** Filled: a key at the playhead. */
export function LaneDiamond({ lane }: { readonly lane: KeyLane }) {
  const session = useSession();
  const keyed = useTimeline((state) => !state.playing && keyAt(lane.curve, state.frame) !== undefined);
  return (
    <button
      type="button"
      className="dock-diamond"
      aria-pressed={keyed}
      aria-label={`${keyed ? 'Remove' : 'Set'} key of ${lane.owner} ${inSentence(lane.property)}`}
      onClick={() => toggleKeyAtPlayhead(session, lane)}
    >
      <svg viewBox="0 0 10 10" aria-hidden>
        <path d="M5 0.8 9.2 5 5 9.2 0.8 5Z" />
      </svg>
    </button>
  );
}

export function NoKeysLabel() {
  return (
    <div className="dock-label dock-empty" title="Click the diamond beside a value to set its first key.">
      No keys yet: click a value’s diamond
    </div>
  );
}
