import { useState } from 'react';
import { Unlink, Waypoints } from 'lucide-react';
import type { Entity } from '../../../src/scene/Scene.ts';
import { exceptionalPairs, pairsAmong, setPairContact, type PairContact } from '../../document/contactPairs.ts';
import { useDocument, useSession } from '../../session/Session.ts';
import { Button } from '../../ui/Button.tsx';
import { ContactPairRows } from '../../inspector/ContactPairRows.tsx';

/** Pairs that are listed at once. */
const FEW = 12;
/** Bodies whose pairs are all looked at; of more, those that the document says something of. */
const MANY = 100;

/** The contact pairs of one body with every other, or those among several bodies. */
export function BodyPairs({ bodies }: { readonly bodies: readonly Entity[] }) {
  const scene = useDocument((state) => state.open?.scene);
  const [all, setAll] = useState(false);
  if (scene === undefined) return null;
  const ids = new Set(bodies.map(({ id }) => id));
  const single = bodies.length === 1 ? bodies[0] : undefined;
  const pairs =
    bodies.length <= MANY
      ? pairsAmong(scene, bodies)
      : exceptionalPairs(scene).filter(({ one, other }) => ids.has(one.id) && ids.has(other.id));
  if (pairs.length === 0) return null;
  const listed = all ? pairs : unusualFirst(pairs).slice(0, FEW);
  return (
    <>
      <ContactPairRows label="Contact pairs" pairs={listed} of={single} />
      {listed.length < pairs.length && (
        <Button size="small" variant="ghost" onClick={() => setAll(true)}>
          Show all {pairs.length} pairs
        </Button>
      )}
      {single === undefined && <AllPairs pairs={pairs} />}
    </>
  );
}

/** Lets all of several bodies collide with each other, or none: the links of a chain, the parts of a figure. */
function AllPairs({ pairs }: { readonly pairs: readonly PairContact[] }) {
  const { document } = useSession();
  const set = (enabled: boolean): void =>
    document.edit(`Turn ${enabled ? 'on' : 'off'} collision of ${pairs.length} pairs`, (scene) => {
      for (const { one, other } of pairs) setPairContact(scene, [one.id, other.id], { enabled });
    });
  return (
    <div className="contact-pairs-all">
      <Button
        size="small"
        icon={Unlink}
        disabled={pairs.every(({ enabled }) => !enabled) && 'They all pass through each other.'}
        onClick={() => set(false)}
      >
        None collide
      </Button>
      <Button
        size="small"
        icon={Waypoints}
        disabled={pairs.every(({ enabled }) => enabled) && 'They all collide.'}
        onClick={() => set(true)}
      >
        All collide
      </Button>
    </div>
  );
}

/** Pairs that the document says something of come first. */
function unusualFirst(pairs: readonly PairContact[]): readonly PairContact[] {
  const usual = ({ enabled, friction }: PairContact) => Number(enabled && friction === undefined);
  return pairs.toSorted((a, b) => usual(a) - usual(b));
}
