import type { IpcMain, IpcMainEvent, IpcMainInvokeEvent } from 'electron';
import type { z } from 'zod';
import { isAppUrl } from './origin.ts';

/**
 * Receives what the preload script asks and tells. Messages of any frame but the editor's own page are refused, and so are arguments
 * that do not fit their schema: the handler sees validated values only.
 */
export class IpcRouter {
  private readonly ipc: IpcMain;

  constructor(ipc: IpcMain) {
    this.ipc = ipc;
  }

  /** Answers `channel`. The page's promise rejects for a refused message. */
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

  /** Listens to `channel`. Refused messages are dropped. */
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

/** True for messages of the main frame of a page that the app protocol served. */
export function isFromEditor({ senderFrame }: Pick<IpcMainEvent, 'senderFrame'>): boolean {
  return senderFrame !== null && senderFrame.parent === null && isAppUrl(senderFrame.url);
}
