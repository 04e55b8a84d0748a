import { getTranslator, type TextKey, type Translator } from '@latchkey/page-texts';
import { accountFrame } from '../components/account-frame.js';
import { link } from '../components/elements.js';
import { h, type Element } from '../components/hyperscript.js';
import { renderPage } from '../components/layout.js';
import { joinTexts, textWithTime } from '../components/time.js';
import { createDateFormatter, type DateFormatter } from '../i18n/date-formatter.js';
import type { PageContext } from '../page-context.js';
import type { AccountActivityView, ActivityItem } from './account-view-models.js';

/** Heading "Activity"; link "Older activity" if there is more. */
export function accountActivityPage(context: PageContext, { items, older, now, timeZone, csrf }: AccountActivityView): string {
  const say = getTranslator(context);
  const times = createDateFormatter(context.language, now, timeZone);
  return renderPage(
    context,
    { heading: say('account-activity'), account: accountFrame(say, 'account-activity', csrf) },
    h(
      'section',
      { 'aria-label': say('account-activity') },
      h('p', { class: 'hint' }, say(items.length === 0 ? 'activity-none' : 'activity-intro')),
      items.length === 0
        ? null
        : h(
            'ul',
            { class: 'items' },
            items.map((item) => entry(say, times, item)),
          ),
      older && h('p', {}, link(say('activity-older'), older)),
    ),
  );
}

function entry(say: Translator, times: DateFormatter, { type, at, application, isByOther }: ActivityItem): Element {
  const details = [
    textWithTime(times, at, (date) => date),
    ...(application === null ? [] : [h('bdi', {}, application)]),
    ...(isByOther ? [say('activity-by-operator')] : []),
  ];
  const sentence = say(`activity-${type.replaceAll('.', '-')}` as TextKey);
  return h('li', {}, h('div', { class: 'about' }, h('strong', {}, sentence), h('p', { class: 'hint' }, joinTexts(details))));
}
