import type { Translator } from '@latchkey/page-texts';
import { link } from './elements.js';
import { h, type Element } from './hyperscript.js';
import { avatar } from './mark.js';
import { allowBreakBeforeAt } from './wrapping.js';

interface AccountBox {
  account: string;
  /** Whether it has signed in; otherwise it is what the person has typed. */
  isSignedIn?: boolean;
  /** URL of the form to use another account; null: none. */
  change?: string | null;
}

/** The account that signs in or has signed in. */
export function accountBox(say: Translator, { account, isSignedIn = false, change = null }: AccountBox): Element {
  return h(
    'div',
    { class: 'account-box' },
    avatar(account),
    h(
      'p',
      {},
      h('span', { class: 'for-screen-readers' }, say(isSignedIn ? 'consent-account' : 'signing-in-as'), ' '),
      h('bdi', {}, allowBreakBeforeAt(account)),
    ),
    change === null ? null : link(say('switch-account'), change),
  );
}
