import extraKinds from '#extra-kinds/attributes';
import { defaultExports, Registry } from '../../base/registry.ts';
import { defaultDisplay, type AttributeDisplay, type DeclaredAttribute } from '../AttributeDisplay.ts';
import type { StaticStream, Statics } from '../StaticStream.ts';
import type { AttributeInfo } from '../Stream.ts';
import type { Derivation, DerivedAttribute } from './Derivation.ts';

const derivations = new Registry<Derivation>(
  'derived attribute',
  defaultExports<Derivation>({ ...import.meta.glob('./attributes/*.ts', { eager: true }), ...extraKinds }),
);

const inMenus = derivations.all().toSorted((a, b) => orderOf(a) - orderOf(b));

function orderOf({ order }: Derivation): number {
  return order ?? Number.MAX_SAFE_INTEGER;
}

/** The attributes that are derived from those of a stream, in the order of menus. */
function derivedAttributes(stream: StaticStream): readonly DerivedAttribute[] {
  return inMenus.flatMap(({ type, of, spread = 'mean', unit, needs, compute }) => {
    const found = of(stream);
    return found === undefined ? [] : [{ name: type, unit, needs, compute, ...found, spread, components: 1 as const }];
  });
}

/** An attribute that can be shown: a stored one, one that the host computes on request, or a derived one. */
export interface ShownAttribute extends AttributeInfo {
  readonly display: AttributeDisplay;
  readonly source: 'frame' | 'request' | 'derived';
  /** The derivation of a derived attribute; left out for others. */
  readonly derived?: DerivedAttribute;
}

/**
 * Everything that a stream has to show, those that its maker declares first. This is the one list behind the colour menu, the probe, the contact
 * sheet, the exporters and `ductile info`.
 */
export function shownAttributes(stream: StaticStream): readonly ShownAttribute[] {
  const declared = stream.attributes.flatMap((attribute): ShownAttribute[] => {
    const display = displayOf(attribute);
    if (display === 'none') return [];
    const { name, unit, location, components, onRequest } = attribute;
    return [{ name, unit, location, components, display, source: onRequest === true ? 'request' : 'frame' }];
  });
  const derived = derivedAttributes(stream).map((attribute): ShownAttribute => {
    const { name, unit, location, components, display } = attribute;
    return { name, unit, location, components, display, source: 'derived', derived: attribute };
  });
  return [...declared, ...derived.filter(({ name }) => !declared.some((other) => other.name === name))];
}

/**
 * What can be told by colour of the results of a shot: every name once, in the order of menus. Streams that share a name may show it otherwise: a sheet
 * changes its area where a volume changes. Where there are both, volumes say what it is called.
 */
export function colourAttributes({ streams }: Statics): readonly ShownAttribute[] {
  const results = streams.filter(({ purpose }) => purpose === 'result');
  const found = new Map<string, ShownAttribute>();
  for (const stream of [...results.filter((one) => !isSheet(one)), ...results.filter(isSheet)]) {
    for (const shown of shownAttributes(stream)) {
      if (shown.location === 'stream' || shown.location === 'cell') continue;
      if (!found.has(shown.name)) found.set(shown.name, shown);
    }
  }
  return [...found.values()];
}

function isSheet(stream: StaticStream): boolean {
  return stream.type === 'mesh' && stream.mesh.kind === 'shell';
}

function displayOf(attribute: DeclaredAttribute): AttributeDisplay | 'none' {
  return attribute.display ?? defaultDisplay(attribute);
}
