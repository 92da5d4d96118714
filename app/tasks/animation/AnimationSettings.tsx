import { Clock, Move3d, Shirt } from 'lucide-react';
import type { Scene } from '../../../src/scene/Scene.ts';
import { Section } from '../../inspector/Section.tsx';
import { FieldRow } from '../../ui/FieldRow.tsx';
import { NumberField } from '../../ui/NumberField.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Select } from '../../ui/Select.tsx';
import { fileUnits } from '../import/fileUnits.ts';
import { framesInShot, objectOf, type AnimationChoice } from './animationChoice.ts';
import type { ReadAnimation, ReadingChoice } from './AnimationReading.ts';

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

function UseSection({ read, reading, choice, onChange, onRead }: AnimationSettingsProps) {
  const { report } = read;
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
      <FieldRow
        label="Use as"
        tooltip={{
          text: 'A collider is met by solids, cloth and, where it is closed, liquids. Otherwise it is only shown.',
        }}
      >
        <Segmented
          label="What the animation becomes"
          size="small"
          value={choice.collides ? 'collider' : 'shown'}
          options={[
            { value: 'collider', label: 'Collider' },
            { value: 'shown', label: 'Only shown' },
          ]}
          onChange={(use) => onChange({ collides: use === 'collider' })}
        />
      </FieldRow>
      {choice.collides && (
        <FieldRow
          label="Surface"
          tooltip={{
            text: 'A closed surface has an inside, in which nothing should begin. An open one is met from both sides.',
          }}
        >
          <Segmented
            label="Surface of the collider"
            size="small"
            value={choice.surface}
            options={[
              { value: 'closed', label: 'Closed' },
              { value: 'open', label: 'Open' },
            ]}
            onChange={(surface) => onChange({ surface })}
          />
        </FieldRow>
      )}
    </Section>
  );
}

function TimeSection({ read, choice, scene, onChange }: AnimationSettingsProps) {
  const { firstTime, lastTime } = objectOf(read);
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
        <FieldRow
          label="Keeps"
          tooltip={{
            text: 'The file and the shot have different frame rates. Seconds keeps the speed of the motion, frames gives each frame of the file one frame of the shot.',
          }}
        >
          <Segmented
            label="What is kept of the time"
            size="small"
            value={choice.keeps}
            options={[
              { value: 'seconds', label: 'Seconds' },
              { value: 'frames', label: 'Frames' },
            ]}
            onChange={(keeps) => onChange({ keeps })}
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
      <FieldRow label="Up axis" tooltip={{ text: 'Axis of the file that points up. In Ductile Y points up.' }}>
        <Segmented
          label="Up axis of the file"
          size="small"
          value={choice.upAxis}
          options={[
            { value: 'y', label: 'Y up' },
            { value: 'z', label: 'Z up' },
          ]}
          onChange={(upAxis) => onChange({ upAxis })}
        />
      </FieldRow>
      {!unit.known && unit.sentence !== undefined && <p className="form-note">{unit.sentence}</p>}
      {!knowsAxis && <p className="form-note">The file does not say which axis points up.</p>}
    </Section>
  );
}
