import { h } from '../components/hyperscript.js';
import { link } from '../components/elements.js';
import { renderPage } from '../components/layout.js';
import type { PageContext } from '../page-context.js';
import { isTextKey, getTranslator } from '../i18n/texts/texts.js';
import type { ErrorView } from './view-models.js';

/** The error, what to do, and the request id in the log. */
export function errorPage(context: PageContext, { kind, provider, requestId, backTo }: ErrorView): string {
  const say = getTranslator(context.language);
  const getErrorText = (part: 'heading' | 'help'): string => {
    const [text, named] = [`error-${kind}-${part}`, `error-${kind}-${part}-named`] as const;
    return provider !== null && isTextKey(named) ? say(named, { provider }) : say(text);
  };
  return renderPage(
    context,
    { heading: getErrorText('heading'), failed: true },
    h('p', { class: 'lead' }, getErrorText('help')),
    backTo === null ? null : h('p', {}, link(say(backTo.startsWith('/') ? 'error-back' : 'error-back-to-application'), backTo)),
    h('p', { class: 'hint request-id' }, say('error-request-id'), ' ', h('code', {}, requestId)),
  );
}
