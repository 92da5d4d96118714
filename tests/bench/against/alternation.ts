/** The two programs that are compared: the one of another commit, and this one. */
export type Side = 'then' | 'now';

/** One run of a suite by one of the programs. */
export interface Turn {
  readonly suite: string;
  readonly round: number;
  readonly side: Side;
}

/**
 * The order in which two programs run the suites: suite by suite, and in each as many rounds of then and now. What changes on the machine while a suite is measured,
 * such as other programs and heat, meets both.
 */
export function alternation(suites: readonly string[], rounds: number): Turn[] {
  return suites.flatMap((suite) =>
    Array.from({ length: rounds }, (_, round) =>
      (['then', 'now'] as const).map((side) => ({ suite, round, side })),
    ).flat(),
  );
}
