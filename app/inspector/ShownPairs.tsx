import { useCallback, useEffect, useMemo, useRef } from 'react';
import { Hand } from 'lucide-react';
import type { ContactPairStats } from '../../src/frames/ContactPairStats.ts';
import { entityName } from '../document/entityEdits.ts';
import { usePacedNumbers } from '../session/paceNumbers.ts';
import { useDocument, useFrames, useSession } from '../session/Session.ts';
import { Button } from '../ui/Button.tsx';
import { writeText } from '../ui/writeText.ts';
import { bestUnit } from '../units/displayUnits.ts';
import { formatNumber, formatQuantity } from '../units/formatNumber.ts';
import { Section } from './Section.tsx';
import { strongestOf } from './strongestOf.ts';

/** Pairs that are listed at once. */
const FEW = 12;
const COLUMNS = ['pair', 'points', 'friction', 'force', 'state'] as const;

interface ShownPairsProps {
  /** The entity whose pairs are listed; left out, those of all. */
  readonly of?: string;
}

/** What rigid bodies touch in the shown frame, the largest force first: how many points press, how strongly, and whether the bodies slip. A click selects both. */
export function ShownPairs({ of }: ShownPairsProps) {
  return (
    <Section title="Contacts in this frame" icon={Hand}>
      <PairTable of={of} />
    </Section>
  );
}

/** Rows are there from the beginning: what follows the playhead is written into the page. */
function PairTable({ of }: ShownPairsProps) {
  const session = useSession();
  const table = useRef<HTMLDivElement>(null);
  const shown = useRef<readonly ContactPairStats[]>([]);
  const update = useCallback(() => {
    const { frameSource, document } = session;
    const frame = frameSource.store.getState().shown;
    const all = (frame?.stats.contactPairs ?? []).filter(({ bodies }) => of === undefined || bodies.includes(of));
    shown.current = all.slice(0, FEW);
    if (table.current === null) return;
    const name = (id: string) => {
      const entity = document.scene?.entities.find((one) => one.id === id);
      return entity === undefined ? id : entityName(entity);
    };
    const rows = table.current.querySelectorAll<HTMLElement>('.shown-pair');
    rows.forEach((row, k) => writePair(row, shown.current.at(k), name, of));
    const note = table.current.querySelector('.form-note');
    if (note !== null) writeText(note, noteOf(frame !== undefined, all));
  }, [session, of]);
  const paced = usePacedNumbers(session, update);
  useEffect(() => {
    update();
    return session.frameSource.store.subscribe(paced);
  }, [session, update, paced]);
  const select = (k: number): void => {
    const pair = shown.current.at(k);
    const there = pair?.bodies.filter((id) => session.document.scene?.entities.some((entity) => entity.id === id));
    if (there !== undefined) session.selection.setState({ ids: [...new Set(there)] });
  };
  return (
    <div ref={table} className="shown-pairs" role="group" aria-label="Contacts in this frame">
      <div className="shown-pairs-head" aria-hidden>
        <span>{of === undefined ? 'Pair' : 'With'}</span>
        <span>Points</span>
        <span>Friction</span>
        <span>Force</span>
        <span>State</span>
      </div>
      {Array.from({ length: FEW }, (_, k) => (
        <button key={k} type="button" className="shown-pair" hidden onClick={() => select(k)}>
          {COLUMNS.map((column) => (
            <span key={column} data-column={column} className={column === 'pair' ? undefined : 'mono'} />
          ))}
        </button>
      ))}
      <p className="form-note" role="status" />
      <StrongestPair of={of} />
    </div>
  );
}

/** The largest force of any frame that is simulated as the shot is now, and the way there. */
function StrongestPair({ of }: ShownPairsProps) {
  const session = useSession();
  const entities = useDocument(({ open }) => open?.scene.entities) ?? [];
  const frames = useFrames((state) => state);
  const found = useMemo(
    () =>
      strongestOf(frames, ({ contactPairs = [] }) => {
        // Those of a frame are listed by force.
        const pair = contactPairs.find(({ bodies }) => of === undefined || bodies.includes(of));
        return pair && { value: pair, amount: pair.force };
      }),
    [frames, of],
  );
  if (found === undefined) return null;
  const { value, amount, frame } = found;
  const name = (id: string) => {
    const entity = entities.find((one) => one.id === id);
    return entity === undefined ? id : entityName(entity);
  };
  const go = (): void => {
    session.timeline.setState({ frame, playing: false });
    session.selection.setState({
      ids: [...new Set(value.bodies)].filter((id) => entities.some((one) => one.id === id)),
    });
  };
  return (
    <div className="strongest-pair">
      <p className="form-note">
        Strongest so far: {formatQuantity(amount, bestUnit('N', amount), 3)}, {value.bodies.map(name).join(' · ')}
      </p>
      <Button size="small" variant="ghost" onClick={go}>
        Frame {frame}
      </Button>
    </div>
  );
}

function writePair(
  row: HTMLElement,
  pair: ContactPairStats | undefined,
  name: (id: string) => string,
  of: string | undefined,
): void {
  row.hidden = pair === undefined;
  if (pair === undefined) return;
  const [a, b] = pair.bodies;
  const texts = {
    pair: of === undefined ? `${name(a)} · ${name(b)}` : name(a === of ? b : a),
    points: String(pair.points),
    friction: formatNumber(pair.friction, 2),
    force: formatQuantity(pair.force, bestUnit('N', pair.force), 3),
    state: pair.slips ? 'slips' : 'sticks',
  };
  row.dataset.slips = String(pair.slips);
  for (const cell of row.children) {
    const { column } = (cell as HTMLElement).dataset;
    writeText(cell, texts[column as keyof typeof texts]);
    if (column === 'pair') row.title = `${texts.pair}: select both`;
  }
}

function noteOf(isThere: boolean, pairs: readonly ContactPairStats[]): string {
  if (!isThere) return 'This frame is not simulated yet.';
  if (pairs.length === 0) return 'Nothing presses in this frame.';
  const points = pairs.reduce((sum, pair) => sum + pair.points, 0);
  const more = pairs.length > FEW ? `; the ${FEW} strongest are listed` : '';
  return `${points} ${points === 1 ? 'point' : 'points'} in ${pairs.length} ${pairs.length === 1 ? 'pair' : 'pairs'}${more}.`;
}
