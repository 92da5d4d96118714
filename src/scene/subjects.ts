/** What a shot can be about, as the start page sorts shots; of several, the first says most. */
export const subjects = ['coupled', 'liquid', 'cloth', 'tearing', 'muscle', 'plastic', 'rigid', 'soft'] as const;
export type Subject = (typeof subjects)[number];
