import type { SystemState } from '../base/state/SystemState.ts';
import type { ContactPairStats } from '../frames/ContactPairStats.ts';
import type { Energies } from '../frames/EntityStats.ts';
import type { ListingContact } from './contact/ListedContacts.ts';

/**
 * What joins systems and acts between the phases of their common substeps: contact, liquids that press on solids. `Step` calls these in the order in which they stand; each may
 * throw `StepFailure`.
 */
export interface Interaction {
  /** Takes contact between the bodies of the island into account, where there is any. */
  meet?(contact: ListingContact | undefined): void;
  /** Longest substep, s, from the present state of the systems at `start`, s, in an interval that ends at `end`, s. */
  maxStep(start: number, end: number): number;
  /** Begins a substep of `dt`, s, before the systems predict their motion. */
  begin?(dt: number): void;
  /** Changes the predicted motion, before the systems move by `dt`, s. */
  before?(dt: number): void;
  /** Changes where the systems come to in a substep of `dt`, s; `mayRetry`: a shorter one is taken where it throws `StepFailure`. */
  between?(dt: number, mayRetry: boolean): void;
  /** Changes the velocities that they have there. */
  after?(dt: number): void;
  /** What to throw where it asks for too many substeps at `time`, s; left out where bodies say it. */
  tooManySubsteps?(time: number): Error;
}

/** An interaction of certain systems of a shot, which move in common substeps because of it. */
export interface SystemInteraction {
  /** Ids of the systems. */
  readonly joins: readonly string[];
  /** Everything that its future depends on beside the systems. */
  readonly state?: SystemState;
  /** Gives what acts on the systems as they are now; asked again after a change of topology. Undefined where nothing does. */
  acting(): Interaction | undefined;
  /** Returns what pairs of entities press on each other with, in the last substep. */
  pairs?(): readonly ContactPairStats[];
  /** What is wrong with how the systems were set up, told with the first frame before all else. */
  setupWarnings?(): readonly string[];
  /** Energies that it stores at `time`, s. */
  energies?(time: number): Energies;
}
