import { useCallback, useEffect, useRef } from 'react';
import { usePacedNumbers } from '../session/paceNumbers.ts';
import { useSession, type Session } from '../session/Session.ts';
import { writeText } from '../ui/writeText.ts';

interface PlayheadTextProps {
  /** What it says at a frame; called whenever the playhead, the document or the frames change. */
  text(frame: number, session: Session): string;
  readonly className?: string;
}

/** A number that follows the playhead, at a pace that can be read, written past React. */
export function PlayheadText({ text, className }: PlayheadTextProps) {
  const session = useSession();
  const element = useRef<HTMLSpanElement>(null);
  const write = useCallback(() => {
    if (element.current !== null) writeText(element.current, text(session.timeline.getState().frame, session));
  }, [session, text]);
  const paced = usePacedNumbers(session, write);
  useEffect(() => {
    write();
    const ends = [
      session.timeline.subscribe((now, before) => {
        if (now.frame !== before.frame) paced();
      }),
      session.frames.subscribe((now, before) => {
        if (now.cells !== before.cells || now.stats !== before.stats) write();
      }),
    ];
    return () => ends.forEach((end) => end());
  }, [session, write, paced]);
  return <span ref={element} className={className} />;
}
