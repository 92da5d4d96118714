import type { AttributeDisplay } from '../AttributeDisplay.ts';
import type { StaticStream } from '../StaticStream.ts';
import type { AttributeArray, AttributeInfo } from '../Stream.ts';
import type { ElementMesh } from './elementNumbers.ts';

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

/** The formula of a derived attribute. Registered by a file of `attributes/` that default-exports one. */
export interface Derivation extends Pick<DerivedAttribute, 'unit' | 'needs' | 'compute'> {
  /** Name of the attribute. */
  readonly type: string;
  /** Place in menus, from low to high; last where left out. */
  readonly order?: number;
  readonly spread?: DerivedAttribute['spread'];
  /** Returns the location of the values and how they are shown; undefined for streams that do not have the attribute. */
  of(stream: StaticStream): Pick<DerivedAttribute, 'location' | 'display'> | undefined;
}

/** What a derivation needs that is no attribute. */
export const ELEMENTS = 'elements';

export function elementsOf({ elements }: DerivationSource): ElementMesh {
  if (elements === undefined) throw new Error('the attribute needs the elements of a mesh');
  return elements;
}

export function restDeterminantsOf({ restDeterminants }: DerivationSource): ArrayLike<number> {
  if (restDeterminants === undefined) throw new Error('the attribute needs the elements of a mesh at rest');
  return restDeterminants;
}
