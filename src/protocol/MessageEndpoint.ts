/**
 * One end of a connection that delivers structured clones of messages in order. What arrives is whatever the other side sent:
 * the receiver validates it.
 */
export interface MessageEndpoint {
  /** Sends a message; buffers in `transfer` move to the other side where the connection can move them. Nothing is sent once closed. */
  post(message: unknown, transfer?: readonly ArrayBuffer[]): void;
  /** Sets the receiver of messages. Those that arrived before are delivered now. */
  onMessage(receive: (message: unknown) => void): void;
  /** Sets what is called once when either side closes. */
  onClose(closed: () => void): void;
  /** Ends the connection for both sides; may be called twice. */
  close(): void;
}
