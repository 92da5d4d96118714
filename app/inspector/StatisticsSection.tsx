import { useCallback, useEffect, useRef } from 'react';
import { ChartNoAxesColumn } from 'lucide-react';
import { useStore } from 'zustand';
import { kindOf } from '../../src/scene/capabilities.ts';
import { shownStatistics, type ShownStatistic } from '../../src/frames/shownStatistics.ts';
import type { Entity } from '../../src/scene/Scene.ts';
import type { FrameSourceState } from '../client/FrameSource.ts';
import { usePacedNumbers } from '../session/paceNumbers.ts';
import { useSession } from '../session/Session.ts';
import { writeText } from '../ui/writeText.ts';
import { bestUnit } from '../units/displayUnits.ts';
import { formatNumber, formatQuantity } from '../units/formatNumber.ts';
import { Section } from './Section.tsx';

/** The numbers of an entity in the shown frame: those of all kinds and those that its kind declares. Nothing where the frame has none of it. */
export function StatisticsSection({ entity }: { readonly entity: Entity }) {
  const { frameSource } = useSession();
  // Labels change with the shot at most; values are written into the page.
  const labels = useStore(frameSource.store, (state) =>
    readout(entity, state)
      .map(({ label }) => label)
      .join('\n'),
  );
  if (labels === '') return null;
  return (
    <Section title="Statistics" icon={ChartNoAxesColumn} initiallyOpen={false}>
      <Readout entity={entity} labels={labels.split('\n')} />
    </Section>
  );
}

interface ReadoutProps {
  readonly entity: Entity;
  readonly labels: readonly string[];
}

function Readout({ entity, labels }: ReadoutProps) {
  const session = useSession();
  const list = useRef<HTMLDListElement>(null);
  const update = useCallback(() => {
    const rows = readout(entity, session.frameSource.store.getState());
    list.current?.querySelectorAll('dd').forEach((cell, row) => writeText(cell, rows.at(row)?.text ?? ''));
  }, [entity, session]);
  const paced = usePacedNumbers(session, update);
  useEffect(() => {
    update();
    return session.frameSource.store.subscribe(paced);
  }, [session, update, paced]);
  return (
    <dl ref={list} className="inspector-statistics" aria-label="Statistics of the selected object">
      {labels.map((label) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="mono" />
        </div>
      ))}
    </dl>
  );
}

interface ReadoutRow {
  readonly label: string;
  readonly text: string;
}

/** The rows of an entity in the shown frame; empty where that has none. */
export function readout(entity: Entity, { shown }: Pick<FrameSourceState, 'shown'>): ReadoutRow[] {
  if (shown === undefined || !(entity.id in shown.stats.entities)) return [];
  const statistics = shownStatistics(kindOf(entity), shown.stats.entities[entity.id]);
  return statistics.map((statistic) => ({ label: statistic.label, text: textOf(statistic) }));
}

function textOf({ value, unit, percent }: ShownStatistic): string {
  if (percent === true) return `${formatNumber(100 * value, 3)} %`;
  return Number.isInteger(value) && unit === '' ? formatNumber(value, 9) : formatQuantity(value, bestUnit(unit, value));
}
