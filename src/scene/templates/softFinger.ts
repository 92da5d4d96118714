import { z } from 'zod';
import { quantity } from '../../base/quantities.ts';
import { presetMaterial } from '../presetMaterial.ts';
import type { TemplateDefinition } from '../templates.ts';
import type { EntityInput, SolidInput } from './parts/EntityInput.ts';
import { keyedCurve } from './parts/keyedCurve.ts';
import { newShot } from './parts/newShot.ts';
import { edgePercent, frameCount } from './parts/templateParams.ts';

const params = z.strictObject({
  percent: edgePercent(4.5, ': 3 gives 12 000 elements'),
  bend: quantity({
    unit: 'rad',
    label: 'bend',
    help: 'Angle to which the motor of each of the three joints bends the finger.',
    min: 0,
    max: 1.4,
    default: 1,
  }),
  stiffness: quantity({
    unit: 'N m/rad',
    label: 'stiffness of motors',
    help: 'Torque of the motors per angle that the joints stay away from their targets. The flesh pulls back: weak motors bend it less.',
    symbol: 'k_p',
    min: 1e-3,
    max: 100,
    default: 0.5,
  }),
  frames: frameCount(60, { min: 12, max: 10_000 }),
});

type Finger = z.output<typeof params>;

/** Length from joint to joint, radius of the flesh and of bones, and height over the ground, m. */
const LINK = 0.03;
const FLESH = 0.01;
const BONE = 0.0035;
const HEIGHT = 0.12;
/** Distance of the first joint from the root, and length of the flesh beyond the last bone, m. */
const ROOT = 0.012;
const TIP = 0.006;
/** Distance from a bone at which the flesh is attached to it, m. */
const BESIDE = 0.0005;
const LINKS = 3;
const LENGTH = ROOT + LINKS * LINK + TIP;
/** Damping of motors over their stiffness, s. */
const DAMPING = 0.03;

/** Three bones on hinges, whose motors follow keyed angles, in the flesh of a finger. */
const softFinger: TemplateDefinition<Finger> = {
  type: 'soft-finger',
  label: 'Finger of bones and flesh',
  reference: 'Shinar et al. 2008',
  params,
  needsMesh: false,
  create(finger, request) {
    return {
      ...newShot(request, finger.frames),
      notes:
        'Look at: motors bend the joints of three bones inside the flesh, which follows and folds. ' +
        'Must hold: joints open by less than .01 mm; the flesh stays on its bones; no element inverts.',
      entities: [
        flesh(finger),
        root(),
        ...Array.from({ length: LINKS }, (_, k) => link(k, finger)).flat(),
        { kind: 'camera', id: 'camera', name: 'Camera', position: [0.1, 0.17, 0.24], target: [0.045, 0.1, 0] },
      ],
    };
  },
};

function flesh({ percent }: Finger): SolidInput {
  return {
    kind: 'solid',
    id: 'flesh',
    name: 'Flesh',
    display: { colour: '#c98b72', surface: 'rubber' },
    source: { kind: 'procedural', form: { shape: 'cylinder', radius: FLESH, height: LENGTH } },
    meshing: { method: 'graded-stuffing', edge: { percent } },
    material: { ...presetMaterial('gelatin'), youngsModulus: 2e4, dampingTime: 0.01 },
    transform: { position: [LENGTH / 2, HEIGHT, 0], rotation: [0, 0, -Math.PI / 2] },
  };
}

/** The end of the flesh is where the hand begins. */
function root(): EntityInput {
  const reach = 2 * FLESH;
  const selection = {
    kind: 'box' as const,
    min: [-reach, HEIGHT - reach, -reach] as [number, number, number],
    max: [ROOT / 4, HEIGHT + reach, reach] as [number, number, number],
  };
  return { kind: 'pin', id: 'root', name: 'Root', target: 'flesh', selection };
}

/** A bone, the pin of the flesh to it, and the hinge on which it hangs. */
function link(k: number, { bend, stiffness, frames }: Finger): EntityInput[] {
  const x = ROOT + k * LINK;
  const key = (share: number) => Math.round(1 + share * (frames - 1));
  const target = keyedCurve(
    [key(0), 0, 'linear'],
    [key(0.35), -bend, 'linear'],
    [key(0.6), -bend, 'linear'],
    [key(0.85), 0, 'linear'],
  );
  return [
    {
      kind: 'rigidBody',
      id: `bone-${k + 1}`,
      name: `Bone ${k + 1}`,
      display: { colour: '#e6e0d2' },
      shape: { kind: 'registered', type: 'capsule', params: { radius: BONE, length: 0.6 * LINK } },
      transform: { position: [x + LINK / 2, HEIGHT, 0], rotation: [0, 0, -Math.PI / 2] },
      density: 1800,
    },
    {
      kind: 'pin',
      id: `pin-${k + 1}`,
      name: `Flesh on bone ${k + 1}`,
      target: 'flesh',
      selection: { kind: 'near', distance: BESIDE },
      follow: `bone-${k + 1}`,
    },
    {
      kind: 'joint',
      id: `joint-${k + 1}`,
      name: `Joint ${k + 1}`,
      body: `bone-${k + 1}`,
      ...(k > 0 && { to: `bone-${k}` }),
      type: {
        kind: 'hinge',
        limits: { enabled: true, from: -1.6, to: 0.1 },
        motor: { enabled: true, drive: 'position', target, stiffness, damping: DAMPING * stiffness, most: 5 },
      },
      position: [x, HEIGHT, 0],
      axis: [0, 0, 1],
    },
  ];
}

export default softFinger;
