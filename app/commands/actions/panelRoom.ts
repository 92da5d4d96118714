import type { PanelPart } from '../../state/preferences.ts';
import type { Command } from '../Command.ts';
import { needsShot } from '../requirements.ts';

const toggle = (part: PanelPart, title: string, key: string): Command => ({
  id: `window.toggle-${part}`,
  group: 'Window',
  keys: [key],
  keywords: 'hide collapse show panel column dock room',
  title: () => title,
  enabled: needsShot,
  checked: ({ shell }) => !shell.getState().hiddenParts.includes(part),
  run: ({ panelActions }) => panelActions.get('togglePart')?.(part),
});

const resize = (id: string, title: string, key: string, steps: 1 | -1): Command => ({
  id,
  group: 'Window',
  keys: [key],
  keywords: 'size wider taller narrower resize edge',
  title: () => title,
  enabled: (session) => {
    if (session.document.scene === undefined) return needsShot(session);
    const { focusedPanel } = session.shell.getState();
    const beside = focusedPanel !== undefined && focusedPanel !== 'viewport';
    return beside || 'Focus a panel beside the viewport first, for example with F6.';
  },
  run: ({ panelActions, shell }) => {
    const { focusedPanel } = shell.getState();
    if (focusedPanel !== undefined) panelActions.get('resizePanel')?.(focusedPanel, steps);
  },
});

export default [
  toggle('left', 'Outliner and takes column', 'Alt+Shift+ArrowLeft'),
  toggle('right', 'Inspector column', 'Alt+Shift+ArrowRight'),
  toggle('bottom', 'Timeline dock', 'Alt+Shift+ArrowDown'),
  resize('window.growPanel', 'Make the panel larger', 'Alt+Shift+Equal', 1),
  resize('window.shrinkPanel', 'Make the panel smaller', 'Alt+Shift+Minus', -1),
];
