import { useCommandKeys } from './commands/useKeymap.ts';
import { Overlays } from './shell/Overlays.tsx';
import { Toaster } from './shell/Toaster.tsx';
import { Workbench } from './shell/Workbench.tsx';
import { StartPage } from './start/StartPage.tsx';
import { useDocument } from './session/Session.ts';
import { TooltipProvider } from './ui/Tooltip.tsx';
import { useEffect } from 'react';
import { fileName } from './shell/fileName.ts';

const PROGRAM = 'Ductile';

/** Puts the shot on the tab or the window, so that several are told apart: with a dot where it is not saved. */
function useWindowTitle(): void {
  const title = useDocument(({ open }) => {
    if (open === undefined) return PROGRAM;
    const mark = open.scene === open.saved ? '' : '• ';
    return `${mark}${open.scene.name || fileName(open.path)} — ${PROGRAM}`;
  });
  useEffect(() => {
    document.title = title;
  }, [title]);
}

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
