import { viewModes, type Tool, type ViewMode } from '../../state/viewStore.ts';
import type { Command } from '../Command.ts';
import { needsShot } from '../requirements.ts';

/** Ids are those of the native menu. */
const modeCommands: Readonly<Record<ViewMode, readonly [id: string, title: string]>> = {
  shaded: ['view.shaded', 'Shaded'],
  wire: ['view.wireframe', 'Wireframe'],
  tets: ['view.tets', 'Elements'],
  cut: ['view.cutAway', 'Cut away'],
  points: ['view.points', 'Points'],
};

const modes = viewModes.map((mode, index): Command => {
  const [id, title] = modeCommands[mode];
  return {
    id,
    group: 'View',
    keys: [`Digit${index + 1}`],
    keywords: 'view mode display',
    title: () => title,
    enabled: needsShot,
    checked: ({ view }) => view.getState().mode === mode,
    run: ({ view }) => view.setState({ mode }),
  };
});

const tool = (kind: Tool, title: string, key: string | undefined, keywords = ''): Command => ({
  id: `tool.${kind}`,
  group: 'View',
  keys: key === undefined ? [] : [key],
  keywords: `tool ${keywords}`,
  title: () => title,
  enabled: needsShot,
  checked: ({ view }) => view.getState().tool === kind,
  run: ({ view }) => view.setState({ tool: kind }),
});

const tools = [
  tool('select', 'Select', 'KeyQ'),
  tool('move', 'Move', 'KeyW', 'translate gizmo'),
  tool('rotate', 'Rotate', 'KeyE', 'gizmo'),
  tool('scale', 'Scale', 'KeyR', 'gizmo'),
  tool('pin', 'Pin a sphere', 'Shift+KeyB', 'hold'),
  tool('probe', 'Probe', 'KeyP', 'measure value'),
  tool('measure', 'Measure', 'KeyM', 'distance ruler'),
];

const frameSelected: Command = {
  id: 'view.frameSelected',
  group: 'View',
  keys: ['KeyF'],
  keywords: 'zoom focus',
  title: ({ selection }) => (selection.getState().ids.length > 0 ? 'Frame selected' : 'Frame everything'),
  enabled: needsShot,
  run: ({ panelActions }) => panelActions.get('frameSelected')?.(),
};

const frameAll: Command = {
  id: 'view.frameAll',
  group: 'View',
  keys: ['KeyA'],
  keywords: 'zoom fit',
  title: () => 'Frame everything',
  enabled: needsShot,
  run: ({ panelActions }) => panelActions.get('frameAll')?.(),
};

const axisViews = (
  [
    ['front', 'Numpad1', 'z', false],
    ['back', '$mod+Numpad1', 'z', true],
    ['right', 'Numpad3', 'x', false],
    ['left', '$mod+Numpad3', 'x', true],
    ['top', 'Numpad7', 'y', false],
    ['bottom', '$mod+Numpad7', 'y', true],
  ] as const
).map(([name, key, axis, reversed]): Command => ({
  id: `view.${name}`,
  group: 'View',
  keys: [key],
  keywords: 'camera axis',
  title: () => `View from ${name === 'top' ? 'above' : name === 'bottom' ? 'below' : `the ${name}`}`,
  enabled: needsShot,
  run: ({ panelActions }) => panelActions.get('lookAlong')?.(axis, reversed),
}));

const projection: Command = {
  id: 'view.orthographic',
  group: 'View',
  keys: ['Numpad5'],
  keywords: 'perspective camera',
  title: () => 'Orthographic',
  enabled: needsShot,
  checked: ({ view }) => view.getState().projection === 'orthographic',
  run: ({ view }) =>
    view.setState((state) => ({ projection: state.projection === 'perspective' ? 'orthographic' : 'perspective' })),
};

const snapping: Command = {
  id: 'view.snapping',
  group: 'View',
  keys: ['KeyX'],
  keywords: 'snap grid',
  title: () => 'Snapping',
  enabled: needsShot,
  checked: ({ view }) => view.getState().snapping,
  run: ({ view }) => view.setState((state) => ({ snapping: !state.snapping })),
};

const fibres: Command = {
  id: 'view.fibres',
  group: 'View',
  keywords: 'muscle directions lines',
  title: () => 'Show fibres',
  enabled: needsShot,
  checked: ({ view }) => view.getState().showFibres,
  run: ({ view }) => view.setState((state) => ({ showFibres: !state.showFibres })),
};

const statistics: Command = {
  id: 'view.statistics',
  group: 'View',
  keys: ['Shift+KeyT'],
  keywords: 'overlay numbers',
  title: () => 'Statistics',
  enabled: needsShot,
  checked: ({ view }) => view.getState().statistics,
  run: ({ view }) => view.setState((state) => ({ statistics: !state.statistics })),
};

export default [...modes, ...tools, frameSelected, frameAll, ...axisViews, projection, snapping, fibres, statistics];
