import { describe, expect, it } from '@jest/globals';
import { resumedMethods } from './resumed-methods.js';

const session = { sub: 'somebody', amr: ['email'], acr: '0', authTime: 1 };

describe('what was shown before', () => {
  it.each([[['assurance']], [['acr']], [['assurance', 'acr']]])('counts where only more is asked for: %j', (reasons) => {
    expect(resumedMethods({ reasons, session })).toEqual(['email-link']);
  });

  it.each([[[]], [['no_session']], [['login_prompt', 'assurance']], [['max_age', 'acr']], [['reauthenticate', 'assurance']]])(
    'does not count where it is to be shown anew: %j',
    (reasons) => {
      expect(resumedMethods({ reasons, session })).toEqual([]);
    },
  );

  it('is nothing where nobody is signed in', () => {
    expect(resumedMethods({ reasons: ['assurance'] })).toEqual([]);
  });
});
