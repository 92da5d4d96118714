import { z } from 'zod';
import { wireError } from './wireError.ts';

/** Raised with every change that an older side would not understand. Both sides must have the same. */
export const PROTOCOL_VERSION = 4;

const messageId = z.int().min(0);

/** A call of `name` by the client. The answer carries the same id. */
export const requestMessage = z.strictObject({
  kind: z.literal('request'),
  id: messageId,
  name: z.string().max(64),
  params: z.unknown(),
});

/** A message of the host. Params and results are validated by the schema of their name. */
export const hostMessage = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('result'), id: messageId, result: z.unknown() }),
  z.strictObject({ kind: z.literal('error'), id: messageId, error: wireError }),
  z.strictObject({ kind: z.literal('notification'), name: z.string().max(64), params: z.unknown() }),
]);
export type HostMessage = z.output<typeof hostMessage>;
