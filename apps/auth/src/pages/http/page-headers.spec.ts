import { describe, expect, it } from '@jest/globals';
import { buildContentSecurityPolicy, buildPageHeaders, toSourceExpression } from './page-headers.js';

function directives(origins: { logoUrl?: string; formTargets?: string[] }): Record<string, string> {
  const policy = buildContentSecurityPolicy({ logoUrl: origins.logoUrl ?? null, formTargets: origins.formTargets ?? [] });
  return Object.fromEntries(policy.split('; ').map((directive) => directive.split(/ (.*)/, 2) as [string, string]));
}

describe('the content security policy of a page', () => {
  it('lets nothing in but our own files, and nobody frame it', () => {
    expect(directives({})).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'img-src': "'self'",
      'connect-src': "'self'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
      'base-uri': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': "'none'",
    });
  });

  it('lets in the operator’s logo, by its origin', () => {
    expect(directives({ logoUrl: 'https://www.example.com:8443/logo.svg?x=1' })['img-src']).toBe("'self' https://www.example.com:8443");
  });

  it('lets forms lead to where they must, by scheme: an application sends on to wherever it likes', () => {
    const formTargets = ['https://app.example.com/cb', 'https://other.example.com/cb', 'com.example.app:/cb', 'http://127.0.0.1:8080/cb'];
    expect(directives({ formTargets })['form-action']).toBe("'self' https: com.example.app: http:");
  });

  it.each([
    '',
    'x',
    '/path',
    'http://www.example.com/',
    'https://a;script-src%20*/',
    'https://a;script-src',
    'https://a,b/',
    "https://a'b/",
  ])('has no source for a logo that could be more than one: %s', (address) => {
    expect(toSourceExpression(address)).toBeNull();
    expect(directives({ logoUrl: address })['img-src']).toBe("'self'");
  });

  it.each(['', 'x', '/path', ';:', 'a b:c', "x';script-src *:/"])('has no scheme for a target without one: %s', (address) => {
    expect(directives({ formTargets: [address] })['form-action']).toBe("'self'");
  });
});

describe('the headers of a page', () => {
  it('keep it from being stored, framed, sniffed, and its address from being told', () => {
    expect(buildPageHeaders({ logoUrl: null, formTargets: [] })).toMatchObject({
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Frame-Options': 'DENY',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Permissions-Policy': expect.stringMatching(
        /^publickey-credentials-get=\(self\), publickey-credentials-create=\(self\), .*camera=\(\)/,
      ),
    });
  });
});
