import {
  Box,
  Camera,
  CircleDot,
  Cylinder,
  Droplet,
  Droplets,
  Filter,
  Globe,
  PaintBucket,
  Pin,
  Shirt,
  Shapes,
  Square,
  Torus,
  Waves,
  Wind,
  Cog,
  type LucideIcon,
} from 'lucide-react';
import type { Entity } from '../../src/scene/Scene.ts';

const SHAPES: Readonly<Record<string, LucideIcon>> = {
  box: Box,
  plane: Square,
  sphere: Globe,
  cylinder: Cylinder,
  torus: Torus,
  gear: Cog,
};

/** The picture of an entity by what it is. */
export function entityIcon(entity: Entity): LucideIcon {
  switch (entity.kind) {
    case 'solid':
      return entity.source.kind === 'procedural' && entity.source.form.shape === 'torus' ? Torus : Droplets;
    case 'cloth':
      return Shirt;
    case 'liquid':
      return Waves;
    case 'region':
      return entity.role.kind === 'emit' ? Droplet : entity.role.kind === 'drain' ? Filter : PaintBucket;
    case 'collider':
      return entity.shape.kind === 'registered' ? (SHAPES[entity.shape.type] ?? Shapes) : Shapes;
    case 'pin':
      return Pin;
    case 'force':
      return entity.field.kind === 'gravity' ? CircleDot : Wind;
    case 'camera':
      return Camera;
  }
}
