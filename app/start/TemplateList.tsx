import type { DefinitionInfo } from '../../src/protocol/requests/program.ts';
import { SamplePicture } from './SamplePicture.tsx';
import { sampleNotes } from './sampleNotes.ts';
import { inOrder } from './samples.ts';

interface TemplateListProps {
  readonly templates: readonly DefinitionInfo[];
  readonly chosen: string | undefined;
  onChoose(type: string): void;
}

function showCard(card: HTMLElement | null): void {
  card?.scrollIntoView({ block: 'nearest' });
}

/** Cards of templates, of which one is chosen. */
export function TemplateList({ templates, chosen, onChoose }: TemplateListProps) {
  return (
    <div className="template-list" role="radiogroup" aria-label="Template">
      {inOrder(templates).map(({ type, label, needsMesh, takesMesh }) => (
        <label
          key={type}
          ref={type === chosen ? showCard : undefined}
          className="template-card"
          data-chosen={type === chosen}
        >
          <input
            type="radio"
            name="template"
            className="visually-hidden"
            checked={type === chosen}
            onChange={() => onChoose(type)}
          />
          <SamplePicture template={type} />
          <span>
            <strong>{label}</strong>
            <span className="sample-reference">
              {needsMesh
                ? 'with your mesh'
                : takesMesh
                  ? 'sample mesh, or yours'
                  : (sampleNotes[type]?.[0] ?? 'A floor and a camera')}
            </span>
          </span>
        </label>
      ))}
    </div>
  );
}
