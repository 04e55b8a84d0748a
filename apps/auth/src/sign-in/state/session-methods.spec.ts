import { describe, expect, it } from '@jest/globals';
import { listSessionMethods, getSessionAuthTime } from './session-methods.js';

const session = { sub: 'somebody', amr: ['email'], acr: '0', authTime: 1 };

describe('listSessionMethods', () => {
  it.each([[['assurance']], [['acr']], [['assurance', 'acr']]])('lists the methods of the session for a step-up: %j', (reasons) => {
    expect(listSessionMethods({ reasons, session })).toEqual(['email-link']);
  });

  it.each([[[]], [['no_session']], [['login_prompt', 'assurance']], [['max_age', 'acr']], [['reauthenticate', 'assurance']]])(
    'lists no methods if reauthentication is required: %j',
    (reasons) => {
      expect(listSessionMethods({ reasons, session })).toEqual([]);
    },
  );

  it('lists no methods without a session', () => {
    expect(listSessionMethods({ reasons: ['assurance'] })).toEqual([]);
  });
});

describe('getSessionAuthTime', () => {
  const interaction = { reasons: ['acr'], session };

  it("keeps the session's time if the user completes no new factor", () => {
    expect(getSessionAuthTime(interaction, { sub: 'somebody', methods: ['email-link'] })).toBe(1);
  });

  it.each<[string, Parameters<typeof getSessionAuthTime>]>([
    ['has completed another factor', [interaction, { sub: 'somebody', methods: ['email-link', 'totp'] }]],
    ['is another user', [interaction, { sub: 'another', methods: ['email-link'] }]],
    [
      'had to reauthenticate',
      [
        { reasons: ['login_prompt'], session },
        { sub: 'somebody', methods: ['email-link'] },
      ],
    ],
    ['had no session', [{ reasons: ['no_session'] }, { sub: 'somebody', methods: ['email-link'] }]],
  ])('returns the current time if the user %s', (_who, [asked, shown]) => {
    expect(getSessionAuthTime(asked, shown)).toBeUndefined();
  });
});
