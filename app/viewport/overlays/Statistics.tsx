import { useCallback, useRef } from 'react';
import { usePacedNumbers } from '../../session/paceNumbers.ts';
import { useSession, useView } from '../../session/Session.ts';
import { writeText } from '../../ui/writeText.ts';
import { NOTHING, statisticsOf } from './statisticsOf.ts';
import { useDrawn, useLive } from './useDrawn.ts';

const ROWS = [
  'Frame',
  'Tets',
  'Vertices',
  'Triangles',
  'Particles',
  'Whitewater',
  'Volume',
  'Volume drift',
  'Divergence',
  'Inverted',
  'Substeps',
  'Iterations',
  'Memory',
  'Picture',
  'Playback',
  'Dropped',
] as const;
/** Rows that are left out where the viewport is low. */
const DETAILS: ReadonlySet<string> = new Set([
  'Vertices',
  'Triangles',
  'Divergence',
  'Substeps',
  'Iterations',
  'Memory',
]);
/** Rows that are left out, too, where two takes share the viewport: the table would cover one of them. */
const SPARED: ReadonlySet<string> = new Set(['Tets', 'Particles', 'Whitewater', 'Picture', 'Playback', 'Dropped']);

/** All that is shown where the viewport is narrow. */
const MAIN: ReadonlySet<string> = new Set(['Frame', 'Volume', 'Volume drift', 'Substeps']);

/** Numbers of the shown frame, written straight into the page. Rows that say nothing are not there. */
export function Statistics() {
  const session = useSession();
  const table = useRef<HTMLDListElement>(null);
  const compared = useView((state) => state.compare !== undefined);
  const update = useCallback(() => {
    const values = statisticsOf(session);
    table.current?.querySelectorAll('dd').forEach((cell, row) => {
      const { text, tone } = values[ROWS[row]];
      const line = cell.parentElement;
      if (line !== null && line.hidden !== (text === NOTHING)) line.hidden = text === NOTHING;
      writeText(cell, text);
      if (cell.dataset['tone'] !== (tone ?? '')) cell.dataset['tone'] = tone ?? '';
    });
    table.current?.querySelectorAll('dt').forEach((cell, row) => {
      const { label } = values[ROWS[row]];
      if (label !== undefined) writeText(cell, label);
    });
  }, [session]);
  const paced = usePacedNumbers(session, update);
  useLive(session, paced);
  useDrawn(paced);
  return (
    <dl
      ref={table}
      className="viewport-statistics"
      data-compact={compared || undefined}
      aria-label="Statistics of the shown frame"
    >
      {ROWS.map((row) => (
        <div
          key={row}
          data-main={MAIN.has(row) || undefined}
          data-detail={DETAILS.has(row) || undefined}
          data-spared={SPARED.has(row) || DETAILS.has(row) || undefined}
        >
          <dt>{row}</dt>
          <dd className="mono" />
        </div>
      ))}
    </dl>
  );
}
