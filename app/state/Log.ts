import { CoreError } from '../../src/base/errors.ts';
import { createLogStore, MOST_ENTRIES, type LogEntry, type LogStore } from './logStore.ts';

type Details = Partial<Pick<LogEntry, 'remedy' | 'entity' | 'frame' | 'action' | 'toast'>>;

/** The log of the editor: what the log panel lists and toasts show. */
export class Log {
  readonly store: LogStore = createLogStore();
  private nextId = 1;

  info(message: string, details?: Details): void {
    this.add('info', message, details);
  }

  warn(message: string, details?: Details): void {
    this.add('warning', message, details);
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

  private add(severity: LogEntry['severity'], message: string, details: Details = {}): void {
    const { entries, unread } = this.store.getState();
    const entry: LogEntry = {
      id: this.nextId++,
      at: performance.now() / 1000,
      severity,
      message: message.slice(0, 1).toUpperCase() + message.slice(1),
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
  }
}
