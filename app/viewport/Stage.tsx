import { useEffect, useMemo, useRef } from 'react';
import { Canvas, useFrame, useThree } from '@react-three/fiber';
import { WebGLRenderer, type WebGLRendererParameters } from 'three';
import { runCommand } from '../commands/Command.ts';
import { entityMenu } from '../outliner/entityMenu.ts';
import { useSession, type Session } from '../session/Session.ts';
import { ContextMenu } from '../ui/Menu.tsx';
import type { MenuEntry } from '../ui/MenuItems.tsx';
import { useTheme } from '../ui/theme.ts';
import { readViewportColours } from './engine/viewportColours.ts';
import { ViewportEngine, type SeenView } from './engine/ViewportEngine.ts';
import { Pointer } from './tools/Pointer.ts';
import { publishViewport } from './viewportHandle.ts';
import { viewportStore } from './viewportState.ts';

/** The picture: three draws it, a React root of its own holds it. Loaded when the first shot is opened. */
export default function Stage() {
  const software = useMemo(drawsInSoftware, []);
  const session = useSession();
  if (software === undefined) {
    viewportStore(session).setState({ graphics: 'missing' });
    return null;
  }
  return (
    <ContextMenu entries={() => objectMenu(session)}>
      <div className="viewport-stage">
        <Canvas
          flat
          frameloop="demand"
          dpr={software ? 1 : [1, 2]}
          tabIndex={-1}
          gl={({ canvas }) => createRenderer(canvas)}
        >
          <Engine software={software} />
        </Canvas>
      </div>
    </ContextMenu>
  );
}

/** The menu of the object under the pointer, which `Pointer` has selected by then. */
function objectMenu(session: Session): readonly MenuEntry[] {
  const id = session.selection.getState().ids.at(-1);
  const entity = session.document.scene?.entities.find((one) => one.id === id);
  return entity === undefined ? [] : entityMenu(session, entity, () => runCommand(session, 'edit.rename'));
}

/** Pictures are drawn into targets of their own: the screen's needs neither depth nor samples. */
function createRenderer(canvas: WebGLRendererParameters['canvas']): WebGLRenderer {
  const renderer = new WebGLRenderer({ canvas, antialias: false, depth: false, powerPreference: 'high-performance' });
  // Asking a program for its errors waits until it is linked.
  renderer.debug.checkShaderErrors = import.meta.env.DEV;
  return renderer;
}

/** Joins the engine with the canvas. */
function Engine({ software }: { readonly software: boolean }) {
  const session = useSession();
  const gl = useThree((state) => state.gl);
  const invalidate = useThree((state) => state.invalidate);
  const { width, height } = useThree((state) => state.size);
  const pixelRatio = useThree((state) => state.viewport.dpr);
  const engine = useRef<ViewportEngine>(undefined);
  const seen = useRef<SeenView>(undefined);
  const theme = useTheme();

  useEffect(() => {
    const element = gl.domElement;
    const colours = readViewportColours(element);
    const made = new ViewportEngine(session, { colours, software, pixelRatio, invalidate });
    made.rig.instant = matchMedia('(prefers-reduced-motion: reduce)').matches;
    made.prepare(gl);
    if (seen.current !== undefined) made.lookAsBefore(seen.current);
    engine.current = made;
    const pointer = new Pointer(session, made, element);
    const withdraw = publishViewport(session, made, gl);
    const stopWatching = watchContext(session, element, () => made.restore());
    return () => {
      stopWatching();
      withdraw();
      pointer.dispose();
      seen.current = made.seen;
      made.dispose();
      engine.current = undefined;
    };
    // Another theme draws everything with other colours, from the same place.
  }, [session, gl, invalidate, software, pixelRatio, theme]);

  useEffect(() => engine.current?.resize(width, height), [width, height, session, gl, pixelRatio, theme]);
  useFrame(() => engine.current?.render(gl, performance.now()), 1);
  return null;
}

/** Says when the graphics are lost, and draws again when they are back (three puts its resources back by itself). */
function watchContext(session: ReturnType<typeof useSession>, canvas: HTMLElement, back: () => void): () => void {
  const store = viewportStore(session);
  store.setState({ graphics: 'ready' });
  const lost = (event: Event): void => {
    event.preventDefault();
    store.setState({ graphics: 'lost' });
  };
  const restored = (): void => {
    store.setState({ graphics: 'ready' });
    back();
  };
  canvas.addEventListener('webglcontextlost', lost);
  canvas.addEventListener('webglcontextrestored', restored);
  return () => {
    canvas.removeEventListener('webglcontextlost', lost);
    canvas.removeEventListener('webglcontextrestored', restored);
  };
}

/** True where WebGL runs on the processor: fewer samples, smaller shadows. Undefined where there is no WebGL 2. */
function drawsInSoftware(): boolean | undefined {
  const gl = document.createElement('canvas').getContext('webgl2');
  if (gl === null) return undefined;
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const name = String(gl.getParameter(info === null ? gl.RENDERER : info.UNMASKED_RENDERER_WEBGL));
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return /swiftshader|llvmpipe|software|basic render/i.test(name);
}
