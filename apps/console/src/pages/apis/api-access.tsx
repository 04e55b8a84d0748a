import { i18n } from '@lingui/core';
import { Badge, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { answer, api } from '../../api/api.js';
import { LoadFailed } from '../../ui/load-failed.js';
import { Panel } from '../../ui/panel.js';
import classes from './apis.module.css';

interface Access {
  id: string;
  scopes: string[];
}

/** Who may get scopes of an API. One request reads all grants: the configuration document. */
export function ApiAccess({ domain, resourceId }: { domain: string; resourceId: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['configuration', domain],
    queryFn: () =>
      answer(api.GET('/v1/domain/{domain}/configuration', { params: { path: { domain } }, headers: { accept: 'application/json' } })),
  });
  if (error) return <LoadFailed what={i18n.t('Who has access')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={240} radius="lg" />;
  const { clients = {}, roles = {} } = data.data as unknown as {
    clients?: Record<string, { resources?: Record<string, { scopes: string[] }> | null; roles?: string[] | null }>;
    roles?: Record<string, { permissions?: { resource: string; scopes: string[] }[] | null }>;
  };
  const byRole: Access[] = Object.entries(roles).flatMap(([id, { permissions }]) => {
    const scopes = (permissions ?? []).filter(({ resource }) => resource === resourceId).flatMap((permission) => permission.scopes);
    return scopes.length > 0 ? [{ id, scopes }] : [];
  });
  const direct: Access[] = Object.entries(clients).flatMap(([id, { resources }]) => {
    const scopes = resources?.[resourceId]?.scopes ?? [];
    return scopes.length > 0 ? [{ id, scopes }] : [];
  });
  const throughRole = Object.entries(clients).flatMap(([id, client]) =>
    byRole.filter((role) => client.roles?.includes(role.id)).map((role) => ({ id, scopes: role.scopes, role: role.id })),
  );
  return (
    <>
      <Panel title={i18n.t('Clients')} flush>
        <ul className={classes['rows']}>
          {[...direct.map((access) => ({ ...access, role: null })), ...throughRole].map(({ id, scopes, role }) => (
            <li key={`${id} ${role ?? ''}`}>
              <Link to="/d/$domain/clients/$clientId" params={{ domain, clientId: id }}>
                <bdi>{id}</bdi>
              </Link>
              <code>{scopes.join(' ')}</code>
              <Badge variant="light" color={role === null ? 'gray' : 'latch'}>
                {role === null ? i18n.t('Direct') : i18n.t('Role {role}', { role })}
              </Badge>
            </li>
          ))}
          {direct.length + throughRole.length === 0 && <li>{i18n.t('No client has access.')}</li>}
        </ul>
      </Panel>
      <Panel title={i18n.t('Roles')} flush>
        <ul className={classes['rows']}>
          {byRole.map(({ id, scopes }) => (
            <li key={id}>
              <Link to="/d/$domain/roles/$role" params={{ domain, role: id }}>
                <bdi>{id}</bdi>
              </Link>
              <code>{scopes.join(' ')}</code>
            </li>
          ))}
          {byRole.length === 0 && <li>{i18n.t('No role permits scopes of it.')}</li>}
        </ul>
      </Panel>
    </>
  );
}
