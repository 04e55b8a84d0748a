import { describe, expect, it } from '@jest/globals';
import { normalizeDomainName } from '../current-domain/normalize-domain-name.js';
import { findSandboxNameViolation, isInSandboxZone } from './sandbox-name.js';

const ZONE = 'sandbox.example.com';
const findViolation = (input: string): string | null => findSandboxNameViolation(normalizeDomainName(input), ZONE);

describe('names in the sandbox zone', () => {
  it.each([ZONE, `a.${ZONE}`, `a.b.${ZONE}`, ZONE.toUpperCase(), `${ZONE}.`, `login.${ZONE.replace('sandbox', 'ｓandbox')}`])(
    'recognizes %j',
    (input) => {
      expect(isInSandboxZone(normalizeDomainName(input), ZONE)).toBe(true);
    },
  );

  it.each(['notsandbox.example.com', 'sandbox.example.com.evil.example', 'example.com'])('does not recognize %s', (name) => {
    expect(isInSandboxZone(name, ZONE)).toBe(false);
  });
});

describe('choosing a name in the sandbox zone', () => {
  it.each(['orders', 'a-b', '123', 'shop-2', 'a'.repeat(63), 'ORDERS', 'abc--d'])('accepts %s', (label) => {
    expect(findViolation(`${label}.${ZONE}`)).toBeNull();
  });

  it.each([
    ZONE,
    `a.${ZONE}`,
    `ab.${ZONE}`,
    `${'a'.repeat(64)}.${ZONE}`,
    `a.orders.${ZONE}`,
    `-ab.${ZONE}`,
    `ab-.${ZONE}`,
    `b\u00FCcher.${ZONE}`,
    `ab--c.${ZONE}`,
  ])('rejects %j', (input) => {
    expect(findViolation(input)).toBe(
      `must be one label of 3 to 63 letters, digits and hyphens directly under ${ZONE}, such as orders.${ZONE}`,
    );
  });

  it.each('www api admin mail auth login account console docs status autodiscover wpad mtls'.split(' '))(
    'rejects the reserved %s',
    (label) => {
      expect(findViolation(`${label}.${ZONE}`)).toBe(`must not be ${label}.${ZONE}: the label ${label} is reserved`);
    },
  );
});
