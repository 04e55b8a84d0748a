import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCan } from '../../../api/caller.js';
import { Panel } from '../../../ui/panel.js';
import { clientQueries, domainQueries, type ClientPath } from '../client-queries.js';
import { Loaded } from '../loaded.js';
import classes from '../clients.module.css';
import detail from './detail.module.css';

interface Gain {
  resourceId: string;
  scopes: string[];
  /** The role that brings them, or null if they were granted directly. */
  role: string | null;
}

/** The APIs and scopes that the client gets, directly and by its roles. */
export function WhatItGets({ path, hasLink = true }: { path: ClientPath; hasLink?: boolean }) {
  const can = useCan();
  const queries = clientQueries(path);
  const granted = useQuery(queries.resources);
  const held = useQuery(queries.roles);
  const roles = useQuery({ ...domainQueries(path.domain).roles, enabled: can('role:read') });
  const resources = useQuery({ ...domainQueries(path.domain).resources, enabled: can('resource:read') });
  const nameOf = (resourceId: string) => resources.data?.data.find((one) => one.resourceId === resourceId)?.name ?? resourceId;
  return (
    <Panel
      title={i18n.t('What it gets')}
      flush
      action={
        hasLink && (
          <Link to="/d/$domain/clients/$clientId/$tab" params={{ ...path, tab: 'access' }} className={classes['link']}>
            {i18n.t('Access')}
          </Link>
        )
      }
    >
      <Loaded query={granted} what={i18n.t('The access of the client')} height={120}>
        {({ data }) => {
          const gains: Gain[] = [
            ...data.map(({ resourceId, scopes }) => ({ resourceId, scopes, role: null })),
            ...(roles.data?.data ?? [])
              .filter(({ role }) => held.data?.data.includes(role))
              .flatMap(({ role, permissions }) => permissions.map(({ resource, scopes }) => ({ resourceId: resource, scopes, role }))),
          ];
          if (gains.length === 0) {
            return <p className={detail['none']}>{i18n.t('No API yet. Tokens without an API have the client’s own scope.')}</p>;
          }
          return (
            <ul className={classes['rows']}>
              {gains.map(({ resourceId, scopes, role }) => (
                <li key={`${resourceId} ${role}`}>
                  <div>
                    <strong>{nameOf(resourceId)}</strong>
                    <small>
                      <code>{scopes.join(' ') || i18n.t('No scope')}</code>
                    </small>
                  </div>
                  <span className={classes['badge']} data-tone={role === null ? undefined : 'accent'}>
                    {role === null ? i18n.t('Direct') : i18n.t('Role {role}', { role })}
                  </span>
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </Panel>
  );
}
