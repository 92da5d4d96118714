import { useState } from 'react';
import { isBody, type BodyEntity } from '../../../src/scene/Scene.ts';
import { everyPair, type PairContact } from '../../document/contactPairs.ts';
import { useDocument } from '../../session/Session.ts';
import { Button } from '../../ui/Button.tsx';
import { ContactPairRows } from '../../inspector/ContactPairRows.tsx';

/** Pairs that are listed at once. */
const FEW = 12;

/** The contact pairs of one body with every other, or those among several bodies. */
export function BodyPairs({ bodies }: { readonly bodies: readonly BodyEntity[] }) {
  const scene = useDocument((state) => state.open?.scene);
  const [all, setAll] = useState(false);
  if (scene === undefined || scene.entities.filter(isBody).length < 2) return null;
  const ids = new Set(bodies.map(({ id }) => id));
  const single = bodies.length === 1 ? bodies[0] : undefined;
  const pairs = everyPair(scene).filter(({ one, other }) =>
    single === undefined ? ids.has(one.id) && ids.has(other.id) : ids.has(one.id) || ids.has(other.id),
  );
  const listed = all ? pairs : unusualFirst(pairs).slice(0, FEW);
  return (
    <>
      <ContactPairRows label="Contact pairs" pairs={listed} of={single} />
      {listed.length < pairs.length && (
        <Button size="small" variant="ghost" onClick={() => setAll(true)}>
          Show all {pairs.length} pairs
        </Button>
      )}
    </>
  );
}

/** Pairs that the document says something of come first. */
function unusualFirst(pairs: readonly PairContact[]): readonly PairContact[] {
  const usual = ({ enabled, friction }: PairContact) => Number(enabled && friction === undefined);
  return pairs.toSorted((a, b) => usual(a) - usual(b));
}
