import { useState, type ComponentProps } from 'react';
import { Search } from 'lucide-react';
import { Kbd } from './Kbd.tsx';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'size'> {
  /** Accessible name. */
  readonly label: string;
  readonly value: string;
  /** Enter or leaving the field; Escape restores what was there. */
  onCommit(value: string): void;
  /** What stands there while nobody types, where the whole value would be cut off: pointing at it shows the whole. */
  readonly short?: string;
  readonly size?: 'small' | 'normal';
  readonly invalid?: boolean;
}

/** A line of text that counts when it is accepted. */
export function TextField({ label, value, onCommit, short, size = 'small', invalid, ...rest }: TextFieldProps) {
  const [draft, setDraft] = useState<string>();
  const [focused, setFocused] = useState(false);
  const commit = () => {
    if (draft !== undefined && draft !== value) onCommit(draft);
    setDraft(undefined);
  };
  return (
    <div className="ui-field" data-size={size} data-invalid={invalid}>
      <input
        {...rest}
        aria-label={label}
        data-typing={draft !== undefined}
        aria-invalid={invalid}
        title={short === undefined || focused ? undefined : value}
        value={draft ?? (focused ? value : (short ?? value))}
        onChange={(event) => setDraft(event.target.value)}
        onFocus={() => setFocused(true)}
        onBlur={() => {
          setFocused(false);
          commit();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
          if (event.key === 'Escape' && draft !== undefined) {
            event.stopPropagation();
            setDraft(undefined);
          }
          rest.onKeyDown?.(event);
        }}
      />
    </div>
  );
}

interface SearchFieldProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'size'> {
  readonly label: string;
  readonly value: string;
  onChange(value: string): void;
  readonly size?: 'small' | 'normal';
}

/**
 * Filters a list while typing; Escape clears it. `/` focuses the search field of the panel that has the focus (`data-search` marks it).
 */
export function SearchField({ label, value, onChange, size = 'normal', ...rest }: SearchFieldProps) {
  return (
    <div className="ui-field" data-size={size}>
      <Search aria-hidden />
      <input
        type="text"
        role="searchbox"
        placeholder={label}
        {...rest}
        data-search
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.stopPropagation();
            if (value === '') event.currentTarget.blur();
            else onChange('');
          }
          rest.onKeyDown?.(event);
        }}
      />
      {value === '' && <Kbd>/</Kbd>}
    </div>
  );
}
