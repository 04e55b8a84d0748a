import { describe, expect, it } from '@jest/globals';
import { buildContentSecurityPolicy, buildPageHeaders, toSourceExpression } from './page-headers.js';

function directives(origins: { pictures?: string[]; formTargets?: string[] }): Record<string, string> {
  const policy = buildContentSecurityPolicy({ pictures: [null, ...(origins.pictures ?? [])], formTargets: origins.formTargets ?? [] });
  return Object.fromEntries(policy.split('; ').map((directive) => directive.split(/ (.*)/, 2) as [string, string]));
}

describe('content security policy of a page', () => {
  it('allows only own resources and forbids framing', () => {
    expect(directives({})).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'font-src': "'self'",
      'img-src': "'self'",
      'connect-src': "'self'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
      'base-uri': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': "'none'",
    });
  });

  it('allows the origins of the logos of the operator and the application', () => {
    const pictures = ['https://www.example.com:8443/logo.svg?x=1', 'https://app.example.com/a.png', 'https://app.example.com/b.png'];
    expect(directives({ pictures })['img-src']).toBe("'self' https://www.example.com:8443 https://app.example.com");
  });

  it('allows form targets by scheme, because an application may redirect further', () => {
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
  ])('ignores a logo that could inject a source: %s', (address) => {
    expect(toSourceExpression(address)).toBeNull();
    expect(directives({ pictures: [address] })['img-src']).toBe("'self'");
  });

  it.each(['', 'x', '/path', ';:', 'a b:c', "x';script-src *:/"])('ignores a form target without a scheme: %s', (address) => {
    expect(directives({ formTargets: [address] })['form-action']).toBe("'self'");
  });
});

describe('page headers', () => {
  it('prevent caching, framing, content sniffing and referrers', () => {
    expect(buildPageHeaders({ pictures: [null], formTargets: [] })).toMatchObject({
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
