import { PlugZap } from 'lucide-react';
import { useProgram, useSession } from '../session/Session.ts';
import { Button } from '../ui/Button.tsx';

/** Says why there is no simulation process, while there is none. Editing goes on. */
export function ConnectionBanner() {
  const { connection } = useSession();
  const state = useProgram((program) => program.connection);
  const known = useProgram((program) => program.catalogue !== undefined);
  if (state.kind !== 'lost' || !known) return null;
  return (
    <div className="connection-banner" role="status">
      <PlugZap aria-hidden />
      <span>
        <strong>{capital(state.reason)}.</strong> It is being restarted
        {state.attempt > 1 ? ` (attempt ${state.attempt})` : ''}. Your edits are safe: you can continue working.
      </span>
      <Button size="small" onClick={() => connection.retry()}>
        Try now
      </Button>
    </div>
  );
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
