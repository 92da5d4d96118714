import {
  ChevronDown,
  Circle,
  Focus,
  Globe,
  Grip,
  Magnet,
  Palette,
  Pyramid,
  Scissors,
  Spotlight,
  Video,
  X,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useKeyLabel } from '../../commands/useKeymap.ts';
import { runCommand } from '../../commands/Command.ts';
import { entityName, entityNames } from '../../document/entityEdits.ts';
import { soloIn } from '../../document/shownEntities.ts';
import { useDocument, useSession, useView } from '../../session/Session.ts';
import { viewModes, type ViewMode } from '../../state/viewStore.ts';
import { Button } from '../../ui/Button.tsx';
import { Menu } from '../../ui/Menu.tsx';
import type { MenuEntry } from '../../ui/MenuItems.tsx';
import { Tooltip } from '../../ui/Tooltip.tsx';
import { bestUnit } from '../../units/displayUnits.ts';
import { formatQuantity } from '../../units/formatNumber.ts';
import { useColouring, useColourings } from '../colour/chosenColouring.ts';
import { viewportKind } from '../../entities/entityFacts.ts';
import { viewportOf } from '../viewportHandle.ts';
import { viewportStore } from '../viewportState.ts';
import { axisViews, type AxisView } from '../camera/CameraRig.ts';
import { useViewport } from './useDrawn.ts';

const MODES: Readonly<Record<ViewMode, { label: string; icon: LucideIcon; command: string }>> = {
  shaded: { label: 'Shaded', icon: Circle, command: 'view.shaded' },
  wire: { label: 'Wire', icon: Globe, command: 'view.wireframe' },
  tets: { label: 'Elements', icon: Pyramid, command: 'view.tets' },
  cut: { label: 'Cut away', icon: Scissors, command: 'view.cutAway' },
  points: { label: 'Points', icon: Grip, command: 'view.points' },
};
const SNAP_STEPS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1];

/** The rows over the picture: how it is drawn on the left, how it is looked at on the right. */
export function ViewBar() {
  const isolated = useView((state) => state.isolated);
  return (
    <div className="viewport-bar" role="toolbar" aria-label="View">
      <ModeControl />
      {isolated === undefined ? <ColourMenu /> : <IsolationChip />}
      <SoloChip />
      <span className="viewport-bar-space" />
      <SnapControl />
      <CameraMenu />
    </div>
  );
}

function ModeControl() {
  const { view } = useSession();
  const mode = useView((state) => state.mode);
  const keys = useKeyLabel();
  return (
    <div className="viewport-modes" role="group" aria-label="View mode">
      {viewModes.map((name) => {
        const { label, icon: Icon, command } = MODES[name];
        return (
          <Tooltip key={name} label={label} keys={keys(command)}>
            <button
              type="button"
              aria-label={label}
              aria-pressed={mode === name}
              onClick={() => view.setState({ mode: name })}
            >
              <Icon aria-hidden />
              {mode === name && <span>{label}</span>}
            </button>
          </Tooltip>
        );
      })}
    </div>
  );
}

function ColourMenu() {
  const { view } = useSession();
  const { label, name: chosen } = useColouring();
  const offered = useColourings();
  const entries = (): MenuEntry[] =>
    offered.map(({ name, ...words }) => ({
      kind: 'item',
      label: words.label,
      detail: words.detail,
      checked: name === chosen,
      onSelect: () => view.setState({ colouring: name }),
    }));
  return (
    <Menu entries={entries}>
      <Button className="viewport-button" icon={Palette} aria-label={`Colour: ${label}`}>
        <span className="viewport-button-name">Colour</span> {label} <ChevronDown aria-hidden />
      </Button>
    </Menu>
  );
}

function IsolationChip() {
  const session = useSession();
  const count = useViewport((state) => state.isolatedCount);
  const text = count === 0 ? 'The element is not in this mesh' : `Isolating 1 + ${count - 1} elements`;
  return (
    <Button
      className="viewport-button"
      variant="danger"
      icon={Focus}
      onClick={() => runCommand(session, 'view.leaveIsolation')}
    >
      {text} <X aria-label="Exit isolation" />
    </Button>
  );
}

/** Says that not everything is shown, and ends it. */
function SoloChip() {
  const { view } = useSession();
  const chosen = useView((state) => state.solo);
  const scene = useDocument((state) => state.open?.scene);
  const solo = soloIn(scene, chosen);
  if (scene === undefined || solo.length === 0) return null;
  return (
    <Button
      className="viewport-button"
      data-on
      icon={Spotlight}
      aria-label="Exit solo"
      onClick={() => view.setState({ solo: [] })}
    >
      Solo <span className="viewport-solo-name">{entityNames(scene, solo)}</span> <X aria-hidden />
    </Button>
  );
}

function SnapControl() {
  const { view } = useSession();
  const snapping = useView((state) => state.snapping);
  const step = useView((state) => state.snapStep);
  const text = formatQuantity(step, bestUnit('m', step));
  const entries = (): MenuEntry[] => [
    {
      kind: 'item',
      label: 'Snapping',
      keys: 'X',
      checked: snapping,
      onSelect: () => view.setState({ snapping: !snapping }),
    },
    { kind: 'separator' },
    ...SNAP_STEPS.map((value): MenuEntry => ({
      kind: 'item',
      label: formatQuantity(value, bestUnit('m', value)),
      checked: snapping && value === step,
      onSelect: () => view.setState({ snapStep: value, snapping: true }),
    })),
  ];
  return (
    <Menu entries={entries} align="end">
      <Button
        className="viewport-button"
        data-on={snapping}
        icon={Magnet}
        aria-label={snapping ? `Snapping to ${text}` : `Snapping is off, step ${text}`}
      >
        <span className="mono">{text}</span>
      </Button>
    </Menu>
  );
}

function CameraMenu() {
  const session = useSession();
  const projection = useView((state) => state.projection);
  const lookThrough = useViewport((state) => state.lookThrough);
  const store = viewportStore(session);
  const cameras = (): MenuEntry[] =>
    (session.document.scene?.entities ?? [])
      .filter((entity) => viewportKind(entity).view !== undefined)
      .map((camera) => ({
        kind: 'item',
        label: `Look through ${entityName(camera)}`,
        icon: Video,
        checked: lookThrough === camera.id,
        onSelect: () => store.setState({ lookThrough: lookThrough === camera.id ? undefined : camera.id }),
      }));
  const entries = (): MenuEntry[] => [
    ...(['perspective', 'orthographic'] as const).map((name): MenuEntry => ({
      kind: 'item',
      label: name === 'perspective' ? 'Perspective' : 'Orthographic',
      checked: projection === name,
      onSelect: () => session.view.setState({ projection: name }),
    })),
    { kind: 'separator' },
    ...(Object.keys(axisViews) as AxisView[]).map((name): MenuEntry => ({
      kind: 'item',
      label: name[0].toUpperCase() + name.slice(1),
      onSelect: () => viewportOf(session)?.lookAlong(name),
    })),
    { kind: 'separator' },
    { kind: 'item', label: 'Frame everything', keys: 'A', onSelect: () => runCommand(session, 'view.frameAll') },
    ...cameras(),
  ];
  const name = lookThrough === undefined ? (projection === 'perspective' ? 'Persp' : 'Ortho') : 'Camera';
  return (
    <Menu entries={entries} align="end">
      <Button className="viewport-button" icon={Video} aria-label={`Camera: ${name}`}>
        {name} <ChevronDown aria-hidden />
      </Button>
    </Menu>
  );
}
