import { Circle, CircleDashed, CircleDot, Columns2, GitBranch } from 'lucide-react';
import { renameTake } from '../../../src/scene/takes.ts';
import type { Take } from '../../../src/scene/Scene.ts';
import { runCommand } from '../../commands/Command.ts';
import { useKeyLabel } from '../../commands/useKeymap.ts';
import { useRenaming } from '../../ui/useRenaming.ts';
import { useDocument, useSession, useView } from '../../session/Session.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { ContextMenu } from '../../ui/Menu.tsx';
import { takeMenu, takeName, toggleCompare, switchTo } from './takeActions.ts';

/** Heads the takes: compare and branch. */
export function TakesLabel() {
  const session = useSession();
  const keys = useKeyLabel();
  const comparing = useView((state) => state.compare !== undefined);
  const several = useDocument((state) => (state.open?.scene.takes.length ?? 0) > 0);
  return (
    <div className="dock-label">
      <GitBranch className="dock-label-icon" aria-hidden />
      <span className="dock-label-name dock-strong">Takes</span>
      <IconButton
        icon={Columns2}
        size="small"
        label={comparing ? 'Stop comparing' : 'Compare with another take'}
        pressed={comparing}
        disabled={!several && 'Branch a take first: then there are two to compare.'}
        onClick={() => toggleCompare(session)}
      />
      <IconButton
        icon={GitBranch}
        size="small"
        label="Branch take at the playhead"
        keys={keys('simulate.branchTake')}
        onClick={() => runCommand(session, 'simulate.branchTake')}
      />
    </div>
  );
}

interface TakeLabelProps {
  readonly take: Take;
  readonly current: boolean;
}

/** A take: a click switches to it. */
export function TakeLabel({ take, current }: TakeLabelProps) {
  const session = useSession();
  const compared = useView((state) => state.compare?.take === take.id);
  const renaming = useRenaming(takeName(take), (name) =>
    session.document.replace(`Rename ${takeName(take)}`, renameTake(session.document.scene!, take.id, name)),
  );
  const Icon = current ? CircleDot : Circle;
  return (
    <ContextMenu entries={() => takeMenu(session, take, current, renaming.begin)}>
      <div className="dock-label dock-take" data-current={current || undefined}>
        <Icon className="dock-label-icon" aria-hidden />
        {renaming.active ? (
          <input {...renaming.field} className="dock-rename" aria-label="Name of the take" />
        ) : (
          <button
            type="button"
            className="dock-label-name"
            onDoubleClick={renaming.begin}
            aria-current={current || undefined}
            title={current ? 'Active take' : `Switch to ${takeName(take)}`}
            onClick={() => switchTo(session, take)}
          >
            {takeName(take)}
          </button>
        )}
        <span className="dock-tertiary mono">
          {compared ? 'compared' : take.branchFrame === undefined ? '' : `from ${take.branchFrame}`}
        </span>
      </div>
    </ContextMenu>
  );
}

export function BranchLabel({ frame }: { readonly frame: number }) {
  return (
    <div className="dock-label dock-take" data-preview>
      <CircleDashed className="dock-label-icon" aria-hidden />
      <span className="dock-label-name">New take</span>
      <span className="dock-tertiary">preview from {frame}</span>
    </div>
  );
}
