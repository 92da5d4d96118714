import { relativeReference } from '../../io/shotFile.ts';
import type { animationRequests } from '../../protocol/requests/animations.ts';
import { hashAnimation } from '../animations/addAnimation.ts';
import type { HostSession } from '../session/HostSession.ts';
import type { Handlers } from './Handlers.ts';

/** Animated geometry before it is in the shot. */
export function animationHandlers(session: HostSession): Handlers<keyof typeof animationRequests> {
  const { paths } = session;
  return {
    readAnimation: async (params) => {
      const path = await paths.allow(params.path, 'read');
      const result = await session.inThread({ kind: 'readAnimation', ...params, path });
      if (result.kind !== 'animation') throw new Error(`an animation was answered by ${result.kind}`);
      return result.read;
    },
    referAnimation: async ({ path, object, framesPerSecond, clip }) => {
      const shot = session.openedShot();
      const allowed = await paths.allow(path, 'read');
      const sha256 = await hashAnimation(allowed, {
        path: allowed,
        sha256: '',
        object,
        metresPerUnit: 1,
        upAxis: 'y',
        keeps: 'seconds',
        ...(framesPerSecond !== undefined && { framesPerSecond }),
        ...(clip !== undefined && { clip }),
      });
      return { path: relativeReference(shot.path, allowed), sha256 };
    },
  };
}
