import type { SolidContact, SolidContacts } from '../../coupling/SolidContacts.ts';
import type { ListedContacts } from '../../simulation/contact/ListedContacts.ts';
import type { ImmersedBody } from '../../simulation/immersion/ImmersedBody.ts';

/** Contacts that a coupled solve takes into account: each costs two solves of a solid. */
const MOST = 48;

/** The contacts among the solids of a liquid, as the coupled solve takes them and gives them back. */
export class BodiesInContact {
  /** Evenly picked where there are many. */
  readonly between: readonly SolidContact[];
  private readonly listed: ListedContacts | undefined;
  /** Places of the contacts in the list. */
  private readonly places: readonly number[];

  constructor(bodies: readonly ImmersedBody[], listed: ListedContacts | undefined) {
    this.listed = listed;
    const found: { readonly contact: SolidContact; readonly place: number }[] = [];
    for (let place = 0; place < (listed?.count ?? 0); place++) {
      const contact = contactOf(bodies, listed!, place);
      if (contact !== undefined) found.push({ contact, place });
    }
    const stride = Math.max(1, found.length / MOST);
    const picked = Array.from({ length: Math.min(found.length, MOST) }, (_, n) => found[Math.floor(n * stride)]);
    this.between = picked.map(({ contact }) => contact);
    this.places = picked.map(({ place }) => place);
  }

  /** Reports to contact what the solve of a substep of `dt`, s, found. */
  push(contacts: SolidContacts, dt: number): void {
    this.places.forEach((place, n) => this.listed?.push(place, dt * contacts.pushOf(n)));
  }
}

/** Undefined for one with something that does not move with the liquid. */
function contactOf(bodies: readonly ImmersedBody[], listed: ListedContacts, place: number): SolidContact | undefined {
  const points = [0, 1, 2, 3];
  const solids = points.map((point) => bodies.findIndex((body) => body.is(listed.bodyOf(place, point))));
  if (solids.includes(-1)) return undefined;
  return {
    solids,
    nodes: points.map((point) => listed.vertexOf(place, point)),
    weights: points.map((point) => listed.weightOf(place, point)),
    normal: Array.from(listed.normalOf(place)),
    // What takes surfaces apart is left to contact itself: it is no momentum.
    least: Math.min(0, listed.leastOf(place)),
  };
}
