import { useState } from 'react';
import { mayPair } from '../../src/scene/contactRoles.ts';
import { exceptionalPairs, pairable, pairContact, pairsAmong, type PairContact } from '../document/contactPairs.ts';
import type { Entity } from '../../src/scene/Scene.ts';
import { entityName } from '../document/entityEdits.ts';
import { useDocument } from '../session/Session.ts';
import { FieldRow } from '../ui/FieldRow.tsx';
import { Select } from '../ui/Select.tsx';
import { ContactPairRows } from './ContactPairRows.tsx';

/** Pairs that are all listed; of more, one is chosen by its bodies. */
const FEW = 15;

/** Which bodies of the shot touch each other otherwise than their own settings say. */
export function PairsOfShot() {
  const scene = useDocument((state) => state.open?.scene);
  if (scene === undefined) return null;
  const bodies = pairable(scene);
  // Far more are never counted one by one.
  const pairs = bodies.length <= FEW ? pairsAmong(scene, bodies) : undefined;
  if (pairs?.length === 0) return <NoPairs />;
  if (pairs === undefined || pairs.length > FEW) return <ChosenPairs />;
  return (
    <>
      {pairs.every(({ aloof }) => aloof.length > 0) && (
        <p className="form-note">
          All bodies pass through each other. Turn on “Body collision” in the Contact section of those that should
          collide.
        </p>
      )}
      <ContactPairRows label="Contact pairs" pairs={pairs} />
    </>
  );
}

function NoPairs() {
  return (
    <p className="form-note">
      Collisions between pairs of bodies and their friction are listed here once the shot has two that meet.
    </p>
  );
}

/** Any two bodies, and below those that the shot says something of. */
function ChosenPairs() {
  const scene = useDocument((state) => state.open?.scene);
  const [chosen, setChosen] = useState<readonly [string?, string?]>([]);
  if (scene === undefined) return null;
  const bodies = pairable(scene);
  const paired = (entity: Entity) => bodies.filter((body) => body !== entity && mayPair(body, entity));
  const firsts = bodies.filter((body) => bodies.some((other) => other !== body && mayPair(body, other)));
  const one = firsts.find(({ id }) => id === chosen[0]) ?? firsts.at(0);
  if (one === undefined) return <NoPairs />;
  const seconds = paired(one);
  const other = seconds.find(({ id }) => id === chosen[1]) ?? seconds[0];
  const options = (entities: readonly Entity[]) =>
    entities.map((body) => ({ value: body.id, label: entityName(body) }));
  const present = pairContact(scene, one, other);
  const rest = exceptionalPairs(scene).filter((pair) => !isSamePair(pair, present));
  return (
    <>
      <FieldRow label="First body" tooltip={{ text: 'First body of the pair that is shown below.' }}>
        <Select
          label="First body"
          value={one.id}
          options={options(firsts)}
          onChange={(id) => setChosen([id, other.id])}
        />
      </FieldRow>
      <FieldRow label="Second body" tooltip={{ text: 'Second body of the pair that is shown below.' }}>
        <Select
          label="Second body"
          value={other.id}
          options={options(seconds)}
          onChange={(id) => setChosen([one.id, id])}
        />
      </FieldRow>
      <ContactPairRows label="Contact pairs" pairs={[present, ...rest]} />
      <p className="form-note">
        {rest.length === 0
          ? 'All other pairs use the settings of their bodies.'
          : 'The pairs below the chosen one override the settings of their bodies.'}
      </p>
    </>
  );
}

function isSamePair(a: PairContact, b: PairContact): boolean {
  const ids = ({ one, other }: PairContact) => [one.id, other.id].sort().join('\n');
  return ids(a) === ids(b);
}
