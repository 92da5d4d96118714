import type { QualityName } from '../../src/scene/Scene.ts';

export const qualityTitles: Readonly<Record<QualityName, string>> = {
  draft: 'Draft',
  preview: 'Preview',
  final: 'Final',
};
