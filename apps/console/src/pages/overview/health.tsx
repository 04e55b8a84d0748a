import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import type { components } from '@latchkey/api-client';
import { answer, api } from '../../api/api.js';
import { useCan } from '../../api/caller.js';
import { Panel } from '../../ui/panel.js';
import { Status } from '../../ui/status.js';
import classes from './overview.module.css';

type Details = components['schemas']['DomainDetailsResponse'];

/** Whether what the domain depends on works: its DNS, its jobs and its webhooks. */
export function Health({ details }: { details: Details }) {
  const can = useCan();
  const { domain } = details;
  const { data: webhooks } = useQuery({
    queryKey: ['webhooks', domain],
    queryFn: () => answer(api.GET('/v1/domain/{domain}/webhook', { params: { path: { domain } } })),
    enabled: can('webhook:read'),
  });
  const failing = details.jobs.filter(({ state }) => state === 'failed');
  const disabled = webhooks?.data.filter(({ disabledReason }) => disabledReason !== null).length ?? 0;
  return (
    <Panel title={i18n.t('Health')}>
      <div className={classes['health']}>
        <div>
          <Status tone={details.status === 'active' ? 'success' : 'waiting'}>{i18n.t('DNS')}</Status>
          <small>{details.status === 'active' ? i18n.t('Found') : i18n.t('Not found yet')}</small>
        </div>
        <div>
          <Status tone={failing.length === 0 ? 'success' : 'danger'}>{i18n.t('Jobs')}</Status>
          <small>
            {failing[0]?.lastError ??
              i18n.t('{count, plural, =0 {None waiting} one {# waiting} other {# waiting}}', { count: details.jobs.length })}
          </small>
        </div>
        {webhooks && (
          <div>
            <Status tone={disabled === 0 ? 'success' : 'danger'}>{i18n.t('Webhooks')}</Status>
            <small>
              {disabled > 0
                ? i18n.t('{disabled, plural, one {# disabled} other {# disabled}}', { disabled })
                : i18n.t('{count, plural, =0 {None} one {# enabled} other {# enabled}}', { count: webhooks.data.length })}
            </small>
          </div>
        )}
      </div>
    </Panel>
  );
}
