import { z } from 'zod';
import { CoreError, errorCodes } from '../base/errors.ts';
import { outOfMemory } from '../base/outOfMemory.ts';
import { simulationFailure } from './failure.ts';

/** An error as it travels: what a `CoreError` tells, without its stack and cause. */
export const wireError = z.strictObject({
  code: z.enum(errorCodes),
  message: z.string(),
  file: z.string().optional(),
  place: z.string().optional(),
  remedy: z.string().optional(),
  failure: simulationFailure.optional(),
});
export type WireError = z.output<typeof wireError>;

/** Any thrown value as it travels. What is no `CoreError` is a bug: `internal`. */
export function toWireError(thrown: unknown): WireError {
  const error = outOfMemory(thrown) ?? thrown;
  if (error instanceof CoreError) {
    const { code, message, file, place, remedy, failure } = error;
    return { code, message, file, place, remedy, failure };
  }
  return {
    code: 'internal',
    message: error instanceof Error ? error.message : String(error),
    remedy: 'This is a bug of the program: please report it. Finished frames are kept.',
  };
}

export function fromWireError({ code, message, ...details }: WireError): CoreError {
  return new CoreError(code, message, details);
}
