import { Writable } from 'node:stream';
import { WriteStream } from 'node:tty';
import { afterEach, describe, expect, it } from '@jest/globals';
import { countChanges, formatChanges, type Change } from './format-changes.js';

const CHANGES: Change[] = [
  { path: '/clients/orders/name', action: 'Replace', from: 'Orders', to: 'Order service' },
  { path: '/clients/orders/scope', action: 'Add', to: 'orders:read' },
  { path: '/roles/clerk', action: 'Remove', from: { description: null, permissions: [] } },
  { path: '/resources/orders/scopes', action: 'Replace', from: ['a', 'b', 'd'], to: ['a', 'c', 'd'] },
];
const TEXT = `~ /clients/orders/name: "Orders" → "Order service"
+ /clients/orders/scope: "orders:read"
- /roles/clerk
    - {
    -   "description": null,
    -   "permissions": []
    - }
~ /resources/orders/scopes
    -   "b",
    +   "c",
`;

const { NO_COLOR, FORCE_COLOR, TERM, CI } = process.env;

afterEach(() => {
  for (const [name, value] of Object.entries({ NO_COLOR, FORCE_COLOR, TERM, CI })) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
});

/** A stream that is a terminal. */
function terminal(): Writable {
  const getColorDepth = (environment?: Record<string, string>) => WriteStream.prototype.getColorDepth.call(null as never, environment);
  return Object.assign(new Writable(), { isTTY: true, getColorDepth });
}

describe('the changes of a configuration', () => {
  it('show the values beside the path, or below it line by line without what both have', () => {
    expect(formatChanges(CHANGES, new Writable())).toBe(TEXT);
  });

  it('have colours on a terminal, unless NO_COLOR is set', () => {
    delete process.env['FORCE_COLOR'];
    delete process.env['NO_COLOR'];
    delete process.env['CI'];
    process.env['TERM'] = 'xterm-256color';
    const [added] = formatChanges(CHANGES.slice(1, 2), terminal()).split('\n');
    expect(added).toBe('\u001b[32m+ /clients/orders/scope: "orders:read"\u001b[39m');

    process.env['NO_COLOR'] = '1';
    expect(formatChanges(CHANGES, terminal())).toBe(TEXT);
  });

  it('show control characters of values escaped', () => {
    const change: Change = { path: '/clients/a/name\u001b', action: 'Add', to: '\u009b2J\u202e' };

    expect(formatChanges([change], new Writable())).toBe('+ /clients/a/name\\u001b: "\\u009b2J\\u202e"\n');
  });

  it('are counted', () => {
    expect(countChanges(CHANGES)).toBe('4 changes: 1 added, 2 replaced, 1 removed');
    expect(countChanges(CHANGES.slice(0, 1))).toBe('1 change: 1 replaced');
  });
});
