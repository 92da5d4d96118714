import { ListFilter } from 'lucide-react';
import { IconButton } from '../ui/IconButton.tsx';
import { SearchField } from '../ui/TextField.tsx';

interface FilterControlsProps {
  readonly search: string;
  readonly modifiedOnly: boolean;
  onSearch(text: string): void;
  onModifiedOnly(on: boolean): void;
}

/** The controls at the end of the inspector's tabs: they find properties by their name, or leave only those that were changed. */
export function FilterControls({ search, modifiedOnly, onSearch, onModifiedOnly }: FilterControlsProps) {
  return (
    <>
      <div className="inspector-search" data-filled={search !== '' || undefined} title="Search properties ( / )">
        <SearchField label="Search properties" size="small" value={search} onChange={onSearch} />
      </div>
      <IconButton
        icon={ListFilter}
        label="Changed properties only"
        size="small"
        pressed={modifiedOnly}
        onClick={() => onModifiedOnly(!modifiedOnly)}
      />
    </>
  );
}
