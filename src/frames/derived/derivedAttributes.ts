import { defaultDisplay, type AttributeDisplay, type DeclaredAttribute } from '../AttributeDisplay.ts';
import type { StaticMesh, StaticStream, Statics } from '../StaticStream.ts';
import { POSITION, VELOCITY, attributeOf, type AttributeArray, type AttributeInfo } from '../Stream.ts';
import { elementQualities, invertedElements, vertexSpeeds, volumeChanges, type ElementMesh } from './elementNumbers.ts';

/** What a derived attribute is computed from: a stream at a frame and, of a mesh, its elements as they are at that frame. */
export interface DerivationSource {
  /** The values of a stored attribute; throws where the stream has none. */
  values(name: string): AttributeArray;
  /** Elements of a mesh at the frame. */
  readonly elements?: ElementMesh;
  /** Determinants of the elements of a mesh at rest (see `elementDeterminants`). */
  readonly restDeterminants?: ArrayLike<number>;
}

/** An attribute that follows from the stored ones by a formula: no frame holds it. */
export interface DerivedAttribute extends AttributeInfo {
  readonly components: 1;
  readonly display: AttributeDisplay;
  /** Names of the attributes that it is computed from; `elements` where it needs those of a mesh, too. */
  readonly needs: readonly string[];
  /** Numbers at vertices that are spread from elements: `greatest` for marks that a mean would wash out. */
  readonly spread: 'mean' | 'greatest';
  /** Writes one number per vertex, element or point. */
  compute(source: DerivationSource, out: Float32Array): void;
}

interface Derivation extends Pick<DerivedAttribute, 'name' | 'unit' | 'needs' | 'compute'> {
  readonly spread?: DerivedAttribute['spread'];
  /** Returns the location of the values and how they are shown; undefined for streams that do not have the attribute. */
  of(stream: StaticStream): Pick<DerivedAttribute, 'location' | 'display'> | undefined;
}

/** What a derivation needs that is no attribute. */
export const ELEMENTS = 'elements';

/** All of them, in the order of menus. Adding one here adds it to the colour menu, the probe, the contact sheet and the exporters. */
const derivations: readonly Derivation[] = [
  {
    name: 'volume change',
    unit: '',
    needs: [POSITION, ELEMENTS],
    of: (stream) => (stream.type === 'mesh' ? { location: 'element', display: changeOf(stream) } : undefined),
    compute: (source, out) => volumeChanges(elementsOf(source), restOf(source), source.values(POSITION), out),
  },
  {
    name: 'speed',
    unit: 'm/s',
    needs: [VELOCITY],
    of(stream) {
      const velocity = attributeOf(stream, VELOCITY);
      if (velocity === undefined || stream.type === 'grid') return undefined;
      const { location } = velocity;
      return {
        location,
        display: { label: 'Speed', detail: `|v|, per ${location}`, range: 'from-zero', least: 0.01 },
      };
    },
    compute: (source, out) => vertexSpeeds(source.values(VELOCITY), out),
  },
  {
    name: 'element quality',
    unit: '',
    needs: [POSITION, ELEMENTS],
    of: ({ type }) =>
      type === 'mesh'
        ? {
            location: 'element',
            display: { label: 'Element quality', detail: 'mean ratio, 1 is regular', range: [0, 1] },
          }
        : undefined,
    compute: (source, out) => elementQualities(elementsOf(source), source.values(POSITION), out),
  },
  {
    name: 'inverted elements',
    unit: '',
    needs: [POSITION, ELEMENTS],
    spread: 'greatest',
    // The triangles of a shell have no inside.
    of: (stream) =>
      stream.type === 'mesh' && stream.mesh.kind !== 'shell'
        ? {
            location: 'element',
            display: { label: 'Inverted elements', detail: 'turned inside out', range: [0, 1], colours: 'alarm' },
          }
        : undefined,
    compute: (source, out) => invertedElements(elementsOf(source), source.values(POSITION), out),
  },
];

/** The attributes that are derived from those of a stream. */
export function derivedAttributes(stream: StaticStream): readonly DerivedAttribute[] {
  return derivations.flatMap(({ of, spread = 'mean', ...derivation }) => {
    const found = of(stream);
    return found === undefined ? [] : [{ ...derivation, ...found, spread, components: 1 as const }];
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

/** A volume cannot lose more than all of it, and a few elements that swell must not wash out the rest. */
const MOST_CHANGE = 0.5;

function changeOf({ mesh }: StaticMesh): AttributeDisplay {
  const shared = { range: 'symmetric', percent: true, least: 0.01, most: MOST_CHANGE } as const;
  if (mesh.kind === 'shell') return { label: 'Area change', detail: 'against rest, per triangle', ...shared };
  return { label: 'Volume change', detail: 'J − 1, per element', ...shared };
}

function elementsOf({ elements }: DerivationSource): ElementMesh {
  if (elements === undefined) throw new Error('the attribute needs the elements of a mesh');
  return elements;
}

function restOf({ restDeterminants }: DerivationSource): ArrayLike<number> {
  if (restDeterminants === undefined) throw new Error('the attribute needs the elements of a mesh at rest');
  return restDeterminants;
}
