import { samplePicture } from './samples.ts';

/** A picture of a sample shot: a rendered one where the program brings it, else a drawing of its kind. */
export function SamplePicture({ template }: { readonly template: string }) {
  const url = samplePicture(template);
  if (url !== undefined) return <img className="sample-picture" src={url} alt="" draggable={false} />;
  return (
    <svg className="sample-picture" viewBox="0 0 320 180" preserveAspectRatio="xMidYMid slice" aria-hidden>
      <Stage />
      <Subject template={template} />
    </svg>
  );
}

/** Ground with a grid that fades towards the horizon, its x and z axes. */
function Stage() {
  const rays = [-400, -250, -140, -60, 0, 60, 140, 250, 400];
  const rows = [92, 98, 107, 120, 140, 170];
  return (
    <>
      <defs>
        <linearGradient id="sample-sky" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--raised)" />
          <stop offset="0.5" stopColor="var(--app)" />
          <stop offset="1" stopColor="var(--ground)" />
        </linearGradient>
        <linearGradient id="sample-body" x1="0" y1="0" x2="0.5" y2="1">
          <stop offset="0" stopColor="var(--sample-light)" />
          <stop offset="1" stopColor="var(--sample-shade)" />
        </linearGradient>
        <linearGradient id="sample-stone" x1="0" y1="0" x2="0.3" y2="1">
          <stop offset="0" stopColor="var(--text-tertiary)" />
          <stop offset="1" stopColor="var(--line)" />
        </linearGradient>
      </defs>
      <rect width="320" height="180" fill="url(#sample-sky)" />
      <g stroke="var(--line)" strokeWidth="0.7" opacity="0.8">
        {rays.map((x) => (
          <line key={x} x1={160 + x * 0.16} y1="88" x2={160 + x} y2="180" />
        ))}
        {rows.map((y) => (
          <line key={y} x1="0" y1={y} x2="320" y2={y} opacity={(y - 84) / 90} />
        ))}
      </g>
      <line x1="30" y1="180" x2="146" y2="88" stroke="var(--axis-z)" strokeWidth="1" opacity="0.5" />
      <line x1="0" y1="112" x2="320" y2="140" stroke="var(--axis-x)" strokeWidth="1" opacity="0.5" />
    </>
  );
}

const BODY = 'url(#sample-body)';
const STONE = 'url(#sample-stone)';

/** What the shot is about, by the words of its name. */
function Subject({ template }: { readonly template: string }) {
  if (template.includes('torus')) return <Torus />;
  if (template.includes('gear')) return <Gears />;
  if (template.includes('stair')) return <Stairs />;
  if (template.includes('incline')) return <Incline />;
  if (template.includes('puddle')) return <Block />;
  if (template.includes('drop')) return <Drop />;
  if (template === 'empty') return <Axes />;
  return <Scan />;
}

function Shadow({ cx, cy, rx }: { readonly cx: number; readonly cy: number; readonly rx: number }) {
  return <ellipse cx={cx} cy={cy} rx={rx} ry={rx * 0.2} fill="black" opacity="0.35" />;
}

function Torus() {
  return (
    <>
      <Shadow cx={162} cy={138} rx={74} />
      <path
        d="M92 116c-4-28 32-44 68-44s72 14 70 42c-2 22-38 32-70 32s-65-8-68-30zm34-6c0 9 15 14 35 14s36-5 36-14-16-13-36-13-35 4-35 13z"
        fill={BODY}
        fillRule="evenodd"
      />
    </>
  );
}

function Gears() {
  return (
    <>
      <Gear cx={112} cy={104} phase={0} />
      <Gear cx={208} cy={104} phase={11} />
      <path d="M146 44c8-12 26-12 30 2 3 12-4 20-10 30-3 5-9 4-11-1-4-10-17-17-9-31z" fill={BODY} />
    </>
  );
}

function Gear({ cx, cy, phase }: { readonly cx: number; readonly cy: number; readonly phase: number }) {
  return (
    <g transform={`translate(${cx} ${cy})`}>
      {Array.from({ length: 16 }, (_, tooth) => (
        <rect
          key={tooth}
          x="-5"
          y="-52"
          width="10"
          height="16"
          rx="2"
          fill={STONE}
          transform={`rotate(${tooth * 22.5 + phase})`}
        />
      ))}
      <circle r="42" fill={STONE} />
      <circle r="14" fill="var(--app)" />
    </g>
  );
}

function Stairs() {
  return (
    <>
      <path d="M70 40h46v26h46v26h46v26h46v32H70z" fill={STONE} />
      <path d="M70 40l-14 12v110l14-12z" fill="var(--line)" />
      <Shadow cx={184} cy={91} rx={20} />
      <ellipse cx="184" cy="70" rx="22" ry="20" fill={BODY} />
    </>
  );
}

function Incline() {
  return (
    <>
      <path d="M44 150L276 66v84z" fill={STONE} />
      <rect x="-22" y="-34" width="44" height="34" rx="4" fill={BODY} transform="translate(164 107) rotate(-20)" />
    </>
  );
}

function Block() {
  return (
    <>
      <Shadow cx={160} cy={142} rx={86} />
      <path d="M84 116c30-14 122-14 152 0 8 6 6 22-6 26-40 10-100 10-140 0-12-4-14-20-6-26z" fill={BODY} />
      <g stroke="var(--sample-shade)" strokeWidth="1" fill="none" opacity="0.7">
        <path d="M86 124c40 10 108 10 148 0M112 109v32M138 106v38M164 105v40M190 106v38M214 110v30" />
      </g>
    </>
  );
}

function Drop() {
  return (
    <>
      <Shadow cx={160} cy={146} rx={40} />
      <path d="M160 34l36 20v38l-36 20-36-20V54z" fill={BODY} />
      <path d="M160 34l36 20-36 18-36-18zM160 72v40" fill="none" stroke="var(--sample-shade)" opacity="0.7" />
      <path d="M138 122v10M160 124v14M182 122v10" stroke="var(--text-tertiary)" strokeWidth="2" strokeLinecap="round" />
    </>
  );
}

function Axes() {
  return (
    <g strokeWidth="3" strokeLinecap="round">
      <path d="M160 128v-52" stroke="var(--axis-y)" />
      <path d="M160 128l44 10" stroke="var(--axis-x)" />
      <path d="M160 128l-38 26" stroke="var(--axis-z)" />
      <circle cx="160" cy="128" r="4" fill="var(--text)" />
    </g>
  );
}

function Scan() {
  return (
    <>
      <Shadow cx={160} cy={146} rx={52} />
      <path d="M118 144c-10-28-6-52 14-62 0-20 12-34 30-34s30 14 28 34c18 12 22 36 14 62-26 6-60 6-86 0z" fill={BODY} />
    </>
  );
}
