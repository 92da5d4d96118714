import { useState, type ComponentProps } from 'react';

/** A name that turns into a field for a moment: Enter or leaving accepts, Escape leaves it as it was. */
export function useRenaming(name: string, accept: (name: string) => void) {
  const [draft, setDraft] = useState<string>();
  const end = (value: string | undefined) => {
    setDraft(undefined);
    const trimmed = value?.trim() ?? '';
    if (trimmed !== '' && trimmed !== name) accept(trimmed);
  };
  const field: ComponentProps<'input'> = {
    value: draft ?? name,
    autoFocus: true,
    onFocus: (event) => event.currentTarget.select(),
    onChange: (event) => setDraft(event.currentTarget.value),
    onBlur: () => end(draft),
    onKeyDown: (event) => {
      event.stopPropagation();
      if (event.key === 'Enter') end(draft);
      if (event.key === 'Escape') setDraft(undefined);
    },
  };
  return { active: draft !== undefined, begin: () => setDraft(name), field };
}
