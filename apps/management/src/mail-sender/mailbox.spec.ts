import { describe, expect, it } from '@jest/globals';
import { parseMailbox } from './mailbox.js';

describe('MAIL_FROM', () => {
  it.each([
    ['no-reply@example.com', null, 'no-reply@example.com'],
    ['<no-reply@example.com>', null, 'no-reply@example.com'],
    ['Example <no-reply@example.com>', 'Example', 'no-reply@example.com'],
    ['"Example, \\"Inc.\\"" <no-reply@example.com>', 'Example, "Inc."', 'no-reply@example.com'],
  ])('%s has the name %s', (text, name, address) => {
    expect(parseMailbox(text)).toEqual({ name, address });
  });
});
