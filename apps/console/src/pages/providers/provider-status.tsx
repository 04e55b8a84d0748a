import { i18n } from '@lingui/core';
import { Status } from '../../ui/status.js';

/** Whether users can sign in with a provider, in words. */
export function ProviderStatus({ enabled }: { enabled: boolean }) {
  return <Status tone={enabled ? 'success' : 'neutral'}>{enabled ? i18n.t('Enabled') : i18n.t('Disabled')}</Status>;
}
