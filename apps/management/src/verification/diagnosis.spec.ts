import { describe, expect, it } from '@jest/globals';
import { rowsOf, sectionOf } from '../../../../test/support/pages.js';
import { DIAGNOSES } from './diagnosis.js';

describe('the diagnoses', () => {
  it('are those of docs/custom-domains.md, which says of each whether the domain serves all the same', () => {
    const rows = rowsOf(sectionOf('docs/custom-domains.md', '## What can be wrong'));
    const said = Object.fromEntries(rows.map(([code = '', serves = '']) => [code.replaceAll('`', ''), serves !== 'yes']));

    expect(said).toEqual(Object.fromEntries(Object.entries(DIAGNOSES).map(([code, { blocks }]) => [code, blocks])));
  });
});
