import type { Command } from '../Command.ts';
import { needsShot } from '../requirements.ts';

const closeShot: Command = {
  id: 'file.startPage',
  group: 'File',
  keys: ['Alt+Home'],
  keywords: 'close home recent samples',
  title: () => 'Start page',
  enabled: needsShot,
  run: ({ shot }) => shot.close(),
};

export default closeShot;
