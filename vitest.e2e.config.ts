import { defineConfig } from 'vitest/config';

/** The stories in a real browser against the built program, two at a time. They wait for states, and the limits are for machines several times slower than most. */
export default defineConfig({
  test: {
    include: ['tests/e2e/**/*.test.ts'],
    globalSetup: ['tests/e2e/support/globalSetup.ts'],
    setupFiles: ['tests/support/setup.ts'],
    pool: 'forks',
    // Files share a process, and with it the browser and what they read of the program.
    isolate: false,
    maxWorkers: 2,
    testTimeout: 900_000,
    hookTimeout: 900_000,
    // What is asked of the page again and again takes time from what it waits for.
    expect: { poll: { timeout: 120_000, interval: 150 } },
  },
});
