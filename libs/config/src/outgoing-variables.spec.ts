import { describe, expect, it } from '@jest/globals';
import { SettingsError } from './environment.js';
import { outgoingPolicyOf } from './outgoing-policy.js';
import { readAuthSettings, readManagementSettings } from './settings.js';

const MINIMAL = { DATABASE_URL: 'postgres://db.internal/latchkey', MASTER_KEY: Buffer.alloc(32).toString('base64') };

function readViolations(settings: Record<string, string>): readonly string[] {
  try {
    readAuthSettings({ ...MINIMAL, ...settings });
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.errors;
    throw error;
  }
}

describe('OUTGOING_ALLOW', () => {
  it('accepts CIDR blocks, addresses and host names', () => {
    const text = '10.0.0.0/8, 192.168.1.7,FD12::/16,::1,IdP.corp.internal., *.corp.internal,keycloak';

    expect(readAuthSettings({ ...MINIMAL, OUTGOING_ALLOW: text }).OUTGOING_ALLOW).toEqual({
      networks: ['10.0.0.0/8', '192.168.1.7/32', 'fd12::/16', '::1/128'],
      hosts: ['idp.corp.internal', '*.corp.internal', 'keycloak'],
    });
  });

  it.each([
    '10.0.0.0/33',
    '10.0.0',
    '10.0.0.256',
    '*',
    '*.',
    'a.*.internal',
    'https://idp.corp.internal',
    'idp.corp.internal:443',
    '[::1]',
    '::1/129',
    '',
  ])('rejects and names "%s"', (part) => {
    expect(readViolations({ OUTGOING_ALLOW: `10.0.0.0/8,${part}` })).toEqual([
      `OUTGOING_ALLOW: "${part.replace(/\.$/, '')}" is neither a CIDR block (10.0.0.0/8) nor a host name (*.corp.internal)`,
    ]);
  });

  it.each(['169.254.169.254', '169.254.0.0/16', '::ffff:169.254.169.254', 'fe80::/10', 'fe80::1'])('rejects the link-local %s', (part) => {
    expect(readViolations({ OUTGOING_ALLOW: part })).toEqual([`OUTGOING_ALLOW: "${part}" is link-local, which no request may reach`]);
  });

  it('reports each problem in a separate line', () => {
    const violations = readViolations({ OUTGOING_ALLOW: '10.0.0.0/33,fe80::1', OUTGOING_PROXY: 'socks5://proxy:1080' });

    expect(violations.map((each) => each.split(':', 1)[0])).toEqual(['OUTGOING_ALLOW', 'OUTGOING_ALLOW', 'OUTGOING_PROXY']);
  });
});

describe('OUTGOING_PROXY', () => {
  it.each(['http://proxy.corp.internal:3128', 'http://user:pass@10.0.0.1:3128/', 'http://proxy'])('accepts %s', (text) => {
    expect(readAuthSettings({ ...MINIMAL, OUTGOING_PROXY: text }).OUTGOING_PROXY).toBe(text);
  });

  it.each(['proxy:3128', 'https://proxy:3128', 'http://proxy/path', 'http://proxy?a=b', 'http://'])('rejects %s', (text) => {
    expect(readViolations({ OUTGOING_PROXY: text })).toHaveLength(1);
  });
});

describe('policy of outgoing requests', () => {
  it('contains the ports of both services, metrics, the demo, the database and Redis', () => {
    const environment = { ...MINIMAL, METRICS_PORT: '9464', REDIS_URL: 'redis://redis.internal', AUTH_PORT: '4001' };

    expect(outgoingPolicyOf(readAuthSettings(environment)).ownPorts).toEqual([3000, 4001, 9464, 3002, 5432, 6379]);
    const other = { ...environment, DATABASE_URL: 'postgres://db.internal:6432/latchkey', REDIS_URL: 'rediss://redis.internal:6380' };
    expect(outgoingPolicyOf(readManagementSettings(other)).ownPorts).toEqual([3000, 4001, 9464, 3002, 6432, 6380]);
  });
});
