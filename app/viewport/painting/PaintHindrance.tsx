import { Info } from 'lucide-react';
import { useStore } from 'zustand';
import type { FrameSourceState } from '../../client/FrameSource.ts';
import { runCommand } from '../../commands/Command.ts';
import { paintedBody } from '../../document/paintEdits.ts';
import { useDocument, usePaint, useProgram, useSession, useView, type Session } from '../../session/Session.ts';
import { Button } from '../../ui/Button.tsx';
import { whyNotPaint, type Hindrance } from './whyNotPaint.ts';
import type { DefinitionInfo } from '../../../src/protocol/requests/program.ts';
import type { Scene } from '../../../src/scene/Scene.ts';
import { detailNote } from '../../document/detailNote.ts';
import { has } from '../../entities/properties.ts';
import type { PaintTarget } from '../../state/paintStore.ts';

const REMEDIES = { show: 'Show', enable: 'Enable', unlock: 'Unlock', locate: 'Locate…' } as const;

/** Why nothing can be painted now, and what helps; or what should be known of what is painted. */
export function PaintHindrance() {
  const session = useSession();
  // Read below.
  const scene = useDocument((state) => state.open?.scene);
  const target = usePaint((state) => state.target);
  const definitions = useProgram((state) => state.catalogue)?.definitions ?? [];
  useProgram((state) => state.missing);
  useView((state) => state.solo);
  useStore(session.frameSource.store, (state: FrameSourceState) => state.statics);
  useStore(session.frameSource.store, (state: FrameSourceState) => state.problem);
  const hindrance = whyNotPaint(session);
  const text = hindrance?.text ?? paintNote(scene, target, definitions);
  if (text === undefined) return null;
  const remedy = hindrance?.remedy;
  return (
    <p className="paint-note" role="status">
      <Info aria-hidden />
      <span>{text}</span>
      {remedy !== undefined && (
        <Button size="small" onClick={() => help(session, remedy)}>
          {REMEDIES[remedy]}
        </Button>
      )}
    </p>
  );
}

function help(session: Session, remedy: NonNullable<Hindrance['remedy']>): void {
  const { document, paint, selection, view } = session;
  const { target } = paint.getState();
  const solid = paintedBody(document.scene, target);
  if (solid === undefined) return;
  if (remedy === 'locate') {
    selection.setState({ ids: [solid.id] });
    runCommand(session, 'file.locateMesh');
    return;
  }
  if (remedy === 'show') view.setState({ solo: [] });
  document.edit(`${remedy} ${solid.name || solid.id}`, (scene) => {
    for (const entity of scene.entities) {
      if (remedy === 'unlock' && (entity.id === solid.id || entity.id === target?.entity)) {
        entity.display.locked = false;
      }
      if (entity.id !== solid.id) continue;
      if (remedy === 'show') entity.display.visible = true;
      if (remedy === 'enable') entity.enabled = true;
    }
  });
}

/** What an artist should know of what is painted: detail that changes no elements. */
export function paintNote(
  scene: Pick<Scene, 'entities'> | undefined,
  target: PaintTarget | undefined,
  definitions: readonly DefinitionInfo[],
): string | undefined {
  const solid = paintedBody(scene, target);
  return target?.kind === 'detail' && solid !== undefined && has(solid, 'meshing')
    ? detailNote(solid.meshing, definitions)
    : undefined;
}
