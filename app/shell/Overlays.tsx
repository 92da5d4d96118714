import { lazy, Suspense } from 'react';
import { NewShotSheet } from '../start/NewShotSheet.tsx';
import { useSession, useShell } from '../session/Session.ts';
import { FileSheet } from './FileSheet.tsx';
import { GuideSheet } from './GuideSheet.tsx';

const CommandPalette = lazy(() =>
  import('./CommandPalette.tsx').then((module) => ({ default: module.CommandPalette })),
);
const KeymapSheet = lazy(() => import('./KeymapSheet.tsx').then((module) => ({ default: module.KeymapSheet })));
const SettingsSheet = lazy(() => import('./SettingsSheet.tsx').then((module) => ({ default: module.SettingsSheet })));
const ManualSheet = lazy(() => import('./ManualSheet.tsx').then((module) => ({ default: module.ManualSheet })));

/** What is laid over the window: one thing at a time. */
export function Overlays() {
  const { shell } = useSession();
  const overlay = useShell((state) => state.overlay);
  const close = () => {
    // Another one may have taken its place meanwhile.
    if (shell.getState().overlay === overlay) shell.setState({ overlay: undefined });
  };
  if (overlay === undefined) return null;
  return (
    <Suspense>
      {overlay.kind === 'palette' && <CommandPalette onClose={close} />}
      {overlay.kind === 'keymap' && <KeymapSheet onClose={close} />}
      {overlay.kind === 'settings' && <SettingsSheet onClose={close} />}
      {overlay.kind === 'guide' && <GuideSheet onClose={close} />}
      {overlay.kind === 'manual' && <ManualSheet onClose={close} />}
      {overlay.kind === 'new-shot' && (
        <NewShotSheet key={overlay.settings?.mesh} given={overlay.settings} onClose={close} />
      )}
      {overlay.kind === 'files' && <FileSheet request={overlay.request} onClose={close} />}
    </Suspense>
  );
}
