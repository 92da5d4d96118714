import type { Session } from '../../session/Session.ts';

/** Whether a mesh file may hold a motion: a glTF file, or one of a numbered sequence. */
export function mayMove(path: string): boolean {
  return /\.(?:gltf|glb)$/i.test(path) || /\d\.(?:obj|ply)(?:\.gz)?$/i.test(path);
}

/** Goes on to the panel that imports the file as animated geometry. */
export function importMotion(session: Session, path: string): void {
  session.shell.setState({ droppedAnimation: path });
  session.view.setState({ task: 'animation' });
}
