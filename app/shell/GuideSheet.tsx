import { Check, Circle } from 'lucide-react';
import { runCommand } from '../commands/Command.ts';
import { useKeyLabel } from '../commands/useKeymap.ts';
import { useDocument, useFrames, useJobs, useSession } from '../session/Session.ts';
import { Button } from '../ui/Button.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import './guide.css';

interface Step {
  readonly title: string;
  readonly text: string;
  readonly done: boolean;
  /** Label of the button that does it. */
  readonly action: string;
  readonly command: string;
}

/** The first shot in six steps, each ticked when it is done. */
export function GuideSheet({ onClose }: { onClose(): void }) {
  const session = useSession();
  const keys = useKeyLabel();
  const steps = useSteps();
  const next = steps.findIndex(({ done }) => !done);
  return (
    <Sheet
      title="Your first shot"
      text="Six steps, each ticked when it is done. The window stays usable, and you can do them in any order."
      width={360}
      onClose={() => {
        session.preferences.change({ guideSeen: true });
        onClose();
      }}
    >
      <ol className="guide">
        {steps.map(({ title, text, done, action, command }, index) => (
          <li key={title} data-done={done} data-next={index === next}>
            {done ? <Check aria-label="Done" /> : <Circle aria-label="To do" />}
            <span>
              <strong>{title}</strong>
              <span className="guide-text">{text}</span>
              {index === next && (
                <Button
                  size="small"
                  variant="primary"
                  keys={keys(command)}
                  onClick={() => runCommand(session, command)}
                >
                  {action}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ol>
    </Sheet>
  );
}

function useSteps(): readonly Step[] {
  const open = useDocument((state) => state.open !== undefined);
  const edited = useDocument((state) => (state.open?.past.length ?? 0) > 0);
  const saved = useDocument(
    ({ open: shot }) => shot !== undefined && shot.past.length > 0 && shot.scene === shot.saved,
  );
  const some = useFrames(({ cells }) => cells.some(({ storedKey }) => storedKey !== undefined));
  const stale = useFrames(({ cells }) => cells.some(({ state }) => state === 'stale'));
  const again = useFrames(({ cells }) => cells.length > 0 && cells.every(({ state }) => state === 'cached'));
  const exported = useJobs(({ jobs }) =>
    [...jobs.values()].some(({ kind, state }) => kind === 'export' && state === 'done'),
  );
  return [
    {
      title: 'Make a shot',
      text: 'Drop a mesh on the start page, or begin with a template.',
      done: open,
      action: 'New shot',
      command: 'file.new',
    },
    {
      title: 'Simulate it',
      text: 'Draft is fast. Frames appear in the timeline as they are simulated; scrub while it runs.',
      done: some,
      action: 'Simulate',
      command: 'simulate.run',
    },
    {
      title: 'Change its material',
      text: 'Select the body and drag Young’s modulus. Frames that no longer match become stale, and the reason is shown.',
      done: edited,
      action: 'Show the inspector',
      command: 'window.inspector',
    },
    {
      title: 'Simulate the stale frames',
      text: 'Only the frames after the first difference are simulated again. Undo makes the old ones valid at once.',
      done: edited && again && !stale,
      action: 'Simulate',
      command: 'simulate.run',
    },
    {
      title: 'Save',
      text: 'Edits are journaled as you work; saving writes the shot file.',
      done: saved,
      action: 'Save',
      command: 'file.save',
    },
    {
      title: 'Export',
      text: 'Alembic for Houdini, Maya, Blender or Unreal, reopened and checked.',
      done: exported,
      action: 'Export',
      command: 'file.export',
    },
  ];
}
