import { useEffect, useRef } from 'react';
import { useSession, type Session } from '../state/Session.ts';

interface PlayheadTextProps {
  /** What it says at a frame; called whenever the playhead, the document or the frames change. */
  text(frame: number, session: Session): string;
  readonly className?: string;
}

/** A number that follows the playhead, written past React. */
export function PlayheadText({ text, className }: PlayheadTextProps) {
  const session = useSession();
  const element = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const write = () => {
      const shown = text(session.timeline.getState().frame, session);
      if (element.current !== null && element.current.textContent !== shown) element.current.textContent = shown;
    };
    write();
    const ends = [
      session.timeline.subscribe((now, before) => {
        if (now.frame !== before.frame) write();
      }),
      session.frames.subscribe((now, before) => {
        if (now.cells !== before.cells || now.stats !== before.stats) write();
      }),
    ];
    return () => ends.forEach((end) => end());
  }, [session, text]);
  return <span ref={element} className={className} />;
}
