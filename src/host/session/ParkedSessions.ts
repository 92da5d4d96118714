import type { HostSession } from './HostSession.ts';

/** Milliseconds that a page may stay away: loading it again takes seconds. */
const AWAY = 60_000;
/** Pages that are waited for at once. */
const MOST_PARKED = 16;

interface Parked {
  readonly session: HostSession;
  readonly timer: NodeJS.Timeout;
}

/**
 * Sessions whose page went away while something ran that is worth its time: a page that is loaded again goes on with its own. They end when
 * nothing runs any more, or nobody came back.
 */
export class ParkedSessions {
  private readonly away: number;
  private readonly parked = new Map<string, Parked>();
  /** Sessions that end. */
  private readonly ending = new Set<Promise<void>>();

  constructor(away = AWAY) {
    this.away = away;
  }

  /** Keeps a session. False where it has no page, or nothing runs in it that the page would miss. */
  park(session: HostSession): boolean {
    const { page, queue } = session;
    if (page === undefined || this.parked.size >= MOST_PARKED) return false;
    if (!queue.unfinished().some(({ kind }) => kind === 'simulate' || kind === 'export')) return false;
    this.drop(page);
    session.notify = () => undefined;
    const timer = setTimeout(() => this.drop(page, session), this.away);
    this.parked.set(page, { session, timer });
    void session.shot?.journal.flush();
    void queue.idle().then(() => this.drop(page, session));
    return true;
  }

  /** The session that the page left, for it to go on with; undefined where there is none. */
  take(page: string): HostSession | undefined {
    const found = this.parked.get(page);
    if (found === undefined) return undefined;
    clearTimeout(found.timer);
    this.parked.delete(page);
    return found.session;
  }

  /** Ends all of them. */
  async close(): Promise<void> {
    for (const page of [...this.parked.keys()]) this.drop(page);
    await Promise.all(this.ending);
  }

  /** Ends what is parked for the page; with `only`, if it is this one. */
  private drop(page: string, only?: HostSession): void {
    const found = this.parked.get(page)?.session;
    if (found === undefined || (only !== undefined && found !== only)) return;
    this.take(page);
    const end = found.close().finally(() => this.ending.delete(end));
    this.ending.add(end);
  }
}
