import type { z } from 'zod';
import { CoreError } from '../base/errors.ts';
import type { MessageEndpoint } from '../protocol/MessageEndpoint.ts';
import { requestMessage } from '../protocol/messages.ts';
import type { NotificationName, NotificationParams } from '../protocol/notifications.ts';
import { isRequestName, requests, type RequestName, type RequestParams } from '../protocol/requests.ts';
import { toWireError } from '../protocol/wireError.ts';
import { animationHandlers } from './handlers/animationHandlers.ts';
import { frameHandlers } from './handlers/frameHandlers.ts';
import type { Handlers } from './handlers/Handlers.ts';
import { jobHandlers } from './handlers/jobHandlers.ts';
import { meshHandlers } from './handlers/meshHandlers.ts';
import { programHandlers } from './handlers/programHandlers.ts';
import { sampleHandlers } from './handlers/sampleHandlers.ts';
import { shotHandlers } from './handlers/shotHandlers.ts';
import { HostSession, type HostSessionOptions } from './session/HostSession.ts';
import type { ParkedSessions } from './session/ParkedSessions.ts';

export interface SimulationHostOptions extends HostSessionOptions {
  /** Sessions that wait for their page to be loaded again; left out, sessions end with their connection. */
  readonly parked?: ParkedSessions;
}

/**
 * Serves one client. Nothing that takes long is done in this thread: jobs run in threads of their own, so that frames are served and
 * cancels are heard while the solver works. No message, whatever it holds, ends the host.
 */
export class SimulationHost {
  private readonly endpoint: MessageEndpoint;
  private readonly parked: ParkedSessions | undefined;
  private session: HostSession;
  private handlers: Handlers;
  private closed = false;
  private left: Promise<void> = Promise.resolve();

  constructor(endpoint: MessageEndpoint, options: SimulationHostOptions = {}) {
    this.endpoint = endpoint;
    this.session = new HostSession(options, (name, params) => this.notify(name, params));
    this.handlers = handlersOf(this.session);
    this.parked = options.parked;
    endpoint.onClose(() => void this.leave());
    endpoint.onMessage((message) => void this.receive(message));
  }

  /** Cancels what runs, waits for its end and closes the connection. Unsaved edits are journaled. */
  async close(): Promise<void> {
    this.closed = true;
    this.endpoint.close();
    await this.session.close();
  }

  /** The client is gone: as `close`, unless its page may come back to what runs. Resolves once it is so. */
  leave(): Promise<void> {
    if (this.closed) return this.left;
    if (this.parked?.park(this.session) === true) this.closed = true;
    else this.left = this.close();
    return this.left;
  }

  /** The page says who it is: it goes on with the session that it left. */
  private meet(page: string | undefined): void {
    if (this.session.greeted || page === undefined) return;
    const left = this.parked?.take(page);
    if (left !== undefined) {
      void this.session.close();
      this.session = left;
      this.handlers = handlersOf(left);
      left.notify = (name, params) => this.notify(name, params);
    }
    this.session.page = page;
  }

  private async receive(data: unknown): Promise<void> {
    const message = requestMessage.safeParse(data);
    if (!message.success) {
      this.notify('warning', { message: 'a message that is no request was ignored' });
      return;
    }
    const { id, name, params } = message.data;
    try {
      const result = await this.answer(name, params);
      this.post({ kind: 'result', id, result }, ownBuffers(result));
    } catch (error) {
      this.post({ kind: 'error', id, error: toWireError(error) });
    }
  }

  private answer(name: string, params: unknown): unknown {
    if (!isRequestName(name)) {
      throw new CoreError('usage', `there is no request '${name}'`, {
        remedy: `Use one of: ${Object.keys(requests).join(', ')}.`,
      });
    }
    if (!this.session.greeted && name !== 'hello') {
      throw new CoreError('usage', `'${name}' came before 'hello'`, { remedy: 'Say hello first.' });
    }
    return this.handle(name, params);
  }

  private handle<N extends RequestName>(name: N, data: unknown): unknown {
    const schema: z.ZodType = requests[name].params;
    const params = schema.safeParse(data);
    if (params.success && name === 'hello') this.meet((params.data as RequestParams<'hello'>).page);
    if (params.success) return this.handlers[name](params.data as RequestParams<N>);
    const [issue] = params.error.issues;
    throw new CoreError('usage', `the parameters of '${name}' are malformed: ${issue.message}`, {
      place: issue.path.map(String).join('.'),
      remedy: 'Editor and simulation process may be of different versions: restart the program.',
    });
  }

  private notify<N extends NotificationName>(name: N, params: NotificationParams<N>): void {
    if (this.session.greeted) this.post({ kind: 'notification', name, params });
  }

  private post(message: unknown, transfer: readonly ArrayBuffer[] = []): void {
    if (!this.closed) this.endpoint.post(message, transfer);
  }
}

function handlersOf(session: HostSession): Handlers {
  return {
    ...programHandlers(session),
    ...sampleHandlers(session),
    ...shotHandlers(session),
    ...jobHandlers(session),
    ...frameHandlers(session),
    ...meshHandlers(session),
    ...animationHandlers(session),
  };
}

/** Buffers of an answer that nobody else uses, so that they can move instead of being copied. */
function ownBuffers(result: unknown): ArrayBuffer[] {
  const bytes = (result as { bytes?: unknown } | undefined)?.bytes;
  if (!(bytes instanceof Uint8Array) || !(bytes.buffer instanceof ArrayBuffer)) return [];
  return bytes.byteLength === bytes.buffer.byteLength ? [bytes.buffer] : [];
}
