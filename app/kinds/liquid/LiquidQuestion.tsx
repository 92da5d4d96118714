import { Cuboid, Droplet, Waves, WavesLadder, type LucideIcon } from 'lucide-react';
import { useId } from 'react';
import type { Liquid } from '../../../src/scene/kinds/liquid.ts';
import type { FormTarget } from '../../forms/FormTarget.ts';
import { answered, answerOf, liquidAnswers, type LiquidAnswer } from './liquidAnswers.ts';

const icons: Readonly<Record<LiquidAnswer, LucideIcon>> = {
  pool: WavesLadder,
  tank: Cuboid,
  puddle: Waves,
  thick: Droplet,
};

/** Asks what a liquid is: each answer sets all that `answered` gives in one edit. */
export function LiquidQuestion({ target, liquid }: { readonly target: FormTarget; readonly liquid: Liquid }) {
  const id = useId();
  const chosen = answerOf(liquid);
  const choose = (answer: LiquidAnswer): void => {
    const label = `Make ${target.name} ${answer === 'thick' ? answer : `a ${answer}`}`;
    for (const [name, value] of Object.entries(answered(liquid, answer))) {
      target.write([name], label, () => value, 'answer');
    }
    target.endGesture();
  };
  return (
    <div className="liquid-question">
      <h3 id={id}>
        What is it?
        <span>sets method, walls and cells</span>
      </h3>
      <div role="radiogroup" aria-labelledby={id}>
        {liquidAnswers.map(({ type, label, about }) => {
          const Icon = icons[type];
          return (
            <label key={type} className="preset-card" data-chosen={type === chosen}>
              <input
                type="radio"
                name={id}
                className="visually-hidden"
                checked={type === chosen}
                onChange={() => choose(type)}
              />
              <strong className="preset-card-title">
                <Icon aria-hidden />
                {label}
              </strong>
              <span>{about}</span>
            </label>
          );
        })}
      </div>
    </div>
  );
}
