import { useEffect, useRef, useState, type RefObject } from 'react';
import { useProgram, useSession } from '../session/Session.ts';

/**
 * Has the frames of samples made in the order in which they are looked at: the one under the pointer or with the focus, then those in sight, then the
 * others. Ends with the page. Gives what is called when one is looked at.
 */
export function useLookedAt(list: RefObject<HTMLElement | null>, types: readonly string[]): (type: string) => void {
  const { samplePreparation } = useSession();
  const connected = useProgram((state) => state.connection.kind === 'connected');
  const [pointed, setPointed] = useState<string>();
  const visible = useRef(new Set<string>());
  const [seen, setSeen] = useState(0);
  const names = types.join(' ');
  useEffect(() => {
    if (connected) void samplePreparation.refresh().catch(() => undefined);
  }, [samplePreparation, connected]);
  useEffect(() => {
    const shown = visible.current;
    shown.clear();
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        const type = (target as HTMLElement).dataset['sample'] ?? '';
        if (isIntersecting) shown.add(type);
        else shown.delete(type);
      }
      setSeen((count) => count + 1);
    });
    for (const item of list.current?.querySelectorAll('[data-sample]') ?? []) observer.observe(item);
    return () => observer.disconnect();
  }, [list, names]);
  useEffect(() => {
    if (!connected) return;
    const all = names === '' ? [] : names.split(' ');
    const inSight = all.filter((type) => visible.current.has(type));
    const first = pointed !== undefined && all.includes(pointed) ? [pointed] : [];
    samplePreparation.want([...new Set([...first, ...inSight, ...all])]);
  }, [samplePreparation, connected, names, pointed, seen]);
  useEffect(() => () => samplePreparation.stop(), [samplePreparation]);
  return setPointed;
}
