import { useState, type ReactNode } from 'react';
import { Check, ChevronDown } from 'lucide-react';
import { FieldRow } from '../ui/FieldRow.tsx';
import { Popover } from '../ui/Popover.tsx';

/** Distance from a field past the labels before it, px: what is compared with the cards stays in sight. */
const PAST_LABELS = 116;

/** What a card says: its title, a drawing, and numbers below it. */
export interface CardFace {
  readonly drawing: ReactNode;
  readonly numbers: readonly string[];
}

interface PresetCardsProps<Preset> {
  readonly presets: readonly Preset[];
  /** The preset that is there now, and what the field says: values may have been changed since. */
  readonly present: Preset | undefined;
  readonly value: string;
  /** Accessible names: of the field's value, and of the cards. */
  readonly name: string;
  readonly title: string;
  readonly tooltip: string;
  face(preset: Preset): CardFace;
  /** What is said of the card that is pointed at, of the present one before that. */
  details(preset: Preset | undefined): ReactNode;
  onChoose(preset: Preset): void;
  onOpenChange?(open: boolean): void;
}

/** A field with the preset that something came from; opens cards to choose another. */
export function PresetCards<Preset extends { readonly type: string; readonly label: string }>({
  presets,
  present,
  value,
  name,
  title,
  tooltip,
  face,
  details,
  onChoose,
  onOpenChange,
}: PresetCardsProps<Preset>) {
  const [open, setOpen] = useState(false);
  const [pointed, setPointed] = useState<Preset>();
  const opens = (next: boolean): void => {
    setOpen(next);
    onOpenChange?.(next);
  };
  const trigger = (
    <button type="button" className="ui-field ui-select" data-size="small" aria-label={`${name}: ${value}`}>
      <span className="ui-select-value">{value}</span>
      <ChevronDown aria-hidden />
    </button>
  );
  return (
    <FieldRow label="Preset" tooltip={{ text: tooltip }}>
      <Popover
        label={title}
        open={open}
        onOpenChange={opens}
        side="left"
        sideOffset={PAST_LABELS}
        className="preset-popover"
        trigger={trigger}
      >
        <div className="preset-cards" role="listbox" aria-label={title}>
          {presets.map((preset) => (
            <PresetCard
              key={preset.type}
              label={preset.label}
              face={face(preset)}
              present={preset === present}
              onPoint={() => setPointed(preset)}
              onChoose={() => {
                onChoose(preset);
                opens(false);
              }}
            />
          ))}
        </div>
        {details(pointed ?? present)}
      </Popover>
    </FieldRow>
  );
}

interface PresetCardProps {
  readonly label: string;
  readonly face: CardFace;
  readonly present: boolean;
  onPoint(): void;
  onChoose(): void;
}

function PresetCard({ label, face, present, onPoint, onChoose }: PresetCardProps) {
  return (
    <button
      type="button"
      role="option"
      aria-selected={present}
      className="preset-card"
      onClick={onChoose}
      onFocus={onPoint}
      onPointerEnter={onPoint}
    >
      <span className="preset-card-title">
        {label}
        {present && <Check aria-hidden />}
      </span>
      {face.drawing}
      {face.numbers.map((text) => (
        <span key={text} className="mono">
          {text}
        </span>
      ))}
    </button>
  );
}
