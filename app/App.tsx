import { StartPage } from './start/StartPage.tsx';
import { Workbench } from './shell/Workbench.tsx';
import { useDocument } from './state/Session.ts';

export function App() {
  const open = useDocument((state) => state.open !== undefined);
  return open ? <Workbench /> : <StartPage />;
}
