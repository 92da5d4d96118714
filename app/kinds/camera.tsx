import { Camera } from 'lucide-react';
import { newCamera } from '../../src/scene/kinds/camera.ts';
import type { AppKind } from '../entities/AppKind.ts';
import { CameraSection } from './camera/CameraSection.tsx';
import { viewport } from './camera/viewport.ts';

const camera: AppKind<'camera'> = {
  kind: 'camera',
  order: 80,
  icon: () => Camera,
  add: { entries: [{ id: 'camera', label: 'Camera', make: ({ entities }) => [newCamera(entities)] }] },
  inspector: {
    sections: ['own', { single: true, render: ({ entities: [first] }) => <CameraSection camera={first} /> }],
  },
  viewport,
};

export default camera;
