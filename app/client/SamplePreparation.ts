import type { SamplesStore } from '../state/samplesStore.ts';
import type { Connection } from './Connection.ts';

/** Time for which the order must stand before the host is told, ms: a wheel that turns asks for nothing. */
const SETTLE = 400;

/** Has frames of samples made while the start page is looked at, and keeps the store what the host says of them. */
export class SamplePreparation {
  private readonly connection: Pick<Connection, 'call' | 'on'>;
  private readonly store: SamplesStore;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private told = '';

  constructor(connection: Pick<Connection, 'call' | 'on'>, store: SamplesStore) {
    this.connection = connection;
    this.store = store;
    connection.on('sampleChanged', (state) =>
      store.setState(({ states }) => ({ states: new Map(states).set(state.template, state) })),
    );
  }

  /** Asks anew: the shelf may have changed while nobody looked. */
  async refresh(): Promise<void> {
    const { samples } = await this.connection.call('sampleStates', {});
    this.store.setState({ states: new Map(samples.map((state) => [state.template, state])) });
  }

  /** The samples in the order in which they are looked at. */
  want(order: readonly string[]): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.tell(order), SETTLE);
  }

  /** Nobody looks any more. */
  stop(): void {
    clearTimeout(this.timer);
    if (this.told !== '') this.tell([]);
  }

  private tell(order: readonly string[]): void {
    const text = order.join(' ');
    if (text === this.told) return;
    this.told = text;
    // Without a host there is nothing to prepare.
    this.connection.call('prepareSamples', { order: [...order] }).catch(() => (this.told = ''));
  }
}
