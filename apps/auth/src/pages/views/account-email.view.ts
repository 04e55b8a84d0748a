import { getTranslator } from '@latchkey/page-texts';
import { button, form, linkButton } from '../components/elements.js';
import { h } from '../components/hyperscript.js';
import { renderPage } from '../components/layout.js';
import type { PageContext } from '../page-context.js';
import type { EmailLinkView } from './account-view-models.js';
import type { FormView } from './view-models.js';

/** Heading "Use this email address?", button "Use this address". */
export function emailConfirmationPage(context: PageContext, { csrf, address, action, fields }: EmailLinkView & FormView): string {
  const say = getTranslator(context);
  return renderPage(
    context,
    { heading: say('email-confirm-heading'), picture: 'envelope' },
    h('p', { class: 'lead' }, say('email-confirm-intro', { address })),
    form({ action, fields: { csrf, ...fields } }, button(say('email-confirm-button'), { kind: 'primary' })),
  );
}

/** Heading "Sign in to confirm the address", link "Sign in". */
export function emailSignInPage(context: PageContext, { continueTo }: { continueTo: string }): string {
  const say = getTranslator(context);
  return renderPage(
    context,
    { heading: say('email-sign-in-heading'), picture: 'envelope' },
    h('p', { class: 'lead' }, say('email-sign-in-intro')),
    linkButton(say('sign-in-heading'), continueTo),
  );
}

/** Heading "Undo the change of your email address?", button "Undo the change". */
export function emailUndoPage(context: PageContext, { address, action, fields }: EmailLinkView): string {
  const say = getTranslator(context);
  return renderPage(
    context,
    { heading: say('email-undo-heading'), picture: 'envelope' },
    h('p', { class: 'lead' }, say('email-undo-intro', { address })),
    form({ action, fields }, button(say('email-undo-button'), { kind: 'primary' })),
  );
}

/** Heading "The change was undone", link "Sign in". */
export function emailUndonePage(context: PageContext, { continueTo }: { continueTo: string }): string {
  const say = getTranslator(context);
  return renderPage(
    context,
    { heading: say('email-undone-heading'), picture: 'turned' },
    h('p', { class: 'lead' }, say('email-undone-intro')),
    linkButton(say('sign-in-heading'), continueTo),
  );
}
