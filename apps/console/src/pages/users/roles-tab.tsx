import { i18n } from '@lingui/core';
import { Checkbox, Skeleton } from '@mantine/core';
import { IconHierarchy } from '@tabler/icons-react';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { components } from '@latchkey/api-client';
import { answer, api, type Answer } from '../../api/api.js';
import { useCan } from '../../api/caller.js';
import { LoadFailed } from '../../ui/load-failed.js';
import { Notice } from '../../ui/notice.js';
import { Columns, Panel } from '../../ui/panel.js';
import { SaveBar } from '../../ui/save-bar.js';
import { useResourceForm } from '../../ui/use-resource-form.js';
import { useUserKey } from './use-user.js';
import { userPath, userQueryKey, type UserKey } from './users-query.js';
import classes from './users.module.css';

type Role = components['schemas']['ListedRoleResponse'];

const rolesQuery = (key: UserKey) =>
  queryOptions({
    queryKey: userQueryKey(key, 'roles'),
    queryFn: () => answer(api.GET('/v1/domain/{domain}/user/{sub}/role', { params: { path: key } })),
  });

/** The roles that a user has. Tokens have them from the next request. */
export function RolesTab() {
  const can = useCan()('user:write');
  const key = useUserKey();
  const held = useQuery(rolesQuery(key));
  const all = useQuery({
    queryKey: ['roles', key.domain],
    queryFn: () => answer(api.GET('/v1/domain/{domain}/role', { params: { path: { domain: key.domain } } })),
  });
  const error = held.error ?? all.error;
  return (
    <Columns>
      {error && <LoadFailed what={i18n.t('The roles')} error={error} onRetry={() => void Promise.all([held.refetch(), all.refetch()])} />}
      {!error && !(held.data && all.data) && <Skeleton height={180} radius="lg" />}
      {all.data?.data.length === 0 && (
        <Notice icon={IconHierarchy} title={i18n.t('The domain has no roles')}>
          <p>{i18n.t('A role gives permissions at APIs to the users and clients that have it.')}</p>
          <Link to="/d/$domain/roles" params={{ domain: key.domain }}>
            {i18n.t('Open roles')}
          </Link>
        </Notice>
      )}
      {held.data &&
        all.data &&
        all.data.data.length > 0 &&
        (can ? (
          <RolesForm userKey={key} read={held.data} roles={all.data.data} />
        ) : (
          <HeldRoles held={held.data.data} roles={all.data.data} />
        ))}
    </Columns>
  );
}

interface RolesFormProps {
  userKey: UserKey;
  read: Answer<string[]>;
  roles: Role[];
}

function RolesForm({ userKey, read, roles }: RolesFormProps) {
  const queries = useQueryClient();
  const form = useResourceForm<string[], { roles: string[] }>({
    read,
    queryKey: userQueryKey(userKey, 'roles'),
    refetch: () => queries.fetchQuery({ ...rolesQuery(userKey), staleTime: 0 }),
    toValues: (held) => ({ roles: held }),
    toBody: ({ roles: held }) => held,
    path: `${userPath(userKey)}/role`,
    save: ({ roles: held }, etag) =>
      answer(
        api.PUT('/v1/domain/{domain}/user/{sub}/role', {
          params: { path: userKey, header: etag === null ? {} : { 'If-Match': etag } },
          body: held,
        }),
      ),
  });
  const { roles: held } = form.form.values;
  const toggle = (role: string) =>
    form.form.setFieldValue('roles', held.includes(role) ? held.filter((other) => other !== role) : [...held, role].toSorted());
  return (
    <div>
      <Panel title={i18n.t('Roles')} description={i18n.t('Tokens have them from the next request.')} flush>
        <ul className={classes['rows']}>
          {roles.map(({ role, description, permissions }) => (
            <li key={role}>
              <Checkbox
                className={classes['main']}
                checked={held.includes(role)}
                onChange={() => toggle(role)}
                label={<code>{role}</code>}
                description={description}
              />
              <small className={classes['when']}>{permissions.flatMap(({ scopes }) => scopes).join(' ')}</small>
            </li>
          ))}
        </ul>
      </Panel>
      <SaveBar form={form} labels={{ roles: i18n.t('Roles') }} />
    </div>
  );
}

/** The roles as text, for operators who may not change them. */
function HeldRoles({ held, roles }: { held: string[]; roles: Role[] }) {
  return (
    <Panel title={i18n.t('Roles')} description={i18n.t('You may read users. To change them, ask an owner for user:write.')} flush>
      {held.length === 0 && <p className={classes['footNote']}>{i18n.t('The user has no role.')}</p>}
      <ul className={classes['rows']}>
        {roles
          .filter(({ role }) => held.includes(role))
          .map(({ role, description }) => (
            <li key={role}>
              <span className={classes['main']}>
                <code>{role}</code>
                <small>{description}</small>
              </span>
            </li>
          ))}
      </ul>
    </Panel>
  );
}
