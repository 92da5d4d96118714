import { lazy, Suspense } from 'react';
import './viewport.css';

const Stage = lazy(() => import('./Stage.tsx'));
const Overlays = lazy(() =>
  import('./overlays/Overlays.tsx').then(({ Overlays: component }) => ({ default: component })),
);

/** The shot as it looks at the playhead, and the tools to work on it. */
export function Viewport() {
  return (
    <section className="viewport" aria-label="Viewport" tabIndex={-1}>
      <Suspense>
        <Stage />
        <Overlays />
      </Suspense>
    </section>
  );
}
