/** What is known of a socket here. */
export interface RoomSocket {
  once(event: 'close', listener: () => void): unknown;
  destroy(): unknown;
}

/**
 * A bounded number of sockets. Whoever comes is let in; where there are too many, the one that came first among those that have not shown the
 * session of an editor goes: slow or silent connections never keep an editor out. Where all have shown it, the newcomer goes.
 */
export class SocketRoom {
  private readonly most: number;
  private readonly all = new Set<RoomSocket>();
  /** Unidentified sockets in the order in which they came. */
  private readonly strangers = new Set<RoomSocket>();

  constructor(most: number) {
    this.most = most;
  }

  enter(socket: RoomSocket): void {
    this.all.add(socket);
    this.strangers.add(socket);
    socket.once('close', () => this.leave(socket));
    if (this.all.size <= this.most) return;
    const [first] = this.strangers;
    this.leave(first);
    first.destroy();
  }

  /** The socket belongs to an editor. */
  admit(socket: RoomSocket): void {
    this.strangers.delete(socket);
  }

  private leave(socket: RoomSocket): void {
    this.all.delete(socket);
    this.strangers.delete(socket);
  }
}
