import { describe, expect, it } from '@jest/globals';
import { createCookieOptions } from './cookies.js';

const ATTRIBUTES = { httpOnly: true, sameSite: 'lax', signed: true, overwrite: true };

describe('cookies of oidc-provider', () => {
  it('are signed, HttpOnly, SameSite=Lax, Secure and prefixed over https', () => {
    const { keys, names, long, short } = createCookieOptions('https://acme.example.com', [Buffer.from('key')]);

    expect([long, short]).toEqual([
      { ...ATTRIBUTES, secure: true, path: '/' },
      { ...ATTRIBUTES, secure: true },
    ]);
    expect(names).toEqual({ session: '__Host-session', interaction: '__Secure-interaction', resume: '__Secure-interaction_resume' });
    expect(keys).toEqual(['a2V5']);
  });

  it('are not Secure over http, and have names that applications on other ports do not use', () => {
    const { names, long, short } = createCookieOptions('http://localhost:3001', [Buffer.from('key')]);

    expect([long, short]).toEqual([
      { ...ATTRIBUTES, secure: false, path: '/' },
      { ...ATTRIBUTES, secure: false },
    ]);
    expect(names).toEqual({
      session: 'latchkey_session',
      interaction: 'latchkey_interaction',
      resume: 'latchkey_interaction_resume',
    });
  });
});
