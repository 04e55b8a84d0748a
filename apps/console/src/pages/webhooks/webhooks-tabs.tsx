import { i18n } from '@lingui/core';
import { Link } from '@tanstack/react-router';
import { TAB_LINK, TabLinks } from '../../ui/tabs.js';

/** The two ways by which others hear of changes. */
export function WebhooksTabs({ domain }: { domain: string }) {
  return (
    <TabLinks label={i18n.t('Webhooks and Shared Signals')}>
      <Link to="/d/$domain/webhooks" params={{ domain }} {...TAB_LINK}>
        {i18n.t('Webhooks')}
      </Link>
      <Link to="/d/$domain/webhooks/signals" params={{ domain }} {...TAB_LINK}>
        {i18n.t('Shared Signals')}
      </Link>
    </TabLinks>
  );
}
