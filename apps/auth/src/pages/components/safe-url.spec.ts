import { describe, expect, it } from '@jest/globals';
import { toSafeUrl } from './safe-url.js';

describe('toSafeUrl', () => {
  it.each([
    '/',
    '/account',
    '/sign-in/x?y=z#w',
    'https://app.example.com/callback?x=1',
    'http://127.0.0.1:8080/cb',
    'http://[::1]/cb',
    'com.example.app:/callback',
    'com.example.app://callback',
  ])('keeps the URL %s', (address) => {
    expect(toSafeUrl(address)).toBe(address);
  });

  it.each([
    '',
    'account',
    '//other.example.com/',
    '/\\other.example.com/',
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'blob:https://app.example.com/x',
    'file:///etc/passwd',
    'mailto:x@example.com',
    'intent:x',
    'https:',
    'about:blank',
  ])('replaces a URL with any other scheme by #: %j', (address) => {
    expect(toSafeUrl(address)).toBe('#');
  });
});
