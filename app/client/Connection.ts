import { HostClient } from '../../src/protocol/HostClient.ts';
import type { MessageEndpoint } from '../../src/protocol/MessageEndpoint.ts';
import type { NotificationName, NotificationParams } from '../../src/protocol/notifications.ts';
import type { RequestInput, RequestName, RequestResult } from '../../src/protocol/requests.ts';
import { CoreError } from '../../src/base/errors.ts';
import type { ConnectionState } from '../state/programStore.ts';

/** Opens a new connection with a simulation host; rejects while there is none. */
export type OpenEndpoint = () => Promise<MessageEndpoint>;

/** Has the process of the host restarted. */
export interface HostRestart {
  /** Finds out, from a host that answers, whom to ask. Never throws. */
  learn(): Promise<void>;
  /** Throws `internal` where nobody takes the wish. */
  ask(): Promise<void>;
}

export interface ConnectionOptions {
  /** Identifier by which the host recognises this page after a reload (see `hello`). */
  readonly page?: string;
  readonly restart?: HostRestart;
}

/** Milliseconds between two attempts to connect again. */
const RETRY_DELAYS = [100, 200, 400, 800, 1500, 3000];

/**
 * A connection that comes back: when the host dies, it is opened again and `onConnected` sets the new host up (opens the shot, sends
 * the document). Calls that were under way reject; handlers of notifications stay.
 */
export class Connection {
  private readonly open: OpenEndpoint;
  private readonly onState: (state: ConnectionState) => void;
  private readonly options: ConnectionOptions;
  private readonly handlers: { name: NotificationName; subscribe: (client: HostClient) => () => void }[] = [];
  private client: HostClient | undefined;
  /** A new host that is being set up; undefined once it is there, or lost again. */
  private coming: Promise<HostClient | undefined> | undefined;
  private ended = false;
  /** Ends the present wait between two attempts. */
  private wake: () => void = () => undefined;
  private setUp: (client: HostClient) => Promise<void> = () => Promise.resolve();

  constructor(open: OpenEndpoint, onState: (state: ConnectionState) => void, options: ConnectionOptions = {}) {
    this.open = open;
    this.onState = onState;
    this.options = options;
  }

  /** Sets what is done with every new host before anybody else may call it. */
  onConnected(setUp: (client: HostClient) => Promise<void>): void {
    this.setUp = setUp;
  }

  /** Connects, trying until it succeeds or `close` is called. */
  async connect(): Promise<void> {
    this.onState({ kind: 'connecting' });
    await this.tryUntilConnected('it does not answer');
  }

  /**
   * Calls the host as `HostClient.call` does; waits for a host that is being set up, because controls may be clicked before it is ready, and rejects at once with `internal` while the connection is
   * lost.
   */
  async call<N extends RequestName>(name: N, params: RequestInput<N>): Promise<RequestResult<N>> {
    const client = this.client ?? (await this.coming);
    if (client !== undefined) return client.call(name, params);
    throw new CoreError('internal', 'the simulation process is not running', {
      remedy: 'It is being restarted, and nothing is lost. Try again in a moment.',
    });
  }

  /** Subscribes as `HostClient.on` does, to this host and to those after it. */
  on<N extends NotificationName>(name: N, handler: (params: NotificationParams<N>) => void): void {
    const subscribe = (client: HostClient) => client.on(name, handler);
    this.handlers.push({ name, subscribe });
    if (this.client !== undefined) subscribe(this.client);
  }

  /** Looks for a host now instead of after the present wait. */
  retry(): void {
    this.wake();
  }

  /** Has this host end, e.g. because it hangs, and looks for the next one. Throws what `HostRestart.ask` throws. */
  async restart(): Promise<void> {
    await this.options.restart?.ask();
    const { client } = this;
    this.lose('it was restarted on request');
    client?.close();
  }

  close(): void {
    this.ended = true;
    this.client?.close();
  }

  private async tryUntilConnected(firstReason: string): Promise<void> {
    let reason = firstReason;
    for (let attempt = 1; !this.ended; attempt++) {
      try {
        await this.connectOnce();
        return;
      } catch (error) {
        reason = error instanceof Error ? error.message : String(error);
        this.onState({ kind: 'lost', attempt, reason });
        await this.wait(RETRY_DELAYS[Math.min(attempt, RETRY_DELAYS.length) - 1]);
      }
    }
  }

  private wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private async connectOnce(): Promise<void> {
    const endpoint = await this.open();
    const client: HostClient = await HostClient.connect(
      watched(endpoint, () => {
        if (this.client === client) this.lose('the simulation process ended');
      }),
      'ductile editor',
      this.options.page,
    );
    for (const { subscribe } of this.handlers) subscribe(client);
    const setUp = this.setUp(client);
    this.coming = setUp.then(
      () => client,
      () => undefined,
    );
    try {
      await setUp;
    } finally {
      this.coming = undefined;
    }
    // A host that hangs later can no longer say how.
    void this.options.restart?.learn();
    this.client = client;
    this.onState({ kind: 'connected' });
  }

  private lose(reason: string): void {
    if (this.client === undefined) return;
    this.client = undefined;
    if (this.ended) return;
    this.onState({ kind: 'lost', attempt: 0, reason });
    void this.tryUntilConnected(reason);
  }
}

/** The endpoint, with a second listener for its end. */
function watched(endpoint: MessageEndpoint, closed: () => void): MessageEndpoint {
  return {
    post: (message, transfer) => endpoint.post(message, transfer),
    onMessage: (receive) => endpoint.onMessage(receive),
    onClose: (inner) =>
      endpoint.onClose(() => {
        inner();
        closed();
      }),
    close: () => endpoint.close(),
  };
}
