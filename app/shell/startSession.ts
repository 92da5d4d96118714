import { CoreError } from '../../src/base/errors.ts';
import { playSample } from '../start/openSample.ts';
import type { Session } from '../session/Session.ts';

/** Connects, opens what the address asks for, and keeps the address that of the open shot, so that a page that was killed comes back to it. */
export function startSession(session: Session, window: Window): void {
  const asked = readAddress(window.location);
  let first = true;
  const leave = session.program.subscribe(({ connection }) => {
    if (connection.kind !== 'connected' || !first) return;
    first = false;
    leave();
    // After the connection has told everybody that it stands.
    queueMicrotask(() => void openAddressed(session, asked));
  });
  rememberShot(session, window);
  endGestures(session, window);
  askBeforeLeaving(session, window);
  void session.connection.connect();
}

async function openAddressed(session: Session, { shot, sample }: ReturnType<typeof readAddress>): Promise<void> {
  const { log, program } = session;
  try {
    if (shot !== undefined) await session.shot.open(shot);
    else if (sample !== undefined) {
      const definition = program
        .getState()
        .catalogue?.definitions.find(({ kind, type }) => kind === 'template' && type === sample);
      if (definition === undefined) {
        throw new CoreError('usage', `there is no sample '${sample}'`, {
          remedy: 'Choose one of the samples on this page.',
        });
      }
      await playSample(session, definition);
    }
  } catch (error) {
    log.error(`could not open ${shot ?? sample ?? 'the shot'}`, error);
  }
}

function rememberShot({ document }: Session, window: Window): void {
  document.store.subscribe((now, before) => {
    if (now.open?.path === before.open?.path) return;
    window.history.replaceState(null, '', addressOf(now.open?.path));
  });
}

/** A new press begins something new, whatever became of the last gesture: its field may be gone before it could end it. */
function endGestures({ document }: Session, window: Window): void {
  window.addEventListener('pointerdown', () => document.endGesture(), { capture: true });
}

/** Edits are journaled; still, a tab is closed by mistake more often than not. */
function askBeforeLeaving({ document }: Session, window: Window): void {
  window.addEventListener('beforeunload', (event) => {
    if (document.dirty && window.ductile === undefined) event.preventDefault();
  });
}

/** What the page's address asks for. */
interface AddressedShot {
  /** Path of a shot to open: of this window before it was loaded again, or as the program was started with. */
  readonly shot: string | undefined;
  /** A template to open as a sample. */
  readonly sample: string | undefined;
}

/** The hash remembers the open shot of this window; the query is what it was opened with. */
export function readAddress({ hash, search }: Pick<Location, 'hash' | 'search'>): AddressedShot {
  const remembered = new URLSearchParams(hash.replace(/^#/, ''));
  const query = new URLSearchParams(search);
  const shot = remembered.get('shot') ?? undefined;
  // Left the shot: the address that the window was opened with no longer counts.
  if (shot === undefined && remembered.has('start')) return { shot: undefined, sample: undefined };
  return {
    shot: shot ?? query.get('shot') ?? undefined,
    sample: shot === undefined ? (query.get('sample') ?? undefined) : undefined,
  };
}

/** The hash for an open shot, or for the start page: a page that was killed comes back to it. */
export function addressOf(path: string | undefined): string {
  return path === undefined ? '#start' : `#${new URLSearchParams({ shot: path }).toString()}`;
}
