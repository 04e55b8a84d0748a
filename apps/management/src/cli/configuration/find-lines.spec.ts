import { describe, expect, it } from '@jest/globals';
import { findLines } from './find-lines.js';

const YAML = `# the shop
version: 1
clients:
  orders:
    redirectUris:
      - https://a.example.com
      - http://b.example.com
  "a/b~c": { name: x,
    scope: y }
scopes: {}
`;

describe('the lines of JSON Pointers', () => {
  it.each([
    ['', 1],
    ['/version', 2],
    ['/clients', 3],
    ['/clients/orders', 4],
    ['/clients/orders/redirectUris/0', 6],
    ['/clients/orders/redirectUris/1', 7],
    ['/clients/a~1b~0c/scope', 9],
    ['/clients/orders/clientType', 4],
    ['/webhooks/x', 1],
    ['no pointer', 1],
  ])('in YAML: %s is on line %i', (pointer, line) => {
    expect(findLines(YAML, [pointer])).toEqual(new Map([[pointer, line]]));
  });

  it('in JSON', () => {
    const json = JSON.stringify({ clients: { orders: { redirectUris: ['a', 'b'] } } }, null, 2);

    expect([...findLines(json, ['/clients/orders/redirectUris/1', '/clients/orders']).values()]).toEqual([6, 3]);
  });
});
