import { useState } from 'react';
import { Boxes } from 'lucide-react';
import type { Entity } from '../../src/scene/Scene.ts';
import { entityIcon } from '../entities/entityFacts.ts';
import { kindLabel } from '../entities/kindLabels.ts';
import { useDocument, useSelection, useSession } from '../session/Session.ts';
import { RowFilterContext } from '../ui/rowFilter.ts';
import { Tabs } from '../ui/Tabs.tsx';
import { DisplayTab } from './DisplayTab.tsx';
import { shotTarget } from './documentTargets.ts';
import { FilterControls } from './FilterControls.tsx';
import { ObjectTab } from './ObjectTab.tsx';
import { ShotTab, SolverTab } from './ShotTabs.tsx';
import './inspector.css';

type TabName = 'object' | 'shot' | 'solver' | 'display';

/** Properties of the selection and of the shot. */
export function InspectorPanel() {
  const session = useSession();
  const [tab, setTab] = useState<TabName>('object');
  const [search, setSearch] = useState('');
  const [modifiedOnly, setModifiedOnly] = useState(false);
  const ids = useSelection((state) => state.ids);
  const entities = useDocument((state) => state.open?.scene.entities) ?? [];
  const selected = entities.filter(({ id }) => ids.includes(id));
  const target = shotTarget(session);
  const filtered = search.trim() !== '' || modifiedOnly;
  return (
    <section className="inspector" aria-label="Inspector" data-filtered={filtered || undefined}>
      <ObjectHead selected={selected} />
      <RowFilterContext value={{ search: search.trim().toLowerCase(), modifiedOnly }}>
        <Tabs
          label="Inspector"
          value={tab}
          onChange={(value) => setTab(value)}
          end={
            <FilterControls
              search={search}
              modifiedOnly={modifiedOnly}
              onSearch={setSearch}
              onModifiedOnly={setModifiedOnly}
            />
          }
          tabs={[
            { value: 'object', label: 'Object', content: <ObjectTab selected={selected} /> },
            { value: 'shot', label: 'Shot', content: <ShotTab target={target} /> },
            { value: 'solver', label: 'Solver', content: <SolverTab target={target} /> },
            { value: 'display', label: 'Display', content: <DisplayTab /> },
          ]}
        />
      </RowFilterContext>
      {filtered && (
        <p className="inspector-nothing" role="status">
          {search.trim() === ''
            ? 'Nothing here differs from its default.'
            : `No property here matches “${search.trim()}”.`}
        </p>
      )}
    </section>
  );
}

function ObjectHead({ selected }: { readonly selected: readonly Entity[] }) {
  const [first] = selected;
  const Icon = first === undefined || selected.length > 1 ? Boxes : entityIcon(first);
  const title =
    selected.length === 0
      ? 'Nothing selected'
      : selected.length > 1
        ? `${selected.length} objects`
        : first.name || first.id;
  const kinds = [...new Set(selected.map(({ kind }) => kindLabel(kind)))].join(', ');
  return (
    <header className="inspector-head">
      <span className="inspector-icon">
        <Icon aria-hidden />
      </span>
      <div>
        <h2>{title}</h2>
        <p>{kinds === '' ? 'Select an object to edit it' : kinds}</p>
      </div>
    </header>
  );
}
