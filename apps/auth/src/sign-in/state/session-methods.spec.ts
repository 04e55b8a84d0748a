import { describe, expect, it } from '@jest/globals';
import { listSessionMethods, getSessionAuthTime } from './session-methods.js';

const session = { sub: 'somebody', amr: ['email'], acr: '0', authTime: 1 };

describe('what was shown before', () => {
  it.each([[['assurance']], [['acr']], [['assurance', 'acr']]])('counts where only more is asked for: %j', (reasons) => {
    expect(listSessionMethods({ reasons, session })).toEqual(['email-link']);
  });

  it.each([[[]], [['no_session']], [['login_prompt', 'assurance']], [['max_age', 'acr']], [['reauthenticate', 'assurance']]])(
    'does not count where it is to be shown anew: %j',
    (reasons) => {
      expect(listSessionMethods({ reasons, session })).toEqual([]);
    },
  );

  it('is nothing where nobody is signed in', () => {
    expect(listSessionMethods({ reasons: ['assurance'] })).toEqual([]);
  });
});

describe('somebody is signed in', () => {
  const interaction = { reasons: ['acr'], session };

  it('since they last showed something', () => {
    expect(getSessionAuthTime(interaction, { sub: 'somebody', methods: ['email-link'] })).toBe(1);
  });

  it.each<[string, Parameters<typeof getSessionAuthTime>]>([
    ['has shown more', [interaction, { sub: 'somebody', methods: ['email-link', 'totp'] }]],
    ['is somebody else', [interaction, { sub: 'another', methods: ['email-link'] }]],
    [
      'was to show it anew',
      [
        { reasons: ['login_prompt'], session },
        { sub: 'somebody', methods: ['email-link'] },
      ],
    ],
    ['was not', [{ reasons: ['no_session'] }, { sub: 'somebody', methods: ['email-link'] }]],
  ])('since now, who %s', (_who, [asked, shown]) => {
    expect(getSessionAuthTime(asked, shown)).toBeUndefined();
  });
});
