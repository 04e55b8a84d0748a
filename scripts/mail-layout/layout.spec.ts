import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { compileLayout, LAYOUT_FILE } from './layout.mjs';

describe('the layout of mails', () => {
  it('is that of its source: npm run generate:mail-layout writes it', async () => {
    expect(readFileSync(LAYOUT_FILE, 'utf8')).toBe(await compileLayout('.'));
  });
});
