import { useCallback } from 'react';
import { Diamond, Trash2 } from 'lucide-react';
import { useSession, useTimeline } from '../../session/Session.ts';
import { ContextMenu } from '../../ui/Menu.tsx';
import { setRelease } from '../keys/releases.ts';
import type { ReleaseLane } from '../lanes/releaseLanes.ts';
import { PlayheadText } from '../PlayheadText.tsx';
import { jumpTo } from '../playhead.ts';
import { EntityIcon } from './EntityIcon.tsx';

/** What is released at a frame: what it does at the playhead, and the diamond that releases it there. */
export function ReleaseLabel({ lane }: { readonly lane: ReleaseLane }) {
  const session = useSession();
  const { entity, owner, label, frame, phases } = lane;
  const phase = useCallback((at: number) => phases[at < frame ? 0 : 1], [phases, frame]);
  const here = useTimeline((state) => !state.playing && state.frame === frame);
  const releaseHere = () => setRelease(session, [entity], session.timeline.getState().frame);
  return (
    <ContextMenu
      entries={() => [
        { kind: 'item', label: 'Release at the playhead', icon: Diamond, onSelect: releaseHere },
        { kind: 'item', label: 'Go to its release', onSelect: () => jumpTo(session, frame) },
        { kind: 'separator' },
        {
          kind: 'item',
          label: 'Remove the release',
          icon: Trash2,
          danger: true,
          onSelect: () => setRelease(session, [entity], undefined),
        },
      ]}
    >
      <div className="dock-label">
        <EntityIcon entity={entity} />
        <button
          type="button"
          className="dock-label-name"
          title={`${owner} › ${label}: ${phases[0]} up to frame ${frame}, ${phases[1]} from there on. Drag the diamond; click: select it.`}
          onClick={() => session.selection.setState({ ids: [entity] })}
        >
          {owner} <span aria-hidden>›</span> {label}
        </button>
        <PlayheadText className="mono dock-label-value" text={phase} />
        <button
          type="button"
          className="dock-diamond"
          aria-pressed={here}
          aria-label={`Release ${owner} at the playhead`}
          onClick={releaseHere}
        >
          <svg viewBox="0 0 10 10" aria-hidden>
            <path d="M5 0.8 9.2 5 5 9.2 0.8 5Z" />
          </svg>
        </button>
      </div>
    </ContextMenu>
  );
}
