import { useCommandKeys } from './commands/useKeymap.ts';
import { Overlays } from './shell/Overlays.tsx';
import { Toaster } from './shell/Toaster.tsx';
import { useWindowTitle } from './shell/useWindowTitle.ts';
import { Workbench } from './shell/Workbench.tsx';
import { StartPage } from './start/StartPage.tsx';
import { useDocument } from './session/Session.ts';
import { TooltipProvider } from './ui/Tooltip.tsx';

export function App() {
  const open = useDocument((state) => state.open !== undefined);
  useCommandKeys();
  useWindowTitle();
  return (
    <TooltipProvider>
      {open ? <Workbench /> : <StartPage />}
      <Overlays />
      <Toaster />
    </TooltipProvider>
  );
}
