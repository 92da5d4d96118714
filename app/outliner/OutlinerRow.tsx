import type { KeyboardEvent, MouseEvent } from 'react';
import {
  ChevronDown,
  ChevronRight,
  Eye,
  EyeOff,
  FileQuestionMark,
  History,
  LoaderCircle,
  Lock,
  LockOpen,
  OctagonX,
  Spotlight,
} from 'lucide-react';
import { isBody, type Entity } from '../../src/scene/Scene.ts';
import { isShown, soloIn } from '../document/shownEntities.ts';
import { useDocument, useFrames, useProgram, useSession, useView } from '../session/Session.ts';
import { ContextMenu } from '../ui/Menu.tsx';
import { TextField } from '../ui/TextField.tsx';
import { entityDetail, entityIcon, isAnimated } from '../entities/entityFacts.ts';
import { entityMenu } from './entityMenu.ts';
import type { OutlineRow } from './outlineRows.ts';
import { useEntityDrop } from './useEntityDrop.ts';

interface OutlinerRowProps {
  readonly row: OutlineRow;
  readonly selected: boolean;
  readonly focusable: boolean;
  readonly folded: boolean;
  readonly renaming: boolean;
  /** The entity that is dragged over the outliner. */
  readonly dragged: string | undefined;
  onDrag(id: string | undefined): void;
  onSelect(event: MouseEvent | KeyboardEvent): void;
  onRename(id: string | undefined): void;
}

export function OutlinerRow(props: OutlinerRowProps) {
  const { row } = props;
  return row.kind === 'heading' ? (
    <Heading {...props} row={row} />
  ) : (
    <EntityRow {...props} entity={row.entity} level={row.level} />
  );
}

function Heading({
  row,
  folded,
  focusable,
  onSelect,
}: OutlinerRowProps & { readonly row: Extract<OutlineRow, { kind: 'heading' }> }) {
  const Chevron = folded ? ChevronRight : ChevronDown;
  return (
    <div
      className="outliner-heading"
      role="treeitem"
      aria-expanded={!folded}
      aria-level={1}
      aria-selected={false}
      tabIndex={focusable ? 0 : -1}
      data-row={row.id}
      onClick={onSelect}
      onKeyDown={(event) => {
        if (event.key === 'Enter' || event.key === ' ') onSelect(event);
      }}
    >
      <Chevron aria-hidden />
      {row.label}
      <span className="mono">{row.count}</span>
    </div>
  );
}

function EntityRow({
  entity,
  level,
  selected,
  focusable,
  renaming,
  dragged,
  onDrag,
  onSelect,
  onRename,
}: OutlinerRowProps & { readonly entity: Entity; readonly level: number }) {
  const session = useSession();
  const drop = useEntityDrop(entity, dragged, onDrag);
  const Icon = entityIcon(entity);
  const failed = useFrames((state) => state.cells.some(({ failure }) => failure?.entity === entity.id));
  const catalogue = useProgram((state) => state.catalogue);
  const name = entity.name || entity.id;
  const missingMesh = useProgram((state) => state.missing.find((file) => file.entity === entity.id));
  const missing = missingMesh !== undefined;
  const lost = missingMesh?.refusal === undefined ? 'not found' : 'cannot be used';
  const detail = missing ? lost : entityDetail(entity, catalogue?.definitions ?? []);
  return (
    <ContextMenu
      entries={() => {
        if (!session.selection.getState().ids.includes(entity.id)) session.selection.setState({ ids: [entity.id] });
        return entityMenu(session, entity, () => onRename(entity.id));
      }}
    >
      <div
        className="outliner-row"
        role="treeitem"
        aria-level={level + 1}
        aria-selected={selected}
        aria-label={detail === '' ? name : `${name}, ${detail}`}
        tabIndex={focusable ? 0 : -1}
        data-row={entity.id}
        data-level={level}
        data-disabled={!entity.enabled || undefined}
        {...drop}
        draggable={drop.draggable && !renaming}
        onClick={onSelect}
        onDoubleClick={() => onRename(entity.id)}
        onKeyDown={(event) => {
          if (event.key === 'F2') onRename(entity.id);
        }}
      >
        <Icon aria-hidden />
        {renaming ? (
          <Rename entity={entity} onEnd={() => onRename(undefined)} />
        ) : (
          <>
            <span className="outliner-name">{name}</span>{' '}
            <span className="outliner-detail mono" data-missing={missing || undefined}>
              <span>{detail}</span>
            </span>
          </>
        )}
        <span className="outliner-marks">
          {missing && <FileQuestionMark className="outliner-missing" aria-hidden />}
          {failed && <OctagonX className="outliner-failed" aria-label="failed" />}
          {!failed && !missing && isBody(entity) && entity.enabled && <FrameMark />}
          {isAnimated(entity) && <span className="outliner-diamond" role="img" aria-label="animated" />}
          <LockButton entity={entity} />
          <VisibilityButton entity={entity} />
        </span>
      </div>
    </ContextMenu>
  );
}

/** How the frames of the shot are, at the solids that they are made of: being computed, or from before the last edit. */
function FrameMark() {
  const state = useFrames(({ cells }) =>
    cells.some((cell) => cell.state === 'computing')
      ? 'computing'
      : cells.some((cell) => cell.state === 'stale')
        ? 'stale'
        : undefined,
  );
  if (state === undefined) return null;
  const Icon = state === 'computing' ? LoaderCircle : History;
  return <Icon className="outliner-state" data-state={state} aria-label={state} />;
}

/** Whether the entity can be picked, moved and removed by hand. */
function LockButton({ entity }: { readonly entity: Entity }) {
  const { document } = useSession();
  const { locked } = entity.display;
  const Icon = locked ? Lock : LockOpen;
  const label = `${locked ? 'Unlock' : 'Lock'} ${entity.name || entity.id}`;
  return (
    <button
      type="button"
      className="outliner-toggle"
      aria-label={label}
      title={label}
      aria-pressed={locked}
      data-idle={!locked || undefined}
      tabIndex={-1}
      onClick={(event) => {
        event.stopPropagation();
        document.edit(label, (scene) => {
          const found = scene.entities.find(({ id }) => id === entity.id);
          if (found !== undefined) found.display.locked = !locked;
        });
      }}
    >
      <Icon aria-hidden />
    </button>
  );
}

/** Hides and shows; with Alt, or where it is on, the entity is shown alone. */
function VisibilityButton({ entity }: { readonly entity: Entity }) {
  const { document, view } = useSession();
  const { visible } = entity.display;
  const chosen = useView((state) => state.solo);
  const scene = useDocument((state) => state.open?.scene);
  const solo = soloIn(scene, chosen);
  const alone = solo.includes(entity.id);
  const Icon = alone ? Spotlight : visible ? Eye : EyeOff;
  const name = entity.name || entity.id;
  const label = alone ? `Exit solo of ${name}` : `${visible ? 'Hide' : 'Show'} ${name}`;
  return (
    <button
      type="button"
      className="outliner-toggle"
      aria-label={label}
      title={alone ? label : `${label} (Alt: solo)`}
      aria-pressed={!visible}
      data-solo={alone || undefined}
      data-off={!isShown(entity, solo) || undefined}
      tabIndex={-1}
      onClick={(event) => {
        event.stopPropagation();
        if (event.altKey || alone) {
          view.setState({ solo: alone ? solo.filter((id) => id !== entity.id) : [...solo, entity.id] });
          return;
        }
        document.edit(label, (scene) => {
          const found = scene.entities.find(({ id }) => id === entity.id);
          if (found !== undefined) found.display.visible = !visible;
        });
      }}
    >
      <Icon aria-hidden />
    </button>
  );
}

function Rename({ entity, onEnd }: { readonly entity: Entity; onEnd(): void }) {
  const { document } = useSession();
  return (
    <span
      className="outliner-rename"
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      <TextField
        label={`Name of ${entity.name || entity.id}`}
        value={entity.name || entity.id}
        autoFocus
        onFocus={(event) => event.target.select()}
        onBlurCapture={onEnd}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === 'Enter' || event.key === 'Escape') onEnd();
        }}
        onCommit={(name) =>
          document.edit(`Rename ${entity.name || entity.id} to ${name}`, (scene) => {
            const found = scene.entities.find(({ id }) => id === entity.id);
            if (found !== undefined) found.name = name.slice(0, 200);
          })
        }
      />
    </span>
  );
}
