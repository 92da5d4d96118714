import type { MessageEndpoint } from './MessageEndpoint.ts';

/** The two ends of a connection inside one thread. Messages are cloned as between processes and arrive later, in order. */
export function memoryEndpoints(): [MessageEndpoint, MessageEndpoint] {
  const a = new MemoryEndpoint();
  const b = new MemoryEndpoint();
  a.other = b;
  b.other = a;
  return [a, b];
}

class MemoryEndpoint implements MessageEndpoint {
  other: MemoryEndpoint | undefined;
  private readonly waiting: unknown[] = [];
  private receive: ((message: unknown) => void) | undefined;
  private closed: (() => void) | undefined;

  post(message: unknown, transfer: readonly ArrayBuffer[] = []): void {
    const clone: unknown = structuredClone(message, { transfer: [...transfer] });
    const { other } = this;
    queueMicrotask(() => other?.deliver(clone));
  }

  onMessage(receive: (message: unknown) => void): void {
    this.receive = receive;
    for (const message of this.waiting.splice(0)) receive(message);
  }

  onClose(closed: () => void): void {
    this.closed = closed;
  }

  close(): void {
    const { other } = this;
    if (other === undefined) return;
    this.other = undefined;
    other.other = undefined;
    for (const end of [this, other]) queueMicrotask(() => end.closed?.());
  }

  private deliver(message: unknown): void {
    if (this.receive === undefined) this.waiting.push(message);
    else this.receive(message);
  }
}
