import type { Session } from '../session/Session.ts';

/** Conditions that many commands share: `true`, or why they cannot be carried out now. */

export function needsShot({ document }: Session): true | string {
  return document.scene !== undefined || 'Open a shot first.';
}

export function needsSelection(session: Session): true | string {
  const shot = needsShot(session);
  if (shot !== true) return shot;
  return session.selection.getState().ids.length > 0 || 'Select something first.';
}

export function needsHost({ program }: Session): true | string {
  return program.getState().connection.kind === 'connected' || 'The simulation process is being started.';
}

/** All of them, or the first reason why not. */
export function all(...conditions: ((session: Session) => true | string)[]): (session: Session) => true | string {
  return (session) => {
    for (const condition of conditions) {
      const met = condition(session);
      if (met !== true) return met;
    }
    return true;
  };
}
