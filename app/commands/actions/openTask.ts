import type { Task } from '../../state/viewStore.ts';
import type { Command } from '../Command.ts';
import { needsShot } from '../requirements.ts';

const task = (id: string, kind: Task, title: string, keys: readonly string[], keywords: string): Command => ({
  id,
  group: 'File',
  keys,
  keywords,
  title: () => title,
  enabled: needsShot,
  run: ({ view, panelActions }) => {
    view.setState({ task: kind });
    panelActions.get('showPanel')?.('inspector');
  },
});

const leave: Command = {
  id: 'view.leaveTask',
  group: 'View',
  keys: ['Escape'],
  sharesKeys: true,
  title: () => 'Back to the inspector',
  enabled: ({ view }) => view.getState().task !== 'none' || 'No task is open.',
  run: ({ view }) => view.setState({ task: 'none', isolated: undefined }),
};

export default [
  task('file.importMesh', 'import', 'Import mesh…', ['$mod+KeyI'], 'obj ply stl glb preflight repair'),
  task(
    'file.importAnimation',
    'animation',
    'Import animation…',
    [],
    'abc gltf pc2 mdd sequence character deforming collider',
  ),
  task('file.export', 'export', 'Export…', ['$mod+KeyE'], 'alembic abc obj houdini maya blender unreal'),
  task('file.playblast', 'playblast', 'Playblast…', [], 'movie mp4 png preview'),
  leave,
];
