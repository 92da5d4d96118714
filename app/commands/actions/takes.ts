import { branchTake, listTakes, switchTake } from '../../../src/scene/takes.ts';
import { uniqueId } from '../../../src/scene/uniqueNames.ts';
import type { Session } from '../../session/Session.ts';
import type { Command } from '../Command.ts';
import { needsShot } from '../requirements.ts';

const branch: Command = {
  id: 'simulate.branchTake',
  group: 'Takes',
  keys: ['$mod+KeyB'],
  keywords: 'version variant copy',
  title: ({ timeline }) => `Branch take at frame ${timeline.getState().frame}`,
  enabled: needsShot,
  run: ({ document, timeline, log }) => {
    const { scene } = document;
    if (scene === undefined) return;
    const { frame } = timeline.getState();
    const takes = listTakes(scene);
    const id = uniqueId(`take-${takes.length + 1}`, takes);
    const name = `Take ${takes.length + 1}`;
    document.replace(`branch ${name} at frame ${frame}`, branchTake(scene, { id, name, frame }));
    log.info(
      `${name} continues from frame ${frame}; the frames that it shares with ${takeLabel(scene.take)} are stored once.`,
      {
        frame,
        toast: true,
      },
    );
  },
};

function takeLabel({ id, name }: { readonly id: string; readonly name: string }): string {
  return name === '' ? id : name;
}

/** Steps to the next or the previous take in the order of the takes panel. */
function step({ document }: Session, direction: 1 | -1): void {
  const { scene } = document;
  if (scene === undefined) return;
  const takes = listTakes(scene);
  const index = takes.findIndex(({ id }) => id === scene.take.id);
  const next = takes[(index + direction + takes.length) % takes.length];
  document.replace(`switch to ${takeLabel(next)}`, switchTake(scene, next.id));
}

const several = ({ document }: Session) => (document.scene?.takes.length ?? 0) > 0 || 'There is only one take.';

const nextTake: Command = {
  id: 'takes.next',
  group: 'Takes',
  keys: ['$mod+PageDown'],
  title: () => 'Next take',
  enabled: several,
  run: (session) => step(session, 1),
};

const previousTake: Command = {
  id: 'takes.previous',
  group: 'Takes',
  keys: ['$mod+PageUp'],
  title: () => 'Previous take',
  enabled: several,
  run: (session) => step(session, -1),
};

const leaveCompare: Command = {
  id: 'takes.leaveCompare',
  group: 'Takes',
  keys: ['Escape'],
  sharesKeys: true,
  title: () => 'Stop comparing',
  enabled: ({ view }) => view.getState().compare !== undefined || 'No takes are compared.',
  run: ({ view }) => view.setState({ compare: undefined }),
};

export default [branch, nextTake, previousTake, leaveCompare];
