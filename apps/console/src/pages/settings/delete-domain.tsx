import { i18n } from '@lingui/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { answer, api } from '../../api/api.js';
import { useCan } from '../../api/caller.js';
import { DangerZone } from '../../ui/danger-zone.js';
import classes from './settings.module.css';

/** Counts what stops, by the totals of the lists. */
function useCounts(domain: string) {
  const can = useCan();
  const path = { domain };
  const one = { limit: 1 };
  const clients = useQuery({
    queryKey: ['client-count', domain],
    queryFn: () => answer(api.GET('/v1/domain/{domain}/client', { params: { path, query: one } })),
    enabled: can('client:read'),
  });
  const users = useQuery({
    queryKey: ['user-count', domain],
    queryFn: () => answer(api.GET('/v1/domain/{domain}/user', { params: { path, query: one } })),
    enabled: can('user:read'),
  });
  return { clients: clients.data?.total ?? null, users: users.data?.total ?? null };
}

/** Deletes the domain after its name was typed, and shows the receipt. */
export function DeleteDomain({ domain }: { domain: string }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { clients, users } = useCounts(domain);
  const remove = async () => {
    const request = api.DELETE('/v1/domain/{domain}', { params: { path: { domain } } });
    await answer(request);
    const deletion = (await request).response.headers.get('location')?.split('/').at(-1);
    if (deletion) await navigate({ to: '/d/$domain/settings', params: { domain }, search: { deletion }, replace: true });
    else await navigate({ to: '/domains', search: {} });
    await queries.invalidateQueries({ queryKey: ['domains'] });
  };
  const numbers = [
    clients !== null && i18n.t('{clients, plural, one {# client} other {# clients}}', { clients }),
    users !== null && i18n.t('{users, plural, one {# user} other {# users}}', { users }),
  ].filter((text) => text !== false);
  return (
    <div className={classes['form']}>
      <DangerZone title={i18n.t('Delete {domain}', { domain })} name={domain} onDelete={remove}>
        {numbers.length > 0 &&
          i18n.t('{what} stop at once: no sign-in, no token, no key set.', {
            what: new Intl.ListFormat(i18n.locale).format(numbers),
          })}{' '}
        {i18n.t('The domain, its log and its keys are deleted for ever. You get a signed receipt.')}{' '}
        {i18n.t('To come back later, download the configuration first; users and secrets are not in it.')}
      </DangerZone>
    </div>
  );
}
