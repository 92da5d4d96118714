import { Clock, Move3d, Shirt } from 'lucide-react';
import { volumeOf } from '../../../src/scene/capabilities.ts';
import { MOST_PRE_ROLL, preRollHelp, type Scene } from '../../../src/scene/Scene.ts';
import { entityName } from '../../document/entityEdits.ts';
import { Section } from '../../inspector/Section.tsx';
import { FieldRow } from '../../ui/FieldRow.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Select } from '../../ui/Select.tsx';
import { fileUnits } from '../import/fileUnits.ts';
import { framesInShot, objectOf, type AnimationChoice } from './animationChoice.ts';
import type { ReadAnimation, ReadingChoice } from './AnimationReading.ts';
import { UpAxisRow } from '../import/UpAxisRow.tsx';

interface AnimationSettingsProps {
  readonly read: ReadAnimation;
  readonly reading: ReadingChoice;
  readonly choice: AnimationChoice;
  readonly scene: Scene;
  onChange(change: Partial<AnimationChoice>): void;
  onRead(change: ReadingChoice): void;
}

/** What the animation becomes, when it plays, and what the file's numbers mean. */
export function AnimationSettings(props: AnimationSettingsProps) {
  return (
    <>
      <UseSection {...props} />
      <TimeSection {...props} />
      <UnitSection {...props} />
    </>
  );
}

interface ChoiceRowProps<T extends string> {
  readonly label: string;
  readonly tooltip: string;
  /** Accessible name. */
  readonly name: string;
  readonly value: T;
  /** Labels of the choices that there are. */
  readonly options: Readonly<Partial<Record<T, string>>>;
  /** Why some of them cannot be chosen. */
  readonly barred?: Readonly<Partial<Record<T, string>>> | undefined;
  onChange(value: T): void;
}

/** What a mesh whose triangles change cannot be. */
const CHANGING = 'Its triangles change from sample to sample';

/** A choice among few, side by side. */
function ChoiceRow<T extends string>({ label, tooltip, name, value, options, barred, onChange }: ChoiceRowProps<T>) {
  const choices = (Object.keys(options) as T[]).map((one) => {
    const reason = barred?.[one];
    return { value: one, label: options[one] ?? one, ...(reason !== undefined && { disabled: true, title: reason }) };
  });
  return (
    <FieldRow label={label} tooltip={{ text: tooltip }}>
      <Segmented label={name} size="small" value={value} options={choices} onChange={onChange} />
    </FieldRow>
  );
}

function UseSection({ read, reading, choice, scene, onChange, onRead }: AnimationSettingsProps) {
  const { report } = read;
  const solids = scene.entities.flatMap((entity) => volumeOf(entity) ?? []);
  const changes = objectOf(read).topology === 'changing';
  return (
    <Section title="Use" icon={Shirt}>
      {report.clips.length > 1 && (
        <FieldRow label="Animation" tooltip={{ text: 'Animation of the file that moves its meshes.' }}>
          <Select
            label="Animation of the file"
            value={reading.clip ?? report.clips[0]}
            options={report.clips.map((clip) => ({ value: clip, label: clip }))}
            onChange={(clip) => onRead({ ...reading, clip })}
          />
        </FieldRow>
      )}
      {report.objects.length > 1 && (
        <FieldRow
          label="Mesh"
          tooltip={{ text: 'Mesh of the file. One file can serve several animations of the shot.' }}
        >
          <Select
            label="Mesh of the file"
            value={read.object}
            options={report.objects.map(({ name, triangles }) => ({
              value: name,
              label: name.split('/').at(-1) || name,
              detail: `${triangles} tris`,
            }))}
            onChange={(object) => onRead({ ...reading, object })}
          />
        </FieldRow>
      )}
      <ChoiceRow
        label="Use as"
        tooltip="A collider is met by solids, cloth and, where it is closed, liquids. A target pulls a solid along, which gives way and swings. Otherwise it is only shown."
        name="What the animation becomes"
        value={choice.collides ? 'collider' : choice.pulls === undefined ? 'shown' : 'target'}
        options={{ collider: 'Collider', ...(solids.length > 0 && { target: 'Target' }), shown: 'Show' }}
        barred={changes ? { target: `${CHANGING}: nothing can follow it` } : undefined}
        onChange={(use) =>
          onChange({ collides: use === 'collider', pulls: use === 'target' ? solids[0].id : undefined })
        }
      />
      {choice.pulls !== undefined && (
        <FieldRow
          label="Pulls"
          tooltip={{
            text: 'Solid that is pulled towards the animation, each place to the nearest one of its surface where the shot begins. How firmly is set in the inspector of the solid.',
          }}
        >
          <Select
            label="Solid that the animation pulls"
            value={choice.pulls}
            options={solids.map((solid) => ({ value: solid.id, label: entityName(solid) }))}
            onChange={(pulls) => onChange({ pulls })}
          />
        </FieldRow>
      )}
      {choice.collides && (
        <ChoiceRow
          label="Surface"
          tooltip="A closed surface has an inside, in which nothing should begin. An open one is met from both sides."
          name="Surface of the collider"
          value={choice.surface}
          options={{ closed: 'Closed', open: 'Open' }}
          barred={changes ? { open: `${CHANGING}: only what is closed can be met` } : undefined}
          onChange={(surface) => onChange({ surface })}
        />
      )}
    </Section>
  );
}

function TimeSection({ read, choice, scene, onChange }: AnimationSettingsProps) {
  const { firstTime, lastTime, topology } = objectOf(read);
  const { framesPerSecond: rate } = read.report;
  const shotRate = scene.frameRate.numerator / scene.frameRate.denominator;
  const range =
    rate === undefined
      ? `${firstTime.toFixed(2)}–${lastTime.toFixed(2)} s`
      : `${Number((firstTime * rate).toFixed(2))}–${Number((lastTime * rate).toFixed(2))}`;
  const end = choice.startsAt + framesInShot(read, choice, scene) - 1;
  return (
    <Section title="Time" icon={Clock}>
      <FieldRow label="File" tooltip={{ text: 'Frames of the samples, as the file counts them.' }}>
        <span className="mono animation-fact">
          {range}
          {rate !== undefined && ` · ${Number(rate.toFixed(3))} fps`}
        </span>
      </FieldRow>
      <FieldRow label="Starts at" tooltip={{ text: 'Frame of the shot at which the first sample lies.' }}>
        <NumberField
          label="Starts at"
          value={choice.startsAt}
          unit=""
          whole
          min={-1e6}
          max={1e6}
          onChange={(startsAt) => onChange({ startsAt })}
        />
      </FieldRow>
      <FieldRow label="Speed" tooltip={{ text: 'Speed of the animation: 50 plays it half as fast.' }}>
        <NumberField
          label="Speed"
          value={choice.speed}
          unit="%"
          min={1}
          max={1000}
          softMax={200}
          onChange={(speed) => onChange({ speed })}
        />
      </FieldRow>
      {rate !== undefined && Math.abs(rate - shotRate) > 1e-3 && (
        <ChoiceRow
          label="Keeps"
          tooltip="The file and the shot have different frame rates. Seconds keeps the speed of the motion, frames gives each frame of the file one frame of the shot."
          name="What is kept of the time"
          value={choice.keeps}
          options={{ seconds: 'Seconds', frames: 'Frames' }}
          onChange={(keeps) => onChange({ keeps })}
        />
      )}
      <ChoiceRow
        label="Pre-roll"
        tooltip="What it does in the frames before the first one, where the shot has any: it stands as at the first frame, plays what the file has before it, or begins in its bind pose, the first sample, and moves to the first frame."
        name="What the animation does in the pre-roll"
        value={choice.preRoll}
        options={{ hold: 'Hold', play: 'Play', 'from-bind-pose': 'Bind pose' }}
        barred={topology === 'changing' ? { 'from-bind-pose': `${CHANGING}: it has no bind pose` } : undefined}
        onChange={(preRoll) => onChange({ preRoll })}
      />
      {choice.preRoll !== 'hold' && (
        <FieldRow label="Pre-roll length" tooltip={{ text: preRollHelp, unit: 'frames' }}>
          <NumberField
            label="Pre-roll length"
            value={choice.preRollFrames}
            unit="frames"
            whole
            min={1}
            max={MOST_PRE_ROLL}
            onChange={(preRollFrames) => onChange({ preRollFrames })}
          />
        </FieldRow>
      )}
      <p className="form-note">
        In the shot: frames {choice.startsAt} to {end}
        {end > scene.range.last && `. The shot ends at ${scene.range.last}`}.
      </p>
    </Section>
  );
}

function UnitSection({ read, choice, onChange }: AnimationSettingsProps) {
  const { unit, knowsAxis } = read.report;
  const known = fileUnits.find(({ metresPerUnit }) => Math.abs(metresPerUnit - choice.metresPerUnit) < 1e-9);
  const said = unit.known ? 'in the file' : 'likely';
  return (
    <Section title="Unit and axes" icon={Move3d}>
      <FieldRow label="Unit" tooltip={{ text: 'Length of one unit of the file.' }}>
        <Select<string>
          label="Unit of the file"
          value={known?.symbol ?? 'other'}
          options={[
            ...fileUnits.map(({ symbol, label, metresPerUnit }) => ({
              value: symbol,
              label,
              detail: Math.abs(metresPerUnit - unit.metres) < 1e-9 ? said : symbol,
            })),
            ...(known === undefined ? [{ value: 'other', label: `${choice.metresPerUnit} m`, detail: said }] : []),
          ]}
          onChange={(symbol) => {
            const chosen = fileUnits.find((one) => one.symbol === symbol);
            if (chosen !== undefined) onChange({ metresPerUnit: chosen.metresPerUnit });
          }}
        />
      </FieldRow>
      <UpAxisRow upAxis={choice.upAxis} onChange={(upAxis) => onChange({ upAxis })} />
      {!unit.known && unit.sentence !== undefined && <p className="form-note">{unit.sentence}</p>}
      {!knowsAxis && <p className="form-note">The file does not say which axis points up.</p>}
    </Section>
  );
}
