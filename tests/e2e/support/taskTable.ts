/** What an artist did by hand. A field that is typed into is one action with the click into it and the Enter that ends it. */
export interface Actions {
  readonly clicks: number;
  readonly drags: number;
  readonly drops: number;
  readonly keys: number;
  readonly fields: number;
}
/** What artists come to do, and how much of it is by hand: `docs/user/tasks.md` shows this table, and the story of each task holds it. */
export interface TaskEntry {
  /** Title in the table. */
  readonly title: string;
  /** File of the story, below tests/e2e. */
  readonly story: string;
  /** Largest number of actions of each kind; kinds that are left out are not needed. */
  readonly most: Partial<Actions>;
}

export const tasks = {
  'scan-to-abc': { title: 'A scan becomes an Alembic file', story: 'firstShot.test.ts', most: { clicks: 4, drops: 1 } },
  'key-to-range': {
    title: 'A value is keyed, and the frames that it changes are simulated again',
    story: 'staleFrames.test.ts',
    most: { clicks: 4, fields: 3 },
  },
  'goal-by-hand': {
    title: 'A goal is shaped by hand, and the body goes there',
    story: 'tasks/goalByHand.test.ts',
    most: { clicks: 7, drags: 1 },
  },
  'cloth-on-import': {
    title: 'A cloth falls over an imported mesh',
    story: 'tasks/clothOnImport.test.ts',
    most: { clicks: 2, drops: 1 },
  },
  'painted-muscle': {
    title: 'A body becomes a muscle along painted fibres, and tenses',
    story: 'tasks/paintedMuscle.test.ts',
    most: { clicks: 6, drags: 1, fields: 2 },
  },
  'liquid-in-cup': { title: 'A scanned cup is filled', story: 'cup.test.ts', most: { clicks: 3, drops: 1 } },
  'broken-mesh': {
    title: 'A broken mesh is repaired and simulated',
    story: 'brokenMesh.test.ts',
    most: { clicks: 5, drops: 1 },
  },
  'blow-up': {
    title: 'A simulation that breaks down is explained, mended and ends',
    story: 'blowUp.test.ts',
    most: { clicks: 4 },
  },
  'cancel-and-change': {
    title: 'A run is cancelled and the shot is changed',
    story: 'cancelResume.test.ts',
    most: { clicks: 3, fields: 1 },
  },
  'compare-takes': { title: 'Two takes are made and compared', story: 'takes.test.ts', most: { clicks: 4, fields: 3 } },
} as const satisfies Record<string, TaskEntry>;

export type TaskName = keyof typeof tasks;
