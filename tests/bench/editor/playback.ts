import type { DevToolsPage } from './DevToolsPage.ts';

declare global {
  interface Window {
    playback: {
      shown: number;
      dropped: number;
      readonly requests: { asked: number; answered: number; refused: number };
    };
  }
}

/** Counts the frames that are shown and the requests for frames. */
export function watchRequests(): void {
  const { frameSource, connection, timeline } = window.probe.session();
  const requests = { asked: 0, answered: 0, refused: 0 };
  window.playback = { shown: 0, dropped: 0, requests };
  frameSource.store.subscribe((now, before) => {
    if (now.shown !== undefined && now.shown !== before.shown) window.playback.shown++;
  });
  timeline.subscribe((now, before) => {
    if (now.dropped > before.dropped) window.playback.dropped += now.dropped - before.dropped;
  });
  const call = connection.call.bind(connection);
  const counted: typeof connection.call = (name, params) => {
    const answer = call(name, params);
    if (name === 'frame') {
      requests.asked++;
      answer.then(
        () => requests.answered++,
        () => requests.refused++,
      );
    }
    return answer;
  };
  Object.assign(connection, { call: counted });
}

/** Plays in a loop until so many frames were shown. Gives how many were dropped. */
export async function play(page: DevToolsPage, frames: number): Promise<number> {
  await page.run(() => {
    Object.assign(window.playback, { shown: 0, dropped: 0 });
    window.probe.session().timeline.setState({ playing: true, loop: 'loop', playMode: 'real-time', direction: 1 });
  });
  await page.until((wanted: number) => window.playback.shown >= wanted, frames);
  return page.run(() => {
    window.probe.session().timeline.setState({ playing: false });
    return window.playback.dropped;
  });
}
