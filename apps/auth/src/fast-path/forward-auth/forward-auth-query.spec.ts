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
    ['audience=a&scopes=b', ['scopes is no parameter of this endpoint: it takes audience and scope']],
    ['audience=a&access_token=b', ['access_token is no parameter of this endpoint: it takes audience and scope']],
    ['audience=a&__proto__=b', ['__proto__ is no parameter of this endpoint: it takes audience and scope']],
    ['audience=a&%0d%0a%22=b', ['%0D%0A%22 is no parameter of this endpoint: it takes audience and scope']],
    ['scope=%00&Audience=a', [AUDIENCE, SCOPE, 'Audience is no parameter of this endpoint: it takes audience and scope']],
  ])('names everything that is wrong with %j', (query, violations) => {
    expect(parseForwardAuthQuery(query)).toEqual({ violation: violations.join('; ') });
  });
});
