import { Magnet, MoveHorizontal, Sparkles } from 'lucide-react';
import { useEffect } from 'react';
import type { GoalPreview } from '../../../../src/protocol/requests/meshes.ts';
import { stretchLimitFor } from '../../../../src/scene/properties/plasticity.ts';
import type { Solid } from '../../../../src/scene/kinds/solid.ts';
import { useSession, useView } from '../../../session/Session.ts';
import { Button } from '../../../ui/Button.tsx';
import { FieldRow } from '../../../ui/FieldRow.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import type { FormTarget } from '../../../forms/FormTarget.ts';
import { useGoalPreview } from './useGoalPreview.ts';

/** Passes that one press of Smooth adds, and most that there are. */
const SMOOTHER = 3;
const MOST = 100;
/** Halvings per second of the distance to the goal that are offered. */
const PULL = 2;

interface GoalReportProps {
  readonly target: FormTarget;
  readonly solid: Solid;
}

/** What is wrong with the goal of a solid, the way to mend it, and the goal itself in the viewport. */
export function GoalReport({ target, solid }: GoalReportProps) {
  const { view } = useSession();
  const shown = useView((state) => state.showGoal);
  const { id } = solid;
  const { busy, report, problem } = useGoalPreview(solid);
  useEffect(() => {
    if (report === undefined || !shown) return;
    const cages = report.cages.map((cage) => ({ ...cage, lines: floats(cage.lines) }));
    const { positions, triangles } = report;
    view.setState({ goal: { entity: id, positions: floats(positions), triangles: words(triangles), cages } });
    return () => view.setState({ goal: undefined });
  }, [view, report, shown, id]);
  useEffect(() => () => view.setState({ sculpting: undefined }), [view, id]);
  return (
    <>
      <FieldRow label="Show goal" tooltip={{ text: 'Draws the goal at the position of the solid at the first frame.' }}>
        <Switch label="Show goal" checked={shown} onChange={(showGoal) => view.setState({ showGoal })} />
      </FieldRow>
      <div className="goal-report" role="status" aria-busy={busy}>
        {problem !== undefined && <p className="goal-problem">{problem}</p>}
        {report === undefined ? problem === undefined && <p>Checking the goal…</p> : <Findings report={report} />}
        {report !== undefined && <Remedies target={target} report={report} />}
        {solid.plasticity?.goal?.pull === 0 && <PullOffer target={target} />}
      </div>
    </>
  );
}

/** Says why a solid may stay as it is beside its goal, and offers what takes it there. */
export function PullOffer({ target }: { readonly target: FormTarget }) {
  return (
    <>
      <p>Without goal attraction, only elements that yield under force move to the goal.</p>
      <Button
        size="small"
        icon={Magnet}
        onClick={() => target.write(['plasticity', 'goal', 'pull'], `Move ${target.name} to its goal`, () => PULL)}
      >
        Move to goal: half the distance in {1 / PULL} s
      </Button>
    </>
  );
}

/** What mends the goal: smoothing, and a limit that it stays within where there is one. */
function Remedies({ target, report }: { readonly target: FormTarget; readonly report: GoalPreview }) {
  const { inverted, noisy, clamped, largestStretch } = report;
  const enough = stretchLimitFor(largestStretch);
  return (
    <>
      {inverted + noisy > 0 && (
        <Button
          size="small"
          icon={Sparkles}
          onClick={() =>
            target.write(['plasticity', 'goal', 'smoothing'], `Smooth the goal of ${target.name}`, (passes) =>
              Math.min(MOST, Number(passes ?? 0) + SMOOTHER),
            )
          }
        >
          Smooth the goal
        </Button>
      )}
      {clamped > 0 && enough !== undefined && (
        <Button
          size="small"
          icon={MoveHorizontal}
          onClick={() =>
            target.write(['plasticity', 'stretchLimit'], `Raise the stretch limit of ${target.name}`, () => enough)
          }
        >
          Raise the stretch limit to {enough}
        </Button>
      )}
    </>
  );
}

function Findings({ report: { elements, clamped, inverted, noisy } }: { readonly report: GoalPreview }) {
  const count = (amount: number) => amount.toLocaleString('en');
  const found = [
    inverted > 0 && `${count(inverted)} inverted: they flow freely`,
    clamped > 0 && `${count(clamped)} beyond the stretch limit: clamped to it`,
    noisy > 0 && `${count(noisy)} noisy, unlike their neighbours: they lose volume`,
  ].filter((text) => text !== false);
  if (found.length === 0) return <p>All {count(elements)} elements can reach the goal.</p>;
  return (
    <>
      <p>Of {count(elements)} elements of the goal:</p>
      <ul>
        {found.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </>
  );
}

function floats(bytes: Uint8Array): Float32Array {
  return new Float32Array(bytes.slice().buffer);
}

function words(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(bytes.slice().buffer);
}
