import type { Session } from '../session/Session.ts';
import { jumpTo } from './playhead.ts';

/** Opens the panel that explains why a frame failed, with its element isolated. */
export function showFailure(session: Session, frame: number): void {
  const { frames, selection, view, panelActions } = session;
  jumpTo(session, frame);
  const failure = frames.getState().cells.find((cell) => cell.frame === frame)?.failure;
  const { entity, element } = failure ?? {};
  if (entity !== undefined) selection.setState({ ids: [entity] });
  view.setState({
    task: 'failure',
    isolated: entity === undefined || element === undefined ? undefined : { entity, element },
  });
  panelActions.get('showPanel')?.('inspector');
}
