import { describe, expect, it } from '@jest/globals';
import { parseForwardAuthQuery } from './forward-auth-query.js';

const AUDIENCE = 'audience must occur once, with the audience of the API behind the gateway';
const SCOPE = 'scope must occur at most once, with scope tokens separated by single spaces';

describe('parseForwardAuthQuery', () => {
  it.each<[string, string[]]>([
    ['audience=https%3A%2F%2Forders.example.com', []],
    ['audience=https://orders.example.com&scope=orders:read', ['orders:read']],
    ['scope=orders:read+orders:write&audience=https://orders.example.com', ['orders:read', 'orders:write']],
    ['audience=https://orders.example.com&scope=a%20b', ['a', 'b']],
  ])('reads %j', (query, scope) => {
    expect(parseForwardAuthQuery(query)).toEqual({ audience: 'https://orders.example.com', scope });
  });

  it.each<[string, string[]]>([
    ['', [AUDIENCE]],
    ['audience=', [AUDIENCE]],
    ['audience=a&audience=b', [AUDIENCE]],
    ['audience=a&scope=', [SCOPE]],
    ['audience=a&scope=b&scope=c', [SCOPE]],
    ['audience=a&scope=b++c', [SCOPE]],
    ['audience=a&scope=%22', [SCOPE]],
    ['audience=a&scopes=b', ['audience and scope are the only parameters. Received: scopes']],
    ['audience=a&access_token=b', ['audience and scope are the only parameters. Received: access_token']],
    ['audience=a&__proto__=b', ['audience and scope are the only parameters. Received: __proto__']],
    ['audience=a&%0d%0a%22=b', ['audience and scope are the only parameters. Received: %0D%0A%22']],
    ['audience=a&b=&c=', ['audience and scope are the only parameters. Received: b, c']],
    ['scope=%00&Audience=a', [AUDIENCE, SCOPE, 'audience and scope are the only parameters. Received: Audience']],
  ])('names everything that is wrong with %j', (query, violations) => {
    expect(parseForwardAuthQuery(query)).toEqual({ violation: violations.join('; ') });
  });
  it('reads a demand after any number of other parameters, and names only some of these', () => {
    const unknown = Array.from({ length: 2_000 }, (_, index) => `p${index}=`).join('&');

    const result = parseForwardAuthQuery(`audience=a&${unknown}&scope=%22`) as { violation: string };

    expect(result.violation).toMatch(/^scope must occur .*; audience and scope are the only parameters\. Received: p0, p1, .*\.\.\.$/);
    expect(result.violation.length).toBeLessThan(400);
  });
});
