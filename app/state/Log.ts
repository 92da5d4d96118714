import { CoreError } from '../../src/base/errors.ts';
import { createLogStore, MOST_ENTRIES, type LogEntry, type LogStore } from './logStore.ts';

type Details = Partial<Pick<LogEntry, 'subject' | 'remedy' | 'entity' | 'frame' | 'action' | 'toast'>>;

/** The log of the editor: what the log panel lists and toasts show. */
export class Log {
  readonly store: LogStore = createLogStore();
  private nextId = 1;

  /** Gives the entry's id, as all do by which `revise` may be asked for. */
  info(message: string, details?: Details): number {
    return this.add('info', message, details);
  }

  warn(message: string, details?: Details): number {
    return this.add('warning', message, details);
  }

  /** Says an entry anew where it stands, without another message over the window: it has come to be about more. Those that were dropped are left. */
  revise(id: number, message: string, details: Pick<Details, 'remedy' | 'frame'>): void {
    this.store.setState(({ entries }) => ({
      entries: entries.map((entry) => (entry.id === id ? { ...entry, ...details, message: capital(message) } : entry)),
    }));
  }

  /** Says what was tried and why it failed: `could not save: ...`. */
  error(what: string, error: unknown, details: Details = {}): void {
    if (error instanceof CoreError) {
      const where = [error.file, error.place].filter((part) => part !== undefined).join(': ');
      const message = `${what}: ${where === '' ? '' : `${where}: `}${error.message}`;
      this.add('error', message, { remedy: error.remedy, ...details });
    } else this.add('error', `${what}: ${error instanceof Error ? error.message : String(error)}`, details);
  }

  /** A sentence of its own about what went wrong. */
  failure(message: string, details: Details): void {
    this.add('error', message, details);
  }

  markRead(): void {
    this.store.setState({ unread: 0 });
  }

  private add(severity: LogEntry['severity'], message: string, details: Details = {}): number {
    const { entries, unread } = this.store.getState();
    const entry: LogEntry = {
      id: this.nextId++,
      at: performance.timeOrigin + performance.now(),
      severity,
      subject: details.subject ?? 'program',
      message: capital(message),
      remedy: details.remedy,
      entity: details.entity,
      frame: details.frame,
      action: details.action,
      toast: details.toast ?? severity !== 'info',
    };
    this.store.setState({
      entries: [...entries, entry].slice(-MOST_ENTRIES),
      unread: severity === 'info' ? unread : unread + 1,
    });
    return entry.id;
  }
}

function capital(message: string): string {
  return message.slice(0, 1).toUpperCase() + message.slice(1);
}
