import { useEffect, type CSSProperties } from 'react';
import { toast, Toaster as Sonner } from 'sonner';
import { keysOfWithdrawn, runCommand } from '../commands/Command.ts';
import type { LogAction, LogEntry } from '../state/logStore.ts';
import { useSession, useView, type Session } from '../session/Session.ts';
import { useDock } from '../timeline/dockStore.ts';
import { useTheme } from '../ui/theme.ts';
import { goTo } from '../commands/goTo.ts';
import { useToastRoom } from './useToastRoom.ts';

/** Milliseconds that a toast stays; those that ask for something stay longer. */
const SHORT = 5000;
const LONG = 12000;

/** Shows new entries of the log for a moment, with what can be done about them. */
export function Toaster() {
  const session = useSession();
  const theme = useTheme();
  const { width, right, bottom } = useToastRoom();
  useEffect(() => {
    let last = session.log.store.getState().entries.at(-1)?.id ?? 0;
    return session.log.store.subscribe(({ entries }) => {
      for (const entry of entries) {
        if (entry.id <= last) continue;
        last = entry.id;
        if (entry.toast) show(session, entry);
      }
    });
  }, [session]);
  useEffect(
    () =>
      session.document.store.subscribe((now, before) => {
        // What is said of a shot, and what can be undone in it, ends with it.
        if (before.open !== undefined && now.open?.path !== before.open.path) toast.dismiss();
      }),
    [session],
  );
  useEffect(() => {
    const dismissWithdrawn = () => {
      for (const id of keysOfWithdrawn(session, offers)) toast.dismiss(id);
    };
    const ends = [session.jobs.subscribe(dismissWithdrawn), session.document.store.subscribe(dismissWithdrawn)];
    return () => {
      for (const end of ends) end();
    };
  }, [session]);
  // The panel says all that the message of a failed frame does; why frames are stale is read where messages lie.
  const explained = useView(({ task }) => task === 'failure');
  const asked = useDock((state) => state.explained !== undefined);
  useEffect(() => {
    if (explained || asked) toast.dismiss();
  }, [explained, asked]);
  return (
    <Sonner
      theme={theme}
      position="bottom-right"
      offset={{ bottom, right }}
      mobileOffset={{ bottom, right, left: `calc(100% - ${right + width}px)` }}
      style={{ '--width': `${width}px` } as CSSProperties}
      gap={8}
      visibleToasts={3}
      toastOptions={{ className: 'toast', unstyled: true }}
      containerAriaLabel="Messages"
    />
  );
}

/** What toasts on the screen offer, by the id of the toast: a message goes when a simulation begins or ends, or an edit is made, and its action is offered no more. */
const offers = new Map<string | number, LogAction>();

function show(session: Session, entry: LogEntry): void {
  const { severity, message, remedy, action, entity, frame } = entry;
  const tell = severity === 'error' ? toast.error : severity === 'warning' ? toast.warning : toast.info;
  const canGo = entity !== undefined || frame !== undefined;
  const offered =
    action === undefined
      ? canGo
        ? { label: 'Go to', onClick: () => goTo(session, entry) }
        : undefined
      : { label: action.label, onClick: () => runCommand(session, action.command) };
  const id = tell(unbroken(message), {
    description: remedy === undefined ? undefined : unbroken(remedy),
    duration: offered === undefined && severity === 'info' ? SHORT : LONG,
    action: offered,
    cancel: severity === 'info' ? undefined : { label: 'Log', onClick: () => runCommand(session, 'help.log') },
    onDismiss: ({ id: gone }) => offers.delete(gone),
    onAutoClose: ({ id: gone }) => offers.delete(gone),
  });
  if (action !== undefined) offers.set(id, action);
}

/** A number stays on the line of its unit. */
function unbroken(text: string): string {
  return text.replace(/(\d) (?=(?:%|[mkcµ]?m|k?g|m?s|[kM]?Pa)(?:[^\p{L}\d]|$))/gu, '$1\u00a0');
}
