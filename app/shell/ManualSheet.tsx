import { useMemo, useState } from 'react';
import { BookOpen } from 'lucide-react';
import { EmptyState } from '../ui/Panel.tsx';
import { Select } from '../ui/Select.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { Markdown } from './Markdown.tsx';
import './guide.css';

/** The page that a reader begins with. */
const FIRST = 'first-shot';

/** The pages of the manual that come with the program: how to begin, then the others by name. */
const pages = Object.entries(
  import.meta.glob<string>('../../docs/user/*.md', { eager: true, query: '?raw', import: 'default' }),
)
  .map(([path, text]) => ({
    value: path.replace(/^.*\/|\.md$/g, ''),
    label: /^# (.*)$/m.exec(text)?.[1] ?? path,
    text,
  }))
  .sort((a, b) => Number(b.value === FIRST) - Number(a.value === FIRST));

/** Pictures of the manual, as its pages name them. */
const pictures = new Map(
  Object.entries(
    import.meta.glob<string>('../../docs/user/pictures/*.webp', { eager: true, query: '?url', import: 'default' }),
  ).map(([path, url]) => [path.replace('../../docs/user/', ''), url]),
);

/** The manual, beside the work. */
export function ManualSheet({ onClose }: { onClose(): void }) {
  const [chosen, setChosen] = useState(pages[0]?.value);
  const page = useMemo(() => pages.find(({ value }) => value === chosen), [chosen]);
  return (
    <Sheet title="Manual" onClose={onClose} width={600}>
      {page === undefined ? (
        <EmptyState icon={BookOpen} title="This build has no manual">
          The guided first shot and the tooltips explain the essentials.
        </EmptyState>
      ) : (
        <>
          <Select label="Page" size="normal" value={chosen} options={pages} onChange={setChosen} />
          <div className="manual">
            <Markdown text={page.text} pictures={pictures} />
          </div>
        </>
      )}
    </Sheet>
  );
}
