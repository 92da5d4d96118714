import './animation/animation.css';
import { useEffect, useMemo, useState } from 'react';
import { CircleX, FolderOpen, PersonStanding, Plus, TriangleAlert } from 'lucide-react';
import { useStore } from 'zustand';
import { definedMembers } from '../../src/base/definedMembers.ts';
import { chooseFile } from '../commands/chooseFile.ts';
import { animationExtensions, pathOf } from '../commands/openDropped.ts';
import { Section } from '../inspector/Section.tsx';
import { useDocument, useProgram, useSession, useShell } from '../session/Session.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/Panel.tsx';
import { formatNumber } from '../units/formatNumber.ts';
import {
  addReadAnimation,
  objectOf,
  proposedChoice,
  refusalOf,
  type AnimationChoice,
} from './animation/animationChoice.ts';
import { animationMotion } from './animation/animationMotion.ts';
import { AnimationPlayer, USUAL_GHOSTS } from './animation/AnimationPlayer.tsx';
import { AnimationReading, type ReadAnimation, type ReadingChoice } from './animation/AnimationReading.ts';
import { AnimationSettings } from './animation/AnimationSettings.tsx';
import { useAnimationPreview } from './animation/useAnimationPreview.ts';
import type { FileProblem } from './fileProblem.ts';
import { TaskProblem } from './TaskProblem.tsx';

/** Brings animated geometry into the shot: reads what the file holds, shows it moving, and adds it as one step of undo. */
export function AnimationTask() {
  const session = useSession();
  const scene = useDocument(({ open }) => open?.scene);
  const reading = useMemo(() => new AnimationReading(session.connection, (file) => pathOf(session, file)), [session]);
  const { read, busy, name, problem } = useStore(reading.store);
  const [wanted, setWanted] = useState<ReadingChoice>({});
  const [changes, setChanges] = useState<Partial<AnimationChoice>>({});
  const [at, setAt] = useState(0);
  const [ghosts, setGhosts] = useState(USUAL_GHOSTS);
  const dropped = useShell(({ droppedAnimation }) => droppedAnimation);
  useEffect(() => {
    if (dropped === undefined) return;
    session.shell.setState({ droppedAnimation: undefined });
    setWanted({});
    setChanges({});
    void reading.open(dropped);
  }, [session, reading, dropped]);
  useEffect(() => () => reading.close(), [reading]);
  useEffect(() => setAt(0), [read]);

  const choice = read && scene && { ...proposedChoice(read, scene), ...changes };
  const { metresPerUnit, speed, keeps } = choice ?? {};
  const frameRate = scene?.frameRate;
  const motion = useMemo(
    () =>
      read && metresPerUnit !== undefined && speed !== undefined && keeps !== undefined && frameRate !== undefined
        ? animationMotion(read, { metresPerUnit, speed, keeps }, { frameRate })
        : undefined,
    [read, metresPerUnit, speed, keeps, frameRate],
  );
  useAnimationPreview(read, choice, Math.min(at, (read?.times.length ?? 1) - 1), motion, ghosts);
  const choose = () =>
    void chooseFile(session, {
      purpose: 'open-animation',
      name: undefined,
      choose: (path) => {
        session.shell.setState({ droppedAnimation: path });
        return Promise.resolve();
      },
    });
  if (read === undefined || choice === undefined || scene === undefined) {
    return <Unread name={name} busy={busy} problem={problem} onChoose={choose} />;
  }
  const refused = refusalOf(read, choice);
  const add = async (): Promise<void> => {
    try {
      await addReadAnimation(session, read, wanted, choice);
      session.view.setState({ task: 'none', preview: undefined });
    } catch (error) {
      session.log.error(`could not import ${name}`, error, { toast: true });
    }
  };
  return (
    <>
      <div className="task-body">
        <FileHead read={read} name={name} />
        <AnimationPlayer
          read={read}
          motion={motion}
          at={Math.min(at, read.times.length - 1)}
          ghosts={ghosts}
          onShow={setAt}
          onGhosts={setGhosts}
        />
        {problem !== undefined && <TaskProblem name={name} problem={problem} />}
        <AnimationSettings
          read={read}
          reading={wanted}
          choice={choice}
          scene={scene}
          onChange={(change) => setChanges((before) => ({ ...before, ...change }))}
          onRead={(next) => {
            setWanted(next);
            // Another mesh may be open, or larger.
            setChanges(({ startsAt, speed, keeps }) => definedMembers<AnimationChoice>({ startsAt, speed, keeps }));
            void reading.choose(next);
          }}
        />
        <Doubts doubts={read.report.doubts} refused={refused} />
      </div>
      <footer className="task-actions">
        <Button
          variant="primary"
          icon={Plus}
          disabled={busy ? 'The file is being read.' : (refused ?? false)}
          onClick={() => void add()}
        >
          Import animation
        </Button>
        <Button icon={FolderOpen} onClick={choose}>
          Another file…
        </Button>
        <span className="task-size">The file is linked, not copied</span>
      </footer>
    </>
  );
}

function FileHead({ read, name }: { readonly read: ReadAnimation; readonly name: string | undefined }) {
  const { report } = read;
  const { triangles, vertices, samples, topology, velocities } = objectOf(read);
  return (
    <header className="task-file">
      <PersonStanding aria-hidden />
      <div>
        <h3 title={report.path}>{name}</h3>
        <p>
          {report.format} · {formatNumber(triangles)} tris · {formatNumber(vertices)} vertices
          {topology === 'changing' && ' at first'}
        </p>
        <p>
          {samples} {samples === 1 ? 'sample' : 'samples'}
          {velocities === 'file' && ' with velocities'} · {topology} topology
        </p>
      </div>
    </header>
  );
}

function Doubts({ doubts, refused }: { readonly doubts: readonly string[]; readonly refused: string | undefined }) {
  if (doubts.length === 0 && refused === undefined) return null;
  return (
    <Section title="What was read" icon={TriangleAlert}>
      {refused !== undefined && (
        <p className="import-doubt" role="alert">
          <CircleX aria-hidden />
          <span>{refused}</span>
        </p>
      )}
      {doubts.map((doubt) => (
        <p key={doubt} className="import-doubt">
          <TriangleAlert aria-hidden />
          <span>{doubt}</span>
        </p>
      ))}
    </Section>
  );
}

interface UnreadProps {
  readonly name: string | undefined;
  readonly busy: boolean;
  readonly problem: FileProblem | undefined;
  onChoose(): void;
}

function Unread({ name, busy, problem, onChoose }: UnreadProps) {
  const session = useSession();
  useProgram(({ catalogue }) => catalogue);
  return (
    <div className="task-body">
      {problem !== undefined && <TaskProblem name={name} problem={problem} />}
      {busy ? (
        <EmptyState icon={PersonStanding} title={name ?? ''}>
          The file is being read.
        </EmptyState>
      ) : (
        <EmptyState
          icon={PersonStanding}
          title={problem === undefined ? 'Choose an animation' : 'Choose another file'}
          actions={
            <Button variant="primary" icon={FolderOpen} onClick={onChoose}>
              Choose a file…
            </Button>
          }
        >
          A file whose meshes move: {animationExtensions(session).join(', ')}, a glTF file, or one file of a sequence of
          OBJ or PLY files. It is linked, not copied.
        </EmptyState>
      )}
    </div>
  );
}
