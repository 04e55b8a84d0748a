import { useState } from 'react';
import { i18n } from '@lingui/core';
import { findBackgroundColorViolation } from '@latchkey/oauth';
import { toAccent, type Scheme } from './accent.js';
import type { BrandingValues } from './branding-query.js';
import classes from './preview.module.css';

export interface PreviewProps {
  domain: string;
  values: BrandingValues;
  scheme: Scheme;
}

interface PagePreviewProps extends PreviewProps {
  providers: readonly string[];
  /** Texts of the page by their keys; by default those of this console's language. */
  texts?: Readonly<Record<string, string>>;
}

/** At most these many providers are drawn. */
const MAX_PROVIDERS = 2;

/** The sign-in page as the auth server draws it with these values. Nothing in it can be used. */
export function PagePreview({ domain, values, scheme, providers, texts = {} }: PagePreviewProps) {
  const accent = toAccent(values.accentColor, scheme);
  const isPlain = scheme === 'light' && findBackgroundColorViolation(values.backgroundColor) === null;
  const style = {
    '--accent': accent.fill,
    '--on-accent': accent.text,
    '--accent-ink': accent.ink,
    ...(isPlain && { '--ground': values.backgroundColor }),
  } as React.CSSProperties;
  const logo = (scheme === 'dark' && values.darkLogoUrl) || values.logoUrl;
  return (
    <div
      className={classes['page']}
      data-scheme-preview={scheme}
      data-corners={values.corners}
      data-font={values.font}
      style={style}
      role="img"
      aria-label={i18n.t('Preview of the sign-in page')}
    >
      <div className={classes['site']}>
        <Logo key={logo} url={logo} />
        <b>{values.name.trim() || domain}</b>
      </div>
      <div className={classes['card']}>
        <strong>{texts['sign-in-heading'] ?? i18n.t('Sign in')}</strong>
        <p className={classes['lead']}>{texts['sign-in-to-account'] ?? i18n.t('to manage your account')}</p>
        <b className={classes['label']}>{texts['username-label'] ?? i18n.t('Username or email')}</b>
        <span className={classes['field']} />
        <span className={classes['primary']}>{texts['continue'] ?? i18n.t('Continue')}</span>
        <span className={classes['separator']}>{texts['or'] ?? i18n.t('or')}</span>
        <span className={classes['secondary']}>{texts['sign-in-with-passkey'] ?? i18n.t('Sign in with a passkey')}</span>
        {providers.slice(0, MAX_PROVIDERS).map((provider) => (
          <span key={provider} className={classes['secondary']}>
            {texts['continue-with-provider']?.replace('{provider}', provider) ?? i18n.t('Continue with {provider}', { provider })}
          </span>
        ))}
      </div>
      <p className={classes['foot']}>
        {i18n.t('You are on {domain}', { domain })}
        {values.termsUri.trim() && <u>{i18n.t('Terms')}</u>}
        {values.privacyUri.trim() && <u>{i18n.t('Privacy policy')}</u>}
        {values.supportUri.trim() && <u>{i18n.t('Help')}</u>}
      </p>
    </div>
  );
}

/** The logo, unless its address is no https URL or nothing loads from there. */
function Logo({ url }: { url: string }) {
  const [isBroken, setBroken] = useState(false);
  if (!url.startsWith('https://') || isBroken) return null;
  return <img src={url} alt="" height={32} referrerPolicy="no-referrer" onError={() => setBroken(true)} />;
}
