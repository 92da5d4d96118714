import { expect, it } from 'vitest';
import { commands } from '../../../app/commands/Command.ts';
import { menuCommands } from '../../../electron/menuTable.ts';

it('every command of the native menu is one that the editor carries out', () => {
  expect([...menuCommands].filter((id) => !commands().has(id))).toEqual([]);
});
