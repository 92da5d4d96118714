import { useRef, useState, type KeyboardEvent, useEffect, type RefObject } from 'react';
import { Box, Play, SearchX } from 'lucide-react';
import type { DefinitionInfo } from '../../src/protocol/requests/program.ts';
import { useProgram, useSamples, useSession } from '../session/Session.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/Panel.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import { SearchField } from '../ui/TextField.tsx';
import { SampleCard } from './SampleCard.tsx';
import { countSamples, everySample, findSamples, subjectLabels, type SampleFilter } from './samples.ts';

/** Shots to look at and to start from. */
export function SampleGrid() {
  const definitions = useProgram((state) => state.catalogue?.definitions);
  const states = useSamples((state) => state.states);
  const [filter, setFilter] = useState(everySample);
  const change = (part: Partial<SampleFilter>) => setFilter((present) => ({ ...present, ...part }));
  const found = findSamples(definitions ?? [], filter, states);
  return (
    <main className="samples" aria-label="Sample shots" data-panel="samples">
      <header className="samples-head">
        <h2>Sample shots</h2>
        <SampleFilters definitions={definitions ?? []} filter={filter} onChange={change} />
      </header>
      {definitions === undefined ? (
        <Waiting />
      ) : found.length === 0 ? (
        <EmptyState
          icon={SearchX}
          title={filter.search.trim() === '' ? 'No sample is left' : `No sample matches ${filter.search.trim()}`}
          actions={<Button onClick={() => setFilter(everySample)}>Clear</Button>}
        >
          Search finds samples by name, description and paper.
        </EmptyState>
      ) : (
        <Cards samples={found} />
      )}
    </main>
  );
}

interface SampleFiltersProps {
  readonly definitions: readonly DefinitionInfo[];
  readonly filter: SampleFilter;
  onChange(part: Partial<SampleFilter>): void;
}

/** One subject, and two switches that combine with it; a choice that leaves nothing is not drawn. */
function SampleFilters({ definitions, filter, onChange }: SampleFiltersProps) {
  const states = useSamples((state) => state.states);
  const counts = countSamples(definitions, filter, states);
  const subjects = counts.subjects.filter(({ subject, count }) => count > 0 || subject === filter.subject);
  return (
    <span className="samples-tools">
      <Segmented
        label="Topics of samples"
        value={filter.subject}
        onChange={(subject) => onChange({ subject })}
        options={[
          { value: 'all', label: 'All', detail: String(counts.all) },
          ...subjects.map(({ subject, count }) => ({
            value: subject,
            label: subjectLabels[subject],
            detail: String(count),
          })),
        ]}
      />
      {(counts.ready > 0 || filter.ready) && (
        <Toggle icon={Play} on={filter.ready} count={counts.ready} onChange={(ready) => onChange({ ready })}>
          Ready to play
        </Toggle>
      )}
      {(counts.takesMesh > 0 || filter.takesMesh) && (
        <Toggle
          icon={Box}
          on={filter.takesMesh}
          count={counts.takesMesh}
          onChange={(takesMesh) => onChange({ takesMesh })}
        >
          Takes a mesh
        </Toggle>
      )}
      <span className="samples-search">
        <SearchField label="Search samples" value={filter.search} onChange={(search) => onChange({ search })} />
      </span>
    </span>
  );
}

interface ToggleProps {
  readonly icon: typeof Play;
  readonly on: boolean;
  readonly count: number;
  readonly children: string;
  onChange(on: boolean): void;
}

function Toggle({ icon, on, count, children, onChange }: ToggleProps) {
  return (
    <Button className="samples-toggle" icon={icon} aria-pressed={on} onClick={() => onChange(!on)}>
      {children}
      <span className="samples-count mono">{count}</span>
    </Button>
  );
}

function Cards({ samples }: { readonly samples: readonly DefinitionInfo[] }) {
  const grid = useRef<HTMLUListElement>(null);
  const look = useLookedAt(
    grid,
    samples.map(({ type }) => type),
  );
  return (
    <ul ref={grid} className="sample-grid" onKeyDown={(event) => moveInGrid(event, grid.current)}>
      {samples.map((sample) => (
        <SampleCard key={sample.type} sample={sample} onLook={() => look(sample.type)} />
      ))}
    </ul>
  );
}

/** Arrow keys move by the rows and columns that are seen. */
function moveInGrid(event: KeyboardEvent, grid: HTMLElement | null): void {
  const cards = [...(grid?.querySelectorAll<HTMLElement>('.sample-card') ?? [])];
  const index = cards.findIndex((card) => card === document.activeElement);
  if (index < 0) return;
  const top = (card: HTMLElement) => card.closest('li')!.offsetTop;
  const columns = cards.filter((card) => top(card) === top(cards[0])).length;
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
    Home: -index,
    End: cards.length - 1 - index,
  };
  const step = steps[event.key];
  if (step === undefined) return;
  event.preventDefault();
  cards[index + step]?.focus();
}

function Waiting() {
  const { connection } = useSession();
  const state = useProgram((program) => program.connection);
  if (state.kind !== 'lost') {
    return (
      <ul className="sample-grid" aria-busy aria-label="Starting">
        {Array.from({ length: 6 }, (_, index) => (
          <li key={index} className="sample-skeleton" />
        ))}
      </ul>
    );
  }
  return (
    <EmptyState
      icon={SearchX}
      title="The simulation process does not answer"
      actions={<Button onClick={() => connection.retry()}>Try now</Button>}
    >
      {state.reason}. Retrying (attempt {state.attempt}). If the program was stopped, start it again and open the
      address that it prints.
    </EmptyState>
  );
}

/**
 * Has the frames of samples made in the order in which they are looked at: the one under the pointer or with the focus, then those in sight, then the
 * others. Ends with the page. Gives what is called when one is looked at.
 */
function useLookedAt(list: RefObject<HTMLElement | null>, types: readonly string[]): (type: string) => void {
  const { samplePreparation } = useSession();
  const connected = useProgram((state) => state.connection.kind === 'connected');
  const [pointed, setPointed] = useState<string>();
  const visible = useRef(new Set<string>());
  const [seen, setSeen] = useState(0);
  const names = types.join(' ');
  useEffect(() => {
    if (connected) void samplePreparation.refresh().catch(() => undefined);
  }, [samplePreparation, connected]);
  useEffect(() => {
    const shown = visible.current;
    shown.clear();
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        const type = (target as HTMLElement).dataset['sample'] ?? '';
        if (isIntersecting) shown.add(type);
        else shown.delete(type);
      }
      setSeen((count) => count + 1);
    });
    for (const item of list.current?.querySelectorAll('[data-sample]') ?? []) observer.observe(item);
    return () => observer.disconnect();
  }, [list, names]);
  useEffect(() => {
    if (!connected) return;
    const all = names === '' ? [] : names.split(' ');
    const inSight = all.filter((type) => visible.current.has(type));
    const first = pointed !== undefined && all.includes(pointed) ? [pointed] : [];
    samplePreparation.want([...new Set([...first, ...inSight, ...all])]);
  }, [samplePreparation, connected, names, pointed, seen]);
  useEffect(() => () => samplePreparation.stop(), [samplePreparation]);
  return setPointed;
}
