import type { z } from 'zod';
import { animationRequests } from './requests/animations.ts';
import { frameRequests } from './requests/frames.ts';
import { jobRequests, type jobKinds, type jobStates } from './requests/jobs.ts';
import { meshRequests } from './requests/meshes.ts';
import { programRequests } from './requests/program.ts';
import { sampleRequests } from './requests/samples.ts';
import { shotRequests } from './requests/shot.ts';

/** Everything that a client may ask of the simulation host. A new request is one entry in `requests/` and its handler in the host. */
export const requests = {
  ...programRequests,
  ...sampleRequests,
  ...shotRequests,
  ...jobRequests,
  ...frameRequests,
  ...meshRequests,
  ...animationRequests,
} as const satisfies Record<string, { readonly params: z.ZodType; readonly result: z.ZodType }>;

export type RequestName = keyof typeof requests;
/** Params as a client writes them. */
export type RequestInput<N extends RequestName> = z.input<(typeof requests)[N]['params']>;
/** Params as they arrive, validated. */
export type RequestParams<N extends RequestName> = z.output<(typeof requests)[N]['params']>;
export type RequestResult<N extends RequestName> = z.output<(typeof requests)[N]['result']>;

export type JobState = (typeof jobStates)[number];
export type JobKind = (typeof jobKinds)[number];

export function isRequestName(name: string): name is RequestName {
  return Object.hasOwn(requests, name);
}
