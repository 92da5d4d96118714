import { Menu as MenuIcon, Redo2, Search, Share, Undo2 } from 'lucide-react';
import { runCommand } from '../commands/Command.ts';
import { commandMenu } from '../commands/commandEntry.ts';
import { useKeyLabel, useKeymap } from '../commands/useKeymap.ts';
import { useDocument, useSession, useView } from '../session/Session.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu } from '../ui/Menu.tsx';
import { fileName } from './fileName.ts';
import { Mark } from '../ui/Mark.tsx';
import { PanelToggles } from './PanelToggles.tsx';
import { QualityControl } from './QualityControl.tsx';
import { SettingsMenu } from './SettingsMenu.tsx';
import { SimulateControl } from './run/SimulateControl.tsx';
import { TakeMenu } from './TakeMenu.tsx';
import { useNarrowWindow } from './useNarrowWindow.ts';
import './topBar.css';

/** The 40 px over the panels: the shot, its takes, undo, quality and simulation, commands and export. */
export function TopBar() {
  const session = useSession();
  const keys = useKeyLabel();
  // What has no room then is in the menus.
  const narrow = useNarrowWindow();
  const exporting = useView((state) => state.task === 'export');
  return (
    <header className="top-bar" aria-label="Shot">
      <div className="top-bar-left">
        <button
          type="button"
          className="top-bar-mark"
          aria-label="Start page"
          title="Start page"
          onClick={() => runCommand(session, 'file.startPage')}
        >
          <Mark size={22} />
        </button>
        <MainMenu />
        <ShotName />
      </div>
      <TakeMenu />
      {!narrow && <UndoButtons />}
      <div className="top-bar-middle">
        <QualityControl />
        <SimulateControl />
      </div>
      <span className="top-bar-tools">
        <IconButton
          icon={Search}
          label="Commands"
          keys={keys('view.commandPalette')}
          onClick={() => runCommand(session, 'view.commandPalette')}
        />
        <IconButton
          icon={Share}
          label="Export"
          keys={keys('file.export')}
          pressed={exporting}
          onClick={() => runCommand(session, 'file.export')}
        />
      </span>
      {!narrow && <PanelToggles />}
      <SettingsMenu />
    </header>
  );
}

function MainMenu() {
  const session = useSession();
  const keymap = useKeymap();
  return (
    <Menu entries={() => commandMenu(session, keymap)}>
      <IconButton icon={MenuIcon} label="Menu" />
    </Menu>
  );
}

function ShotName() {
  const path = useDocument(({ open }) => open?.path);
  const dirty = useDocument(({ open }) => open !== undefined && open.scene !== open.saved);
  const name = useDocument(({ open }) => open?.scene.name) || fileName(path ?? '');
  return (
    <span className="top-bar-shot" title={path}>
      <strong>{name}</strong>
      {dirty && <span className="top-bar-dirty" role="img" aria-label="Not saved" title="Edits since the last save" />}
    </span>
  );
}

function UndoButtons() {
  const session = useSession();
  const keys = useKeyLabel();
  const undo = useDocument(({ open }) => open?.past.at(-1)?.label);
  const redo = useDocument(({ open }) => open?.future[0]?.label);
  return (
    <span className="top-bar-undo">
      <IconButton
        icon={Undo2}
        label={undo === undefined ? 'Undo' : `Undo: ${undo}`}
        keys={keys('edit.undo')}
        disabled={undo === undefined && 'Nothing to undo.'}
        onClick={() => runCommand(session, 'edit.undo')}
      />
      <IconButton
        icon={Redo2}
        label={redo === undefined ? 'Redo' : `Redo: ${redo}`}
        keys={keys('edit.redo')}
        disabled={redo === undefined && 'Nothing to redo.'}
        onClick={() => runCommand(session, 'edit.redo')}
      />
    </span>
  );
}
