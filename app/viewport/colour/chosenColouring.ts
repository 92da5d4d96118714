import { useStore } from 'zustand';
import { useSession, useView, type Session } from '../../session/Session.ts';
import { colouringOf, colouringsOf, type ColouringInfo } from './colourings.ts';

/** The colouring that the view has chosen, as the streams of the shot declare it. */
export function chosenColouring({ view, frameSource }: Pick<Session, 'view' | 'frameSource'>): ColouringInfo {
  return colouringOf(frameSource.store.getState().statics, view.getState().colouring);
}

/** Returns `chosenColouring` in a component. */
export function useColouring(): ColouringInfo {
  const { frameSource } = useSession();
  const name = useView((state) => state.colouring);
  return useStore(frameSource.store, ({ statics }) => colouringOf(statics, name));
}

/** What the shot offers. */
export function useColourings(): readonly ColouringInfo[] {
  const { frameSource } = useSession();
  return useStore(frameSource.store, ({ statics }) => colouringsOf(statics));
}
