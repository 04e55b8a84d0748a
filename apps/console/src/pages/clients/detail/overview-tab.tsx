import { i18n } from '@lingui/core';
import { useQuery } from '@tanstack/react-query';
import { useCan } from '../../../api/caller.js';
import { Facts, type Fact } from '../../../ui/facts.js';
import { Columns, Panel } from '../../../ui/panel.js';
import { Time } from '../../../ui/time.js';
import { classifyClient, listedKind, type Client } from '../client-kind.js';
import type { TabProps } from './tab-props.js';
import { clientQueries, domainQueries, type ClientPath } from '../client-queries.js';
import { Loaded } from '../loaded.js';
import { ClientCode } from './client-code.js';
import { LogRows } from './log-rows.js';
import { WhatItGets } from './what-it-gets.js';

/** What the client is, where it asks, and what it gets. */
export function OverviewTab({ path, read: { data: client } }: TabProps) {
  const can = useCan();
  return (
    <Columns
      aside={
        <>
          <ClientCode path={path} client={client} />
          <WhatItGets path={path} />
        </>
      }
    >
      <About path={path} client={client} />
      {can('domain:read') && <Endpoints domain={path.domain} client={client} />}
      {can('log:read') && <LastEvents path={path} />}
    </Columns>
  );
}

function About({ path, client }: { path: ClientPath; client: Client }) {
  const authentication = useQuery(clientQueries(path).authentication);
  const uses = (authentication.data?.data.methods ?? []).flatMap(({ lastUsedAt }) => (lastUsedAt ? [lastUsedAt] : []));
  const lastUse = uses.toSorted().at(-1);
  const facts: Fact[] = [
    { label: i18n.t('Client id'), value: <code>{client.clientId}</code>, copy: client.clientId },
    { label: i18n.t('Type'), value: i18n.t(listedKind(classifyClient(client))) },
    { label: i18n.t('Scope'), value: <code>{client.scope}</code>, copy: client.scope },
    ...(client.redirectUris ?? []).map((uri, index, all) => ({
      label: all.length > 1 ? i18n.t('Redirect address {number}', { number: index + 1 }) : i18n.t('Redirect address'),
      value: <code>{uri}</code>,
      copy: uri,
    })),
    ...(client.clientType === 'Confidential' && authentication.data
      ? [{ label: i18n.t('Last authenticated'), value: lastUse ? <Time at={lastUse} /> : i18n.t('Never') }]
      : []),
    { label: i18n.t('Created'), value: <Time at={client.createdAt} /> },
    { label: i18n.t('Last changed'), value: <Time at={client.updatedAt} /> },
  ];
  return (
    <Panel title={i18n.t('About it')} flush>
      <Facts facts={facts} />
    </Panel>
  );
}

function Endpoints({ domain, client }: { domain: string; client: Client }) {
  const query = useQuery(domainQueries(domain).domain);
  return (
    <Panel title={i18n.t('Endpoints')} flush>
      <Loaded query={query} what={i18n.t('The addresses of the domain')} height={150}>
        {({ data: { issuer, authUrl } }) => {
          const base = authUrl.replace(/\/$/, '');
          const addresses: [string, string][] = [
            [i18n.t('Issuer'), issuer],
            ...(client.grantType === 'AuthorizationCode'
              ? [[i18n.t('Authorization'), `${base}/connect/authorize`] as [string, string]]
              : []),
            [i18n.t('Token'), `${base}/connect/token`],
            [i18n.t('Keys'), `${base}/.well-known/jwks.json`],
            [i18n.t('Discovery document'), `${base}/.well-known/openid-configuration`],
          ];
          return <Facts facts={addresses.map(([label, address]) => ({ label, value: <code>{address}</code>, copy: address }))} />;
        }}
      </Loaded>
    </Panel>
  );
}

const SHOWN_EVENTS = 5;

function LastEvents({ path }: { path: ClientPath }) {
  const query = useQuery(clientQueries(path).log);
  return (
    <Panel title={i18n.t('Last events')} flush>
      <Loaded query={query} what={i18n.t('The log')} height={150}>
        {({ data }) => <LogRows path={path} entries={data.slice(0, SHOWN_EVENTS)} />}
      </Loaded>
    </Panel>
  );
}
