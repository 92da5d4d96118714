import { quantity } from '../base/quantities.ts';

/** Smallest and largest size of a collider, m: all shapes are accurate in single precision. */
const SMALLEST = 1e-6;
const LARGEST = 1e6;

/** A vector shorter than this (m) has no direction: the squares of its components underflow. */
export const NO_DIRECTION = 1e-100;

/** Returns the schema of a length in metres, as a parameter of a collider shape. */
export function length(label: string, help: string, value: number) {
  return quantity({ unit: 'm', label, help, min: SMALLEST, max: LARGEST, softMin: 0.01, softMax: 10, default: value });
}

/** Returns the schema of the radius (m) by which edges are rounded; 0 keeps them sharp. */
export function rounding() {
  return quantity({
    unit: 'm',
    label: 'Rounding',
    help: 'Radius of the rounded edges, within the outer size; 0 keeps them sharp. Soft bodies slide more easily over rounded edges.',
    min: 0,
    max: LARGEST,
    softMax: 0.1,
    default: 0,
  });
}
