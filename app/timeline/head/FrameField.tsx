import { useCallback, useEffect, useRef, useState } from 'react';
import { frameToSeconds } from '../../../src/scene/Scene.ts';
import { useSession, type Session } from '../../session/Session.ts';
import { evaluateExpression } from '../../units/expression.ts';
import { jumpTo } from '../playhead.ts';
import { PlayheadText } from '../PlayheadText.tsx';

const plain = { symbol: '', factor: 1 };

/** The frame at the playhead, to read and to type (arithmetic and `+=12`, too), and its time. Written past React while it moves. */
export function FrameField() {
  const session = useSession();
  const field = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    const write = () => {
      const input = field.current;
      if (input !== null && document.activeElement !== input) input.value = String(session.timeline.getState().frame);
    };
    write();
    return session.timeline.subscribe((now, before) => {
      if (now.frame !== before.frame) write();
    });
  }, [session]);
  const restore = () => {
    field.current!.value = String(session.timeline.getState().frame);
    setProblem(undefined);
  };
  const accept = () => {
    const result = evaluateExpression(field.current!.value, '', plain, session.timeline.getState().frame);
    if ('problem' in result) return setProblem(result.problem);
    jumpTo(session, result.value);
    restore();
    field.current!.select();
  };
  const seconds = useCallback((frame: number, { document }: Session) => {
    const { scene } = document;
    return scene === undefined ? '' : `${frameToSeconds(scene, frame).toFixed(3)} s`;
  }, []);
  return (
    <div className="dock-frame">
      <input
        ref={field}
        className="mono dock-frame-field"
        aria-label="Frame"
        aria-invalid={problem !== undefined}
        title={problem ?? 'The frame at the playhead. Type a number, arithmetic, or +=12.'}
        inputMode="decimal"
        autoComplete="off"
        onFocus={(event) => event.target.select()}
        onBlur={restore}
        onKeyDown={(event) => {
          if (event.key === 'Enter') accept();
          if (event.key === 'Escape') {
            event.stopPropagation();
            restore();
            event.currentTarget.blur();
          }
        }}
      />
      <PlayheadText className="mono dock-seconds" text={seconds} />
    </div>
  );
}
