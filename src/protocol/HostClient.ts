import type { z } from 'zod';
import { CoreError } from '../base/errors.ts';
import type { MessageEndpoint } from './MessageEndpoint.ts';
import { hostMessage, PROTOCOL_VERSION, type HostMessage } from './messages.ts';
import { isNotificationName, notifications, type NotificationName, type NotificationParams } from './notifications.ts';
import { requests, type RequestInput, type RequestName, type RequestResult } from './requests.ts';
import { fromWireError } from './wireError.ts';

interface PendingCall {
  readonly name: RequestName;
  settle(result: unknown): void;
  fail(error: CoreError): void;
}

/** Warnings that are kept for the first who listens. */
const MOST_EARLY = 100;

type Handlers = { [N in NotificationName]: Set<(params: NotificationParams<N>) => void> };

/** The client's side of a connection with a simulation host. Results and notifications are validated as they arrive. */
export class HostClient {
  private readonly endpoint: MessageEndpoint;
  private readonly pending = new Map<number, PendingCall>();
  private readonly handlers: Handlers = {
    jobProgress: new Set(),
    frameDone: new Set(),
    jobEnded: new Set(),
    framesChanged: new Set(),
    sampleChanged: new Set(),
    warning: new Set(),
  };
  /** Warnings that came before anybody listened, which is right after the handshake: the first handler gets them. */
  private readonly early: NotificationParams<'warning'>[] = [];
  private nextId = 1;
  private closed = false;

  private constructor(endpoint: MessageEndpoint) {
    this.endpoint = endpoint;
    endpoint.onClose(() => this.endCalls());
    endpoint.onMessage((message) => this.receive(message));
  }

  /** Shakes hands; `page` as in `hello`. Throws `usage` where the host speaks another version. */
  static async connect(endpoint: MessageEndpoint, client: string, page?: string): Promise<HostClient> {
    const connection = new HostClient(endpoint);
    await connection.call('hello', { version: PROTOCOL_VERSION, client, page });
    return connection;
  }

  /** Asks and gives the answer. Rejects with a `CoreError`: the host's, or `internal` for a lost connection or a malformed answer. */
  call<N extends RequestName>(name: N, params: RequestInput<N>): Promise<RequestResult<N>> {
    if (this.closed) return Promise.reject(lostConnection());
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      this.endpoint.post({ kind: 'request', id, name, params });
      this.pending.set(id, { name, settle: (result) => resolve(result as RequestResult<N>), fail: reject });
    });
  }

  /** Calls `handler` for every notification of that name. Gives what ends it. */
  on<N extends NotificationName>(name: N, handler: (params: NotificationParams<N>) => void): () => void {
    this.handlers[name].add(handler);
    if (name === 'warning') for (const params of this.early.splice(0)) this.dispatch('warning', params);
    return () => this.handlers[name].delete(handler);
  }

  close(): void {
    this.endpoint.close();
  }

  private receive(data: unknown): void {
    const message = hostMessage.safeParse(data);
    if (!message.success) this.warn('a message of the simulation host was malformed and is ignored');
    else if (message.data.kind === 'notification') this.notify(message.data.name, message.data.params);
    else this.answer(message.data);
  }

  private answer(message: Exclude<HostMessage, { kind: 'notification' }>): void {
    const call = this.pending.get(message.id);
    if (call === undefined) return;
    this.pending.delete(message.id);
    if (message.kind === 'error') {
      call.fail(fromWireError(message.error));
      return;
    }
    const schema: z.ZodType = requests[call.name].result;
    const result = schema.safeParse(message.result);
    if (result.success) call.settle(result.data);
    else call.fail(new CoreError('internal', `the answer to '${call.name}' is malformed`, { cause: result.error }));
  }

  private notify(name: string, params: unknown): void {
    if (!isNotificationName(name)) {
      this.warn(`the simulation host says '${name}', which is not known here`);
      return;
    }
    this.dispatch(name, params);
  }

  private dispatch<N extends NotificationName>(name: N, params: unknown): void {
    const schema: z.ZodType = notifications[name];
    const parsed = schema.safeParse(params);
    if (!parsed.success) this.warn(`a '${name}' of the simulation host was malformed and is ignored`);
    else if (name === 'warning') this.warn((parsed.data as NotificationParams<'warning'>).message);
    else for (const handler of this.handlers[name]) handler(parsed.data as NotificationParams<N>);
  }

  private warn(message: string): void {
    if (this.handlers.warning.size === 0 && this.early.length < MOST_EARLY) this.early.push({ message });
    for (const handler of this.handlers.warning) handler({ message });
  }

  private endCalls(): void {
    this.closed = true;
    for (const call of this.pending.values()) call.fail(lostConnection());
    this.pending.clear();
  }
}

function lostConnection(): CoreError {
  return new CoreError('internal', 'the connection to the simulation host is closed', {
    remedy: 'Restart the simulation process: the document and all finished frames are kept.',
  });
}
