import { useRef, useState, type KeyboardEvent } from 'react';
import { Play, Plus, SearchX } from 'lucide-react';
import type { DefinitionInfo, TemplateSubject } from '../../src/protocol/requests/program.ts';
import { useProgram, useSession } from '../state/Session.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/Panel.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import { SearchField } from '../ui/TextField.tsx';
import { openSample } from './openSample.ts';
import { SamplePicture } from './SamplePicture.tsx';
import { findSamples, sampleFilters, shortReference, type SampleFilter } from './samples.ts';

const filters = Object.keys(sampleFilters) as SampleFilter[];
/** Grounds of the words that say what a shot is about: solids warm, liquids cool. */
const BADGES: Readonly<Record<TemplateSubject, 'warning' | 'danger' | 'success' | 'info'>> = {
  soft: 'warning',
  plastic: 'warning',
  tearing: 'danger',
  muscle: 'danger',
  cloth: 'success',
  liquid: 'info',
  coupled: 'info',
};

/** Shots to look at and to start from. */
export function SampleGrid() {
  const definitions = useProgram((state) => state.catalogue?.definitions);
  const [filter, setFilter] = useState<SampleFilter>('all');
  const [search, setSearch] = useState('');
  const count = (which: SampleFilter) => String(findSamples(definitions ?? [], which, '').length);
  const found = findSamples(definitions ?? [], filter, search);
  return (
    <main className="samples" aria-label="Sample shots" data-panel="samples">
      <header className="samples-head">
        <h2>Sample shots</h2>
        <span className="start-quiet">ready to simulate and play</span>
        <span className="samples-tools">
          <Segmented
            label="Samples that are shown"
            value={filter}
            onChange={setFilter}
            options={filters.map((which) => ({ value: which, label: sampleFilters[which], detail: count(which) }))}
          />
          <span className="samples-search">
            <SearchField label="Search samples" value={search} onChange={setSearch} />
          </span>
        </span>
      </header>
      {definitions === undefined ? (
        <Waiting />
      ) : found.length === 0 ? (
        <EmptyState
          icon={SearchX}
          title="No sample is called that"
          actions={
            <Button
              onClick={() => {
                setSearch('');
                setFilter('all');
              }}
            >
              Show all
            </Button>
          }
        >
          Samples are found by their name, and by the paper and figure that they show.
        </EmptyState>
      ) : (
        <Cards samples={found} />
      )}
    </main>
  );
}

function Cards({ samples }: { readonly samples: readonly DefinitionInfo[] }) {
  const grid = useRef<HTMLUListElement>(null);
  return (
    <ul ref={grid} className="sample-grid" onKeyDown={(event) => moveInGrid(event, grid.current)}>
      {samples.map((sample) => (
        <li key={sample.type}>
          <SampleCard sample={sample} />
        </li>
      ))}
    </ul>
  );
}

function SampleCard({ sample }: { readonly sample: DefinitionInfo }) {
  const session = useSession();
  const [opening, setOpening] = useState(false);
  const { type, label, reference, needsMesh, subject = 'soft' } = sample;
  const open = async () => {
    if (needsMesh) {
      session.shell.setState({ overlay: { kind: 'new-shot', settings: { template: type } } });
      return;
    }
    setOpening(true);
    try {
      await openSample(session, sample);
    } catch (error) {
      session.log.error(`could not open ${label}`, error);
    } finally {
      setOpening(false);
    }
  };
  return (
    <button type="button" className="sample-card" data-autofocus aria-busy={opening} onClick={() => void open()}>
      <SamplePicture template={type} />
      <span className="sample-badge">
        <Badge tone={BADGES[subject]}>{subject}</Badge>
        {needsMesh && <Badge>your mesh</Badge>}
      </span>
      <span className="sample-action">
        {needsMesh ? <Plus aria-hidden /> : <Play aria-hidden />}
        {opening ? 'Opening…' : needsMesh ? 'Choose a mesh…' : 'Open and play'}
      </span>
      <span className="sample-text">
        <strong>{label}</strong>
        <span className="sample-reference">{shortReference(reference)}</span>
      </span>
    </button>
  );
}

/** Arrow keys move by the rows and columns that are seen. */
function moveInGrid(event: KeyboardEvent, grid: HTMLElement | null): void {
  const cards = [...(grid?.querySelectorAll<HTMLElement>('.sample-card') ?? [])];
  const index = cards.findIndex((card) => card === document.activeElement);
  if (index < 0) return;
  const columns = cards.filter((card) => card.offsetTop === cards[0].offsetTop).length;
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
      {state.reason}. It is tried again by itself (attempt {state.attempt}). If the program was ended, start it again
      and open the address that it prints.
    </EmptyState>
  );
}
