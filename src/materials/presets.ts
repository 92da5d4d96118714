import type { ElasticConstants } from './ConstitutiveModel.ts';

/** Starting values of a solid, SI. */
export interface SolidPreset extends ElasticConstants {
  /** Stable name, stored in documents. */
  readonly type: string;
  readonly label: string;
  /** kg/m3. */
  readonly density: number;
  /** Type of the constitutive model that suits it. */
  readonly model: string;
  /** Damping time tau, s (see `dampingFromTime`). */
  readonly dampingTime: number;
  /** Yield stress in uniaxial tension, Pa; left out for elastic materials. */
  readonly yieldStress?: number;
  /** Registered yield law and its parameters; left out for elastic materials. */
  readonly plasticity?: { readonly law: string; readonly params: Readonly<Record<string, number>> };
  readonly note: string;
}

/** Returns viscoplastic flow with yield strain e_Y, flow time tau (s) and hardening h. */
const flows = (yieldStrain: number, flowTime: number, hardening: number) => ({
  law: 'rate',
  params: { yieldStrain, flowTime, hardening },
});

/** Starting values of a liquid, SI. */
export interface LiquidPreset {
  readonly type: string;
  readonly label: string;
  readonly density: number;
  /** Pa. */
  readonly bulkModulus: number;
  /** Dynamic viscosity, Pa s. */
  readonly viscosity: number;
  readonly note: string;
}

/** Solid presets, from softest tissue to metal. */
const measured: readonly SolidPreset[] = [
  {
    type: 'fat',
    label: 'Fat',
    density: 950,
    youngsModulus: 2.4e3,
    poissonRatio: 0.45,
    model: 'neo-hookean',
    dampingTime: 0.02,
    note: 'Wobbles slowly; the softest tissue here.',
  },
  {
    type: 'muscle',
    label: 'Muscle, passive',
    density: 1050,
    youngsModulus: 1.35e3,
    poissonRatio: 0.45,
    model: 'cubic-spline',
    dampingTime: 0.02,
    note: 'Relaxed and without fibres; 10 to 60 kPa looks better in animation.',
  },
  {
    type: 'skeletal-muscle',
    label: 'Muscle, active',
    density: 1060,
    youngsModulus: 3e4,
    poissonRatio: 0.45,
    model: 'muscle',
    dampingTime: 0.02,
    note: 'Contracts along its fibres when activated. Stiffer than real muscle, so that it keeps its shape in animation.',
  },
  {
    type: 'skin',
    label: 'Skin',
    density: 1090,
    youngsModulus: 2.4e4,
    poissonRatio: 0.45,
    model: 'cubic-spline',
    dampingTime: 0.01,
    note: 'Soft at first, stiff when stretched.',
  },
  {
    type: 'liver',
    label: 'Liver',
    density: 1060,
    youngsModulus: 5e3,
    poissonRatio: 0.45,
    model: 'neo-hookean',
    dampingTime: 0.02,
    note: 'A soft organ.',
  },
  {
    type: 'tendon',
    label: 'Tendon',
    density: 1130,
    youngsModulus: 5e8,
    poissonRatio: 0.4,
    model: 'cubic-spline',
    dampingTime: 0.001,
    note: 'Without its fibres. Very stiff: many substeps.',
  },
  {
    type: 'gelatin',
    label: 'Gelatin',
    density: 1020,
    youngsModulus: 1e4,
    poissonRatio: 0.45,
    model: 'neo-hookean',
    dampingTime: 0.005,
    note: 'Wobbles for long: little damping.',
  },
  {
    type: 'soft-silicone',
    label: 'Silicone, soft',
    density: 1070,
    youngsModulus: 1.5e5,
    poissonRatio: 0.45,
    model: 'neo-hookean',
    dampingTime: 0.005,
    note: 'Special-effects skin.',
  },
  {
    type: 'rubber',
    label: 'Rubber',
    density: 1100,
    youngsModulus: 2e6,
    poissonRatio: 0.45,
    model: 'neo-hookean',
    dampingTime: 0.002,
    note: 'Bounces.',
  },
  {
    type: 'upholstery-foam',
    label: 'Upholstery foam',
    density: 40,
    youngsModulus: 5e4,
    poissonRatio: 0.1,
    model: 'rotated-linear',
    dampingTime: 0.01,
    note: 'Light; does not bulge under pressure.',
  },
  {
    type: 'putty',
    label: 'Putty',
    density: 1100,
    youngsModulus: 3e4,
    poissonRatio: 0.42,
    model: 'rotated-linear',
    dampingTime: 0.02,
    plasticity: flows(0.001, 0.05, 0),
    note: 'Flows under its own weight and hardly springs back.',
  },
  {
    type: 'dough',
    label: 'Dough',
    density: 1000,
    youngsModulus: 6e4,
    poissonRatio: 0.42,
    model: 'rotated-linear',
    dampingTime: 0.02,
    plasticity: flows(0.02, 0.06, 0),
    note: 'Yields slowly: quick dents spring back, slow ones remain.',
  },
  {
    type: 'clay',
    label: 'Clay',
    density: 1700,
    youngsModulus: 3e5,
    poissonRatio: 0.4,
    model: 'rotated-linear',
    dampingTime: 0.01,
    plasticity: flows(0.015, 0.01, 0.02),
    note: 'Every dent is permanent. Soft enough to simulate quickly.',
  },
  {
    type: 'soft-wax',
    label: 'Wax, warm',
    density: 900,
    youngsModulus: 5e5,
    poissonRatio: 0.35,
    model: 'rotated-linear',
    dampingTime: 0.005,
    plasticity: flows(0.008, 0.02, 0.05),
    note: 'Softer than real wax, so that it simulates quickly.',
  },
  {
    type: 'soft-lead',
    label: 'Lead, scaled',
    density: 11000,
    youngsModulus: 3e6,
    poissonRatio: 0.4,
    model: 'rotated-linear',
    dampingTime: 0.005,
    plasticity: flows(0.004, 0, 0.05),
    note: 'Heavy, dents at once. 5000 times as soft as lead, so that it simulates quickly.',
  },
  {
    type: 'modelling-clay',
    label: 'Modelling clay',
    density: 1700,
    youngsModulus: 1e6,
    poissonRatio: 0.4,
    model: 'rotated-linear',
    dampingTime: 0.01,
    yieldStress: 3e4,
    note: 'Yields at 30 kPa.',
  },
  {
    type: 'wax',
    label: 'Wax',
    density: 900,
    youngsModulus: 2e8,
    poissonRatio: 0.4,
    model: 'rotated-linear',
    dampingTime: 0.001,
    yieldStress: 2e6,
    note: 'Yields at 2 MPa. Stiff: many substeps.',
  },
  {
    type: 'hdpe',
    label: 'HDPE',
    density: 950,
    youngsModulus: 1.2e9,
    poissonRatio: 0.42,
    model: 'rotated-linear',
    dampingTime: 0.0005,
    yieldStress: 1.5e7,
    note: 'Yields at 15 MPa. Stiff: many substeps.',
  },
  {
    type: 'lead',
    label: 'Lead',
    density: 11340,
    youngsModulus: 1.6e10,
    poissonRatio: 0.44,
    model: 'rotated-linear',
    dampingTime: 0.0005,
    yieldStress: 1.2e7,
    note: 'Yields at 12 MPa. Stiff: many substeps.',
  },
  {
    type: 'aluminium',
    label: 'Aluminium',
    density: 2710,
    youngsModulus: 7e10,
    poissonRatio: 0.33,
    model: 'rotated-linear',
    dampingTime: 0.0002,
    yieldStress: 9.5e7,
    note: 'Yields at 95 MPa. Very stiff: many substeps.',
  },
  {
    type: 'steel',
    label: 'Steel A36',
    density: 7860,
    youngsModulus: 2e11,
    poissonRatio: 0.3,
    model: 'rotated-linear',
    dampingTime: 0.0002,
    yieldStress: 2.5e8,
    note: 'Yields at 250 MPa. Very stiff: many substeps.',
  },
];

/**
 * Returns the yield strain e_Y = sqrt(2/3) sigma_Y / (2 mu) of a yield stress sigma_Y in uniaxial tension, Pa: the deviatoric stress is 2 mu |dev e| and its
 * norm at yield sqrt(2/3) sigma_Y.
 */
function yieldStrain(yieldStress: number, { youngsModulus, poissonRatio }: ElasticConstants): number {
  return (Math.sqrt(2 / 3) * yieldStress * (1 + poissonRatio)) / youngsModulus;
}

/** Solid presets, from softest tissue to metal, in the order of the menu. */
export const solidPresets: readonly SolidPreset[] = measured.map((preset) => {
  const { yieldStress } = preset;
  if (yieldStress === undefined) return preset;
  return { ...preset, plasticity: flows(Number(yieldStrain(yieldStress, preset).toPrecision(3)), 0, 0) };
});

/** Liquids at room temperature: density kg/m3, bulk modulus Pa, viscosity Pa s. */
export const liquidPresets: readonly LiquidPreset[] = [
  { type: 'water', label: 'Water', density: 1000, bulkModulus: 2.2e9, viscosity: 1e-3, note: 'At room temperature.' },
];
