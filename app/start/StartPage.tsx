import { BookOpen, FilePlus2, FolderOpen, GraduationCap, Keyboard, PackageOpen } from 'lucide-react';
import { runCommand } from '../commands/Command.ts';
import { useKeyLabel } from '../commands/useKeymap.ts';
import { version } from '../../package.json';
import { Mark } from '../ui/Mark.tsx';
import { useProgram, useSession } from '../session/Session.ts';
import { Button } from '../ui/Button.tsx';
import { Kbd } from '../ui/Kbd.tsx';
import { chooseFile } from '../commands/chooseFile.ts';
import { meshExtensions, openDropped } from '../commands/openDropped.ts';
import { RecentList } from './RecentList.tsx';
import { SampleGrid } from './SampleGrid.tsx';
import { useDrop } from './useDrop.ts';
import '../ui/statusBar.css';
import './start.css';

/** What the window shows while no shot is open. */
export function StartPage() {
  const session = useSession();
  const drop = useDrop((file) => {
    openDropped(session, file).catch((error: unknown) => session.log.error(`could not open ${file.name}`, error));
  });
  return (
    <div className="start" data-dropping={drop.over} {...drop.handlers}>
      <aside className="start-side" aria-label="Start">
        <Head />
        <MainButtons />
        <DropZone />
        <RecentList />
        <Links />
      </aside>
      <SampleGrid />
      <StartStatus />
    </div>
  );
}

function Head() {
  return (
    <header className="start-head">
      <Mark size={36} />
      <span>
        <h1>Ductile</h1>
        <span className="mono start-quiet">{version}</span>
      </span>
    </header>
  );
}

function MainButtons() {
  const session = useSession();
  const keys = useKeyLabel();
  const ready = useProgram((state) => state.connection.kind === 'connected');
  const reason = !ready && 'The simulation process is being started.';
  return (
    <div className="start-buttons">
      <Button
        variant="primary"
        size="large"
        icon={FilePlus2}
        keys={keys('file.new')}
        disabled={reason}
        onClick={() => runCommand(session, 'file.new')}
      >
        New shot
      </Button>
      <Button
        size="large"
        icon={FolderOpen}
        keys={keys('file.open')}
        disabled={reason}
        onClick={() => runCommand(session, 'file.open')}
      >
        Open…
      </Button>
    </div>
  );
}

function DropZone() {
  const session = useSession();
  const extensions = useProgram((program) => program.catalogue) === undefined ? [] : meshExtensions(session);
  const choose = () =>
    void chooseFile(session, {
      purpose: 'open-mesh',
      name: undefined,
      choose: (path) => {
        session.shell.setState({ overlay: { kind: 'new-shot', settings: { mesh: path } } });
        return Promise.resolve();
      },
    });
  return (
    <button type="button" className="drop-zone" onClick={choose}>
      <span className="drop-head">
        <PackageOpen aria-hidden />
        <span>
          <strong>Drop a mesh or a shot</strong>
          <span className="start-quiet">Unit, size and defects are shown before anything is created</span>
        </span>
      </span>
      <span className="drop-endings">
        <span className="start-quiet">Mesh</span>
        <span className="mono">{extensions.join(' ')}</span>
        <span className="start-quiet">Shot</span>
        <span className="mono">ductile</span>
        <span className="start-quiet">Others</span>
        <span className="start-quiet">are rejected; nothing is copied</span>
      </span>
    </button>
  );
}

function Links() {
  const session = useSession();
  return (
    <nav className="start-links" aria-label="Help">
      <Button variant="ghost" icon={GraduationCap} onClick={() => runCommand(session, 'help.firstShot')}>
        First shot
      </Button>
      <Button variant="ghost" icon={Keyboard} onClick={() => runCommand(session, 'edit.keymap')}>
        Keymap
      </Button>
      <Button variant="ghost" icon={BookOpen} onClick={() => runCommand(session, 'help.manual')}>
        Manual
      </Button>
    </nav>
  );
}

function StartStatus() {
  const machine = useProgram((state) => state.catalogue?.machine);
  const keys = useKeyLabel();
  return (
    <footer className="status-bar start-status" aria-label="Status">
      <span className="status-hints">
        <span className="status-hint">
          <Kbd>Enter</Kbd> open
        </span>
        <span className="status-hint">
          <Kbd>Arrows</Kbd> choose
        </span>
        <span className="status-hint">
          <Kbd>/</Kbd> search
        </span>
        <span className="status-hint">
          <Kbd>{keys('view.commandPalette')}</Kbd> commands
        </span>
      </span>
      {machine !== undefined && (
        <span className="status-item">
          {machine.cores} cores · {machine.threads} simulation threads · {machine.backend}
        </span>
      )}
    </footer>
  );
}
