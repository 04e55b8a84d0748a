import { useMemo } from 'react';
import { i18n } from '@lingui/core';
import { MESSAGE_LANGUAGES, renderMail, type MailBranding } from '@latchkey/message';
import { findAccentColorViolation, findBackgroundColorViolation } from '@latchkey/oauth';
import { toBody, type BrandingValues } from './branding-query.js';
import { MailHtml } from './mail-html.js';
import type { PreviewProps } from './page-preview.js';
import classes from './preview.module.css';

const LINK_MINUTES = 10;
const RECIPIENT = { to: 'maya@example.com', name: 'Maya Okafor' } as const;
const APPLICATION = { name: 'Example', logoUri: null };

/** The mail with a sign-in link, as Latchkey sends it with these values. */
export function MailPreview({ domain, values, scheme, isNarrow }: PreviewProps & { isNarrow: boolean }) {
  const place = values.name.trim() || domain;
  const language = MESSAGE_LANGUAGES.find((known) => known === i18n.locale) ?? MESSAGE_LANGUAGES[0];
  // The time of the request stays while one types.
  const at = useMemo(() => new Date().toISOString(), []);
  const content = { kind: 'sign-in-link', link: `https://${domain}/connect/magiclink?token=…`, minutes: LINK_MINUTES } as const;
  const request = { at, device: 'Firefox, Windows', address: '192.0.2.1', application: APPLICATION };
  const { subject, html } = renderMail({ ...RECIPIENT, language, place, content, request }, toBranding(values));
  return (
    <div className={classes['mail']} data-scheme-preview={scheme} role="img" aria-label={i18n.t('Preview of the mail with a sign-in link')}>
      <div className={classes['envelope']}>
        <span>{[...place][0]?.toUpperCase()}</span>
        <div>
          <strong>{subject}</strong>
          <small>{i18n.t('to {address}', { address: RECIPIENT.to })}</small>
        </div>
      </div>
      <MailHtml html={html} scheme={scheme} isNarrow={isNarrow} />
    </div>
  );
}

/** A color that is not whole yet counts as none, as in the preview of the page. */
function toBranding(values: BrandingValues): MailBranding {
  const { logoUrl = null, supportUri = null, termsUri = null, privacyUri = null } = toBody(values);
  return {
    accentColor: findAccentColorViolation(values.accentColor) === null ? values.accentColor : null,
    backgroundColor: findBackgroundColorViolation(values.backgroundColor) === null ? values.backgroundColor : null,
    logoUrl,
    supportUri,
    termsUri,
    privacyUri,
  };
}
