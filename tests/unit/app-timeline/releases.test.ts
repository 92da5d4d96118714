import { describe, expect, test } from 'vitest';
import { DocumentStore } from '../../../app/document/documentStore.ts';
import type { Session } from '../../../app/session/Session.ts';
import { setRelease } from '../../../app/timeline/keys/releases.ts';
import { listReleases, releaseFrameOf } from '../../../app/timeline/lanes/releaseLanes.ts';
import { keyedShot } from '../../support/keyedShot.ts';

const CRATE = { kind: 'rigidBody', id: 'crate', shape: { kind: 'registered', type: 'box' } } as const;

function sessionOf(releaseFrame?: number): { session: Session; document: DocumentStore } {
  const plain = keyedShot();
  const scene = keyedShot({ entities: [...plain.entities, { ...CRATE, ...(releaseFrame && { releaseFrame }) }] });
  const document = new DocumentStore();
  document.load('/s/keyed.ductile', scene);
  return { session: { document } as unknown as Session, document };
}

const frameOf = ({ scene }: DocumentStore) => releaseFrameOf(scene!.entities.find(({ id }) => id === 'crate')!);

describe('releases', () => {
  test('are listed with what the entity does before and after', () => {
    const { document } = sessionOf(5);
    const found = listReleases(document.scene!).find(({ entity }) => entity === 'crate');
    expect(found).toMatchObject({ frame: 5, label: 'Release frame', phases: ['follows keys', 'simulated'] });
    expect(listReleases(sessionOf().document.scene!).some(({ entity }) => entity === 'crate')).toBe(false);
  });

  test('are moved in one step of undo, and removed', () => {
    const { session, document } = sessionOf(5);
    for (const frame of [6, 7, 8]) setRelease(session, ['crate', 'torus'], frame, 'drag');
    document.endGesture();
    expect(frameOf(document)).toBe(8);
    document.undo();
    expect(frameOf(document)).toBe(5);
    setRelease(session, ['crate'], undefined);
    expect(frameOf(document)).toBeUndefined();
    expect('releaseFrame' in document.scene!.entities.find(({ id }) => id === 'crate')!).toBe(false);
  });

  test('change nothing of what is never released', () => {
    const { session, document } = sessionOf();
    const before = document.scene;
    setRelease(session, ['torus'], 4);
    expect(document.scene).toBe(before);
  });
});
