import { describe, expect, it } from 'vitest';
import { runCommand } from '../../../app/commands/Command.ts';
import { isPainting, startPainting } from '../../../app/commands/paintMode.ts';
import { detailNote } from '../../../app/document/detailNote.ts';
import { clearField, fieldOf, paintedBody } from '../../../app/document/paintEdits.ts';
import { paintNote } from '../../../app/viewport/painting/PaintHindrance.tsx';
import { createSession, type Session } from '../../../app/session/Session.ts';
import { definitionInfos } from '../../../src/host/catalogue/definitionInfo.ts';
import { fracture } from '../../../src/scene/properties/fracture.ts';
import { newCloth } from '../../../src/scene/kinds/cloth.ts';
import { newSolid } from '../../../src/scene/kinds/solid.ts';
import { smallScene } from '../../support/scenes.ts';

function withShot(): { session: Session; solid: string } {
  const session = createSession(() => Promise.reject(new Error('no host here')));
  const scene = smallScene();
  session.document.load('/shot.ductile', scene);
  return { session, solid: scene.entities.find(({ kind }) => kind === 'solid')!.id };
}

const entities = ({ document }: Session) => document.scene!.entities;

describe('taking up the brush', () => {
  it('paints the only solid where nothing is selected, and what was painted last of a selected one', () => {
    const { session, solid } = withShot();
    runCommand(session, 'paint.toggle');
    expect(isPainting(session)).toBe(true);
    expect(session.paint.getState().target).toEqual({ kind: 'strength', entity: solid });
    expect(session.selection.getState().ids).toEqual([solid]);
    runCommand(session, 'paint.detail');
    runCommand(session, 'paint.leave');
    expect(isPainting(session)).toBe(false);
    runCommand(session, 'paint.toggle');
    expect(session.paint.getState().target).toEqual({ kind: 'detail', entity: solid });
  });

  it('paints the toughness of a solid that tears, and of no other', () => {
    const { session, solid } = withShot();
    const target = { kind: 'toughness', entity: solid } as const;
    expect(paintedBody(session.document.scene, target)).toBeUndefined();
    session.document.edit('tear', (scene) => {
      const body = scene.entities.find(({ id }) => id === solid);
      if (body?.kind === 'solid') body.fracture = fracture.parse({ enabled: true });
    });
    startPainting(session, target);
    runCommand(session, 'paint.fill');
    const toughness = () => fieldOf(session.document.scene, target);
    expect(toughness()).toEqual({ base: 0, strokes: [] });
    expect(entities(session).find(({ id }) => id === solid)).toMatchObject({
      fracture: { paintedToughness: { base: 0 } },
    });
    clearField(session.document, target);
    expect(toughness()).toBeUndefined();
    session.document.undo();
    expect(toughness()).toEqual({ base: 0, strokes: [] });
  });

  it('waits for a choice where it is not clear what is meant', () => {
    const { session } = withShot();
    session.document.edit('add', (scene) => {
      scene.entities.push(newSolid(entities(session), 'box'));
    });
    runCommand(session, 'paint.toggle');
    expect(isPainting(session)).toBe(true);
    expect(session.paint.getState().target).toBeUndefined();
    runCommand(session, 'paint.fill');
    expect(session.document.store.getState().open!.past).toHaveLength(1);
  });

  it('adds a painted pin in one step of undo, and paints it from then on', () => {
    const { session, solid } = withShot();
    session.selection.setState({ ids: [solid] });
    const count = entities(session).length;
    runCommand(session, 'add.pin.painted');
    const pin = entities(session).at(-1)!;
    expect(pin).toMatchObject({ kind: 'pin', target: solid, selection: { kind: 'painted', field: { base: 0 } } });
    expect(session.paint.getState().target).toEqual({ kind: 'pin', entity: pin.id });
    runCommand(session, 'paint.fill');
    runCommand(session, 'paint.leave');
    session.selection.setState({ ids: [solid] });
    runCommand(session, 'paint.toggle');
    expect(session.paint.getState().target).toEqual({ kind: 'pin', entity: pin.id });
    session.document.undo();
    session.document.undo();
    expect(entities(session)).toHaveLength(count);
    expect(paintedBody(session.document.scene, session.paint.getState().target)).toBeUndefined();
  });

  it('paints pins of cloth, and nothing else of it', () => {
    const { session } = withShot();
    const cloth = newCloth(entities(session), 'sheet');
    session.document.edit('add', (scene) => void scene.entities.push(cloth));
    session.selection.setState({ ids: [cloth.id] });
    runCommand(session, 'paint.toggle');
    expect(session.paint.getState().target).toBeUndefined();
    runCommand(session, 'paint.strength');
    expect(session.paint.getState().target).toBeUndefined();
    runCommand(session, 'add.pin.painted');
    const { target } = session.paint.getState();
    expect(target?.kind).toBe('pin');
    expect(paintedBody(session.document.scene, target)?.id).toBe(cloth.id);
    runCommand(session, 'paint.leave');
    session.selection.setState({ ids: [cloth.id] });
    runCommand(session, 'paint.toggle');
    expect(session.paint.getState().target).toEqual(target);
  });

  it('changes the brush by keys, within its limits', () => {
    const { session } = withShot();
    runCommand(session, 'paint.larger');
    runCommand(session, 'paint.toggle');
    const { paint } = session;
    paint.setState(({ brush }) => ({ brush: { ...brush, radius: 0.1 } }));
    runCommand(session, 'paint.larger');
    expect(paint.getState().brush.radius).toBe(0.115);
    runCommand(session, 'paint.smaller');
    expect(paint.getState().brush.radius).toBe(0.1);
    for (let press = 0; press < 20; press++) runCommand(session, 'paint.harder');
    expect(paint.getState().brush.hardness).toBe(1);
  });
});

describe('detail that is painted', () => {
  const definitions = definitionInfos();
  const meshing = (method: string) => ({ method, edge: { percent: 4 }, params: {} });

  it('is said to change nothing where the mesher makes elements of one size, or the shape brings its own', () => {
    expect(detailNote(meshing('graded-stuffing'), definitions)).toBeUndefined();
    const uniform = definitions.find(({ kind, followsDetail }) => kind === 'mesher' && followsDetail !== true)!;
    expect(detailNote(meshing(uniform.type), definitions)).toMatch(/has no effect.*follow it/);
    expect(detailNote(undefined, definitions)).toMatch(/elements of its own/);
  });

  it('is said so of a solid that has no mesher at all', () => {
    // As a document has it that was read from a file: without the property.
    const { meshing: none, ...block } = newSolid([], 'block');
    expect(none).toBeUndefined();
    const note = paintNote({ entities: [block] }, { kind: 'detail', entity: block.id }, definitions);
    expect(note).toMatch(/elements of its own/);
    expect(paintNote({ entities: [block] }, { kind: 'strength', entity: block.id }, definitions)).toBeUndefined();
  });
});
