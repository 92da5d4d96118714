import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { expect } from 'vitest';
import { addActions, noActions, type ActionCounter } from './actionCounter.ts';
import { tasks, type Actions, type TaskEntry, type TaskName } from './taskTable.ts';

const FOLDER = resolve('tests/.output/tasks');

/** A task that a story does on its way: what the artist does for it is counted, what the test looks at besides is not. */
export class Task {
  private readonly name: TaskName;
  private readonly page: Page;
  private readonly counter: ActionCounter;
  private counted: Actions = noActions;

  constructor(name: TaskName, page: Page, counter: ActionCounter) {
    this.name = name;
    this.page = page;
    this.counter = counter;
  }

  /** A part of the task. */
  async part(tell: () => Promise<unknown>): Promise<void> {
    const from = await this.counter.until(this.page);
    await tell();
    this.counted = addActions(this.counted, from, await this.counter.until(this.page));
  }

  /** Writes what was counted to tests/.output/tasks/NAME.json. It fails where the task takes more than the table says. */
  done(): void {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(join(FOLDER, `${this.name}.json`), `${JSON.stringify({ task: this.name, ...this.counted })}\n`);
    const { title, most }: TaskEntry = tasks[this.name];
    const needed = Object.entries(this.counted).filter(([, count]) => count > 0);
    const said = needed.map(([kind, count]) => `${count} ${kind}`).join(', ');
    process.stdout.write(`task '${this.name}': ${said}\n`);
    const over = needed.filter(([kind, count]) => count > (most[kind as keyof Actions] ?? 0));
    expect(over, `${title}: ${said}`).toEqual([]);
  }
}
