import { i18n } from '@lingui/core';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useCan } from '../../api/caller.js';
import { PageHeader } from '../../ui/page-header.js';
import { Columns } from '../../ui/panel.js';
import { TAB_LINK, TabLinks } from '../../ui/tabs.js';
import { ClientRegistrationTab } from './client-registration-tab.js';
import { ConfigurationTab } from './configuration-tab.js';
import { DeletionReceipt } from './deletion-receipt.js';
import { DeleteDomain } from './delete-domain.js';
import { RetentionForm } from './retention-form.js';
import { SignInForm } from './sign-in-form.js';
import { SigningForm } from './signing-form.js';
import classes from './settings.module.css';

/** What applies to the whole domain. */
export function SettingsPage() {
  const { domain } = useParams({ from: '/d/$domain/settings' });
  const { tab = 'general' } = useParams({ strict: false });
  const { deletion } = useSearch({ from: '/d/$domain/settings' });
  const can = useCan();
  if (deletion !== undefined) {
    return (
      <>
        <PageHeader title={i18n.t('{domain} is deleted', { domain })} />
        <Columns>
          <DeletionReceipt deletionId={deletion} />
        </Columns>
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={i18n.t('Settings')}
        facts={<code>{domain}</code>}
        tabs={
          <TabLinks label={i18n.t('Settings')}>
            <Link to="/d/$domain/settings" params={{ domain }} {...TAB_LINK}>
              {i18n.t('General')}
            </Link>
            <Link to="/d/$domain/settings/$tab" params={{ domain, tab: 'configuration' }} {...TAB_LINK}>
              {i18n.t('Configuration')}
            </Link>
            {can('client:read') && (
              <Link to="/d/$domain/settings/$tab" params={{ domain, tab: 'registration' }} {...TAB_LINK}>
                {i18n.t('Client registration')}
              </Link>
            )}
            {can('domain:write') && (
              <Link to="/d/$domain/settings/$tab" params={{ domain, tab: 'danger' }} {...TAB_LINK}>
                {i18n.t('Danger zone')}
              </Link>
            )}
          </TabLinks>
        }
      />
      <Columns>
        {!can('domain:write') && (
          <p className={classes['hint']}>{i18n.t('You may read the settings. To change them, ask an owner for domain:write.')}</p>
        )}
        {tab === 'configuration' && <ConfigurationTab domain={domain} />}
        {tab === 'registration' && can('client:read') && <ClientRegistrationTab domain={domain} />}
        {tab === 'danger' && can('domain:write') && <DeleteDomain domain={domain} />}
        {tab === 'general' && (
          <>
            <div className={classes['pair']}>
              <SigningForm domain={domain} />
              {can('log:read') && <RetentionForm domain={domain} />}
            </div>
            <SignInForm domain={domain} />
          </>
        )}
      </Columns>
    </>
  );
}
