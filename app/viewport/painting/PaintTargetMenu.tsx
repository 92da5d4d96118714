import { ChevronDown } from 'lucide-react';
import { paintNewPin } from '../../commands/addEntry.ts';
import { startPainting } from '../../commands/paintMode.ts';
import { restMesh } from '../../client/frames/shownMeshes.ts';
import { entityName } from '../../document/entityEdits.ts';
import { paintedBody, paintsOf } from '../../document/paintEdits.ts';
import type { PaintTarget } from '../../state/paintStore.ts';
import type { Entity, Scene } from '../../../src/scene/Scene.ts';
import { useDocument, usePaint, useSession, type Session } from '../../session/Session.ts';
import { Button } from '../../ui/Button.tsx';
import { Menu } from '../../ui/Menu.tsx';
import type { MenuEntry } from '../../ui/MenuItems.tsx';

/** What is painted, and what else could be. */
export function PaintTargetMenu() {
  const session = useSession();
  const scene = useDocument((state) => state.open?.scene);
  const target = usePaint((state) => state.target);
  const solid = paintedBody(scene, target);
  const text = targetText(scene, target);
  const entries = (): MenuEntry[] => {
    const { statics } = session.frameSource.store.getState();
    const bodies = (scene?.entities ?? []).filter(({ id }) => restMesh(statics, id) !== undefined);
    const others = bodies.filter(({ id }) => id !== solid?.id);
    const elsewhere = others.map((other): MenuEntry => ({
      kind: 'sub',
      label: entityName(other),
      entries: bodyEntries(session, scene, other, target),
    }));
    if (solid === undefined) return elsewhere;
    const own: MenuEntry[] = [
      { kind: 'heading', label: entityName(solid) },
      ...bodyEntries(session, scene, solid, target),
    ];
    return elsewhere.length === 0 ? own : [...own, { kind: 'separator' }, ...elsewhere];
  };
  return (
    <Menu entries={entries}>
      <Button size="small" variant="ghost" className="paint-target" aria-label={`Painting: ${text}`}>
        {solid === undefined ? (
          'Nothing chosen'
        ) : (
          <>
            <span className="paint-solid">{entityName(solid)}</span> {kindText(scene, target!)}
          </>
        )}{' '}
        <ChevronDown aria-hidden />
      </Button>
    </Menu>
  );
}

function bodyEntries(
  session: Session,
  scene: Scene | undefined,
  body: Entity,
  target: PaintTarget | undefined,
): MenuEntry[] {
  // What is painted on it of others, such as pins, before what is painted of itself.
  const others = (scene?.entities ?? []).flatMap((entity) =>
    paintsOf(entity).flatMap(({ kind, body: on }) => (on?.(entity) === body.id ? [{ kind, entity: entity.id }] : [])),
  );
  const own = paintsOf(body).flatMap(({ kind, body: on }) => (on === undefined ? [{ kind, entity: body.id }] : []));
  const item = (to: PaintTarget): MenuEntry => ({
    kind: 'item',
    label: kindText(scene, to),
    checked: to.kind === target?.kind && to.entity === target.entity,
    onSelect: () => startPainting(session, to),
  });
  return [
    ...others.map(item),
    { kind: 'item', label: 'New painted pin', onSelect: () => paintNewPin(session, body) },
    ...own.map(item),
  ];
}

function kindText(scene: Scene | undefined, { kind, entity: id }: PaintTarget): string {
  if (kind === 'strength') return 'Strength';
  if (kind === 'detail') return 'Detail';
  if (kind === 'goal') return 'Goal strength';
  if (kind === 'target') return 'Target strength';
  if (kind === 'fibres') return 'Fibres';
  if (kind === 'toughness') return 'Toughness';
  const pin = scene?.entities.find((entity) => entity.id === id);
  if (kind === 'material') return pin === undefined ? 'Material region' : `Material region: ${entityName(pin)}`;
  return pin === undefined ? 'Pin' : `Pin: ${entityName(pin)}`;
}

function targetText(scene: Scene | undefined, target: PaintTarget | undefined): string {
  const solid = paintedBody(scene, target);
  return solid === undefined ? 'nothing' : `${entityName(solid)}, ${kindText(scene, target!)}`;
}
