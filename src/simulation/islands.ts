/** Ids of two systems that an interaction joins. */
export type Joint = readonly [string, string];

/**
 * Finds the islands of systems, which are named by their ids: those that joints connect, directly or through each other. Islands are in the order of their first systems, and
 * systems in each in the order of `ids`; a system that nothing joins is an island of its own. Joints of systems that are not there join nothing.
 */
export function islands(ids: readonly string[], joints: readonly Joint[]): string[][] {
  const placeOf = new Map(ids.map((id, place) => [id, place]));
  const parent = ids.map((_, place) => place);
  const root = (place: number): number => {
    let found = place;
    while (parent[found] !== found) found = parent[found];
    return found;
  };
  for (const joint of joints) {
    const [one, other] = joint.map((id) => placeOf.get(id));
    if (one === undefined || other === undefined) continue;
    const [a, b] = [root(one), root(other)];
    parent[Math.max(a, b)] = Math.min(a, b);
  }
  const members = new Map<number, string[]>();
  ids.forEach((id, place) => {
    const own = members.get(root(place));
    if (own === undefined) members.set(root(place), [id]);
    else own.push(id);
  });
  return [...members.values()];
}
