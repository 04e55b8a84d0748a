import { h } from './element.js';
import { link } from './elements.js';
import { page } from './layout.js';
import type { PageContext } from './page-context.js';
import { isText, textsOf } from './texts/texts.js';
import type { ErrorView } from './view-models.js';

/** What happened, what to do, and the number under which it stands in the log. */
export function errorPage(context: PageContext, { kind, provider, requestId, backTo }: ErrorView): string {
  const say = textsOf(context.language);
  const tell = (part: 'heading' | 'help'): string => {
    const [text, named] = [`error-${kind}-${part}`, `error-${kind}-${part}-named`] as const;
    return provider !== null && isText(named) ? say(named, { provider }) : say(text);
  };
  return page(
    context,
    { heading: tell('heading'), failed: true },
    h('p', { class: 'lead' }, tell('help')),
    backTo === null ? null : h('p', {}, link(say(backTo.startsWith('/') ? 'error-back' : 'error-back-to-application'), backTo)),
    h('p', { class: 'hint request-id' }, say('error-request-id'), ' ', h('code', {}, requestId)),
  );
}
