import type { IpcMain, IpcMainEvent, IpcMainInvokeEvent } from 'electron';
import type { z } from 'zod';
import { isAppUrl } from './origin.ts';

/**
 * Receives requests and notifications of the preload script. Messages from any frame but the editor's own page are rejected, and so are arguments
 * that do not match their schema: handlers see validated values only.
 */
export class IpcRouter {
  private readonly ipc: IpcMain;

  constructor(ipc: IpcMain) {
    this.ipc = ipc;
  }

  /** Handles requests on `channel`. The page's promise rejects for a rejected message. */
  handle<S extends z.ZodTuple>(
    channel: string,
    schema: S,
    answer: (args: z.output<S>, event: IpcMainInvokeEvent) => unknown,
  ): void {
    this.ipc.handle(channel, (event, ...data: unknown[]) => {
      if (!isFromEditor(event)) throw new Error(`${channel} is for the editor only`);
      const args = schema.safeParse(data);
      if (!args.success) throw new Error(`${channel} was called with malformed arguments`);
      return answer(args.data, event);
    });
  }

  /** Listens to notifications on `channel`. Rejected messages are dropped. */
  on<S extends z.ZodTuple>(
    channel: string,
    schema: S,
    receive: (args: z.output<S>, event: IpcMainEvent) => void,
  ): void {
    this.ipc.on(channel, (event, ...data: unknown[]) => {
      if (!isFromEditor(event)) return;
      const args = schema.safeParse(data);
      if (args.success) receive(args.data, event);
    });
  }
}

/** Returns whether a message comes from the main frame of a page that the app protocol served. */
export function isFromEditor({ senderFrame }: Pick<IpcMainEvent, 'senderFrame'>): boolean {
  return senderFrame !== null && senderFrame.parent === null && isAppUrl(senderFrame.url);
}
