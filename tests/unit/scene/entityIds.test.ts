import { expect, test } from 'vitest';
import { entityId, reservedIds } from '../../../src/scene/properties/common.ts';
import { uniqueId } from '../../../src/scene/uniqueNames.ts';
import { validateScene } from '../../../src/scene/validateScene.ts';
import { decodeWireMessage, encodeWireMessage } from '../../../src/protocol/wireCodec.ts';
import { testCatalogue } from '../../support/catalogue.ts';
import { tinyShotInput } from '../../support/tinyShot.ts';

/** The small shot with `id` for its block. */
function shotOf(id: string): unknown {
  const shot = tinyShotInput(2);
  return { ...shot, entities: shot.entities.map((entity, k) => (k === 0 ? { ...entity, id } : entity)) };
}

// Symptom: an entity called `__proto__` passed, and every notification with numbers by id was lost.
test.each([...reservedIds])('an entity cannot be called %s', (id) => {
  expect(() => validateScene(shotOf(id), testCatalogue)).toThrow(/an id cannot be a name that every object/);
  expect(reservedIds.has(uniqueId(id, []))).toBe(false);
});

test.each(['prototype', 'proto', 'name', 'length', 'then', 'toJSON'])(
  'one called %s can be told of in a message',
  (id) => {
    expect(entityId.parse(id)).toBe(id);
    const message = { kind: 'notification', name: 'frameDone', params: { stats: { bodies: { [id]: { volume: 1 } } } } };
    expect(decodeWireMessage(Buffer.from(encodeWireMessage(message)))).toEqual(message);
  },
);
