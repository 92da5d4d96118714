import type { PaintedField } from '../../../src/scene/paintedField.ts';
import type { PaintKind } from '../../state/paintStore.ts';

/** A field on which nothing is painted. */
export const UNPAINTED = { base: 0, strokes: [] };

/** An entity that chooses a part of another, its target, by a selection that may be painted. */
interface Selecting {
  target: string;
  selection: { readonly kind: string; field?: PaintedField };
}

/** What painting knows of a painted selection: it is there even where nothing is painted, and lies on the target. */
export function paintedSelection(kind: PaintKind, title: (name: string) => string, nothing: string) {
  return {
    kind,
    base: UNPAINTED.base,
    permanent: true,
    title,
    nothing,
    available: ({ selection }: Readonly<Selecting>) => selection.kind === 'painted',
    body: ({ target }: Readonly<Selecting>) => target,
    read: ({ selection }: Readonly<Selecting>) => (selection.kind === 'painted' ? selection.field : undefined),
    write: ({ selection }: Selecting, field: PaintedField | undefined) => {
      if (selection.kind === 'painted') selection.field = field ?? UNPAINTED;
    },
  };
}
