import { getTranslator } from '@latchkey/page-texts';
import { h } from '../components/hyperscript.js';
import { button, form, linkButton } from '../components/elements.js';
import { renderPage } from '../components/layout.js';
import type { PageContext } from '../page-context.js';
import type { FormPostView, SignedOutView, SignOutView } from './view-models.js';

/** "Sign out" or "Stay signed in". */
export function signOutPage(context: PageContext, { application, action, fields }: SignOutView): string {
  const say = getTranslator(context);
  const { domain } = context;
  const intro = application === null ? say('sign-out-intro', { domain }) : say('sign-out-intro-application', { application, domain });
  return renderPage(
    context,
    { heading: say('sign-out-heading') },
    h('p', { class: 'lead' }, intro),
    form(
      { action, fields, attributes: { class: 'stack' } },
      button(say('sign-out'), { kind: 'primary', name: 'logout', value: 'yes' }),
      button(say('stay-signed-in'), { kind: 'secondary' }),
    ),
  );
}

export function signedOutPage(context: PageContext, { continueTo }: SignedOutView): string {
  const say = getTranslator(context);
  return renderPage(
    context,
    { heading: say('signed-out-heading'), picture: 'turned' },
    h('p', { class: 'lead' }, say('signed-out-intro')),
    continueTo === null ? null : linkButton(say('sign-in-again'), continueTo),
  );
}

/** Sends a response to the application by form post. The script submits it; without the script, "Continue" does. */
export function formPostPage(context: PageContext, { application, action, fields }: FormPostView): string {
  const say = getTranslator(context);
  return renderPage(
    context,
    { heading: say('form-post-heading', { application }) },
    h('p', { class: 'lead' }, say('form-post-intro')),
    form({ action, fields, attributes: { 'data-submit': '' } }, button(say('continue'), { kind: 'primary' })),
  );
}
