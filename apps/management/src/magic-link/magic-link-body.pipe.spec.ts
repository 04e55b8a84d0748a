import { describe, expect, it } from '@jest/globals';
import type { ManagementSettings } from '@latchkey/config';
import type { Violation, Problem } from '@latchkey/problem';
import { MagicLinkBodyPipe } from './magic-link-body.pipe.js';
import { MagicLinkRequest } from './magic-link.dto.js';

const NEEDS_HTTPS = 'must start with https://';

describe('redirectUri of a magic link', () => {
  it.each([
    ['https://app.example.com/welcome', null, null],
    ['https://localhost/welcome', null, null],
    ['http://localhost:8080/welcome', NEEDS_HTTPS, null],
    ['http://127.0.0.1:8080', NEEDS_HTTPS, null],
    ['http://[::1]/welcome', NEEDS_HTTPS, null],
    ['http://app.localhost/welcome', NEEDS_HTTPS, null],
    ['http://app.example.com/', NEEDS_HTTPS, NEEDS_HTTPS],
    ['http://localhost.example.com/', NEEDS_HTTPS, NEEDS_HTTPS],
    ['http://localhost@example.com/', NEEDS_HTTPS, NEEDS_HTTPS],
    ['http://10.0.0.1/', NEEDS_HTTPS, NEEDS_HTTPS],
    ['HTTP://localhost/', NEEDS_HTTPS, NEEDS_HTTPS],
    ['com.example.app:/welcome', NEEDS_HTTPS, NEEDS_HTTPS],
  ])('rejects %s in production with: %s, elsewhere with: %s', async (redirectUri, inProduction, elsewhere) => {
    const findDetail = async (production: boolean) => {
      const violations = await findViolations(production, { redirectUri });
      expect(violations.length).toBeLessThanOrEqual(1);
      return violations[0]?.detail ?? null;
    };

    expect([await findDetail(true), await findDetail(false)]).toEqual([inProduction, elsewhere]);
  });

  it('applies the other rules to loopback URLs', async () => {
    const uris = ['http://localhost/?a=b', 'http://localhost/#a', 'http://ada@localhost/', 'http://0x7f.1/'];

    const violations = await Promise.all(uris.map((redirectUri) => findViolations(false, { redirectUri })));

    expect(violations.map(([first]) => first?.detail)).toEqual([
      'must not have a query (?...)',
      'must not have a fragment (#...)',
      'must not contain a user name or password',
      'must name a host as a DNS name or an IP address in its usual form',
    ]);
  });

  it('is rejected in production together with all other errors of the body', async () => {
    const violations = await findViolations(true, { redirectUri: 'http://localhost/', resetPasskeys: 'yes', other: 1 });

    expect(violations.map(({ pointer }) => pointer).toSorted()).toEqual(['/other', '/redirectUri', '/resetPasskeys']);
  });
});

async function findViolations(production: boolean, body: object): Promise<readonly Violation[]> {
  try {
    await new MagicLinkBodyPipe({ production } as ManagementSettings).transform(body, { type: 'body', metatype: MagicLinkRequest });
    return [];
  } catch (error) {
    return (error as Problem).errors!;
  }
}
