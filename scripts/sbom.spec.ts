import { describe, expect, it } from '@jest/globals';
import { readImagePackages } from './image-packages.mjs';
import { readBom, selectImagePackages } from './sbom.mjs';

describe('bill of materials of the images', () => {
  it('contains every package in an image, and no other', () => {
    const { components, dependencies } = selectImagePackages(readBom());

    const refs = components.map((component) => component['bom-ref']);
    expect(refs.toSorted()).toEqual([...new Set(readImagePackages().map(({ name, version }) => `${name}@${version}`))].toSorted());
    expect(refs).toContain('pg@8.23.1');
    expect(dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.includes(ref))).toEqual([]);
  });
});
