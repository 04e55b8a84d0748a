import { i18n } from '@lingui/core';
import { MESSAGE_LANGUAGES, renderMail } from '@latchkey/message';
import type { PreviewProps } from './page-preview.js';
import classes from './preview.module.css';

const LINK = 'https://';
const LINK_MINUTES = 10;

/** The mail with a sign-in link, in the words that Latchkey sends. */
export function MailPreview({ domain, values, scheme }: PreviewProps) {
  const place = values.name.trim() || domain;
  const language = MESSAGE_LANGUAGES.find((known) => known === i18n.locale) ?? MESSAGE_LANGUAGES[0];
  const link = `${LINK}${domain}/connect/magiclink?token=…`;
  const message = {
    to: 'maya@example.com',
    name: 'Maya Okafor',
    language,
    place,
    content: { kind: 'sign-in-link', link, minutes: LINK_MINUTES },
  } as const;
  const { subject, text } = renderMail(message, null);
  return (
    <div className={classes['mail']} data-scheme-preview={scheme} role="img" aria-label={i18n.t('Preview of the mail with a sign-in link')}>
      <div className={classes['envelope']}>
        <span>{[...place][0]?.toUpperCase()}</span>
        <div>
          <strong>{subject}</strong>
          <small>{i18n.t('to {address}', { address: 'maya@example.com' })}</small>
        </div>
      </div>
      {text
        .trim()
        .split('\n\n')
        .map((paragraph) => (
          <p key={paragraph}>{paragraph === link ? <u>{paragraph}</u> : paragraph}</p>
        ))}
    </div>
  );
}
