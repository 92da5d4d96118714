import { lazy, Suspense } from 'react';
import './viewport.css';

const Stage = lazy(() => import('./Stage.tsx'));

/** The shot as it looks at the playhead, and the tools to work on it. */
export function Viewport() {
  return (
    <section className="viewport" aria-label="Viewport">
      <Suspense>
        <Stage />
      </Suspense>
    </section>
  );
}
