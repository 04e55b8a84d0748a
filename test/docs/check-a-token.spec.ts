import { describe, expect, it } from '@jest/globals';
import { getCodeBlocks, readText } from '../support/pages.js';

const GUIDE = 'docs/integrate/check-a-token.md';

describe('docs/integrate/check-a-token.md', () => {
  it.each([
    ['ts', 'examples/nestjs-api/src/orders.controller.ts'],
    ['js', 'examples/express-api/server.mjs'],
    ['python', 'examples/python-api/access_token.py'],
    ['go', 'examples/go-api/access_token.go'],
  ])('shows code in %s that %s has, which tests run', (language, file) => {
    const lines = (text: string) => text.split('\n').map((line) => line.trim());
    const blocks = getCodeBlocks(GUIDE, language);

    expect(blocks).toHaveLength(1);
    expect(lines(readText(file)).join('\n')).toContain(lines(blocks[0]!).join('\n').trim());
  });
});
