import { useEffect, useRef } from 'react';
import { sidesOf, plainLength } from '../../tasks/import/fileUnits.ts';
import { FIGURE, MeshScene, scaleFor, type ShownMesh } from './MeshScene.ts';

interface MeshPictureProps {
  readonly shown: ShownMesh | undefined;
  /** Counts what asks for the whole mesh in sight. */
  readonly framed: number;
}

/** The mesh of a new shot: drag turns it, the wheel comes closer. */
export function MeshPicture({ shown, framed }: MeshPictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const scene = useRef<MeshScene>(undefined);
  const before = useRef('');
  useEffect(() => {
    const element = canvas.current!;
    const made = new MeshScene(element);
    scene.current = made;
    const observer = new ResizeObserver(() => made.resize(element.clientWidth, element.clientHeight));
    observer.observe(element);
    return () => {
      observer.disconnect();
      made.dispose();
      scene.current = undefined;
    };
  }, []);
  useEffect(() => {
    if (shown === undefined) return;
    const stands = [...shown.box, shown.surface.triangles.length].join(' ');
    scene.current?.show(shown, stands !== before.current);
    before.current = stands;
  }, [shown]);
  useEffect(() => {
    if (shown !== undefined && framed > 0) scene.current?.frame(shown.box);
  }, [framed]);
  const sides = shown === undefined ? undefined : sidesOf(shown.box);
  const scale = sides === undefined ? undefined : scaleFor(Math.max(...sides));
  return (
    <div className="mesh-picture">
      <canvas
        ref={canvas}
        role="img"
        aria-label="The mesh, with the box around it"
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={(event) => {
          if (event.buttons !== 0) scene.current?.orbit(event.movementX, event.movementY);
        }}
        onWheel={(event) => scene.current?.zoom(event.deltaY)}
      />
      {sides !== undefined && (
        <p className="mesh-picture-sides mono">
          {sides.map((side, axis) => (
            <span key={axis} data-axis={'xyz'[axis]}>
              {'XYZ'[axis]} {plainLength(side)}
            </span>
          ))}
          {scale !== undefined && (
            <span className="mesh-picture-scale">
              {scale.what === 'figure'
                ? `${(sides[1] / FIGURE).toPrecision(2)} × as tall as the 1.8 m figure`
                : 'beside a hand of 18 cm'}
            </span>
          )}
        </p>
      )}
    </div>
  );
}
