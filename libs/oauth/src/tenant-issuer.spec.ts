import { describe, expect, it } from '@jest/globals';
import { getDeclaredIssuer, getTokenIssuer } from './tenant-issuer.js';

const HOST = 'https://login.microsoftonline.com';
const TENANT = '8f2b5c1e-3c1d-4a55-9a0e-5b7b6a2f4c10';

describe('issuers of many tenants', () => {
  it.each(['common', 'organizations'])('state a template, and each tenant has its own: %s', (alias) => {
    expect(getDeclaredIssuer(`${HOST}/${alias}/v2.0`)).toBe(`${HOST}/{tenantid}/v2.0`);
    expect(getTokenIssuer(`${HOST}/${alias}/v2.0`, TENANT)).toBe(`${HOST}/${TENANT}/v2.0`);
  });

  it.each([undefined, null, 5, '', '{tenantid}', `${TENANT}/x`, `x${TENANT}`, `${TENANT}\n`, '../evil', '$1', [TENANT]])(
    'have no token of the tenant %j',
    (tid) => {
      expect(getTokenIssuer(`${HOST}/common/v2.0`, tid)).toBeNull();
    },
  );

  it.each([`${HOST}/${TENANT}/v2.0`, `${HOST}/commons/v2.0`, `${HOST}/common/v2.0/x`, 'https://idp.example.com', `${HOST}/common`])(
    'are no others: %s',
    (issuer) => {
      expect([getDeclaredIssuer(issuer), getTokenIssuer(issuer, TENANT)]).toEqual([issuer, issuer]);
    },
  );
});
