import { i18n } from '@lingui/core';
import { Button } from '@mantine/core';
import { IconBroadcast, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { answer, api } from '../../api/api.js';
import { useCan } from '../../api/caller.js';
import { CommandExample } from '../../ui/command-example.js';
import { Notice } from '../../ui/notice.js';

/** A receiver creates its stream itself, so the empty list shows how. */
const createCommand = (issuer: string) => `TOKEN=$(curl -sS -u "$CLIENT_ID:$CLIENT_SECRET" \\
  -d grant_type=client_credentials -d scope=ssf.manage \\
  ${issuer}/connect/token | jq -r .access_token)

curl -sS -X POST ${issuer}/ssf/stream \\
  -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
  -d '{ "delivery": { "method": "urn:ietf:rfc:8935",
    "endpoint_url": "https://rx.example.com/events" } }'`;

/** Says what streams are for, and how a receiver creates one. */
export function NoStreams({ domain }: { domain: string }) {
  const can = useCan();
  const { data } = useQuery({
    queryKey: ['domain', domain],
    queryFn: () => answer(api.GET('/v1/domain/{domain}', { params: { path: { domain } } })),
    enabled: can('domain:read'),
  });
  return (
    <Notice icon={IconBroadcast} title={i18n.t('Tell applications when a session or an account ends')}>
      <p>
        {i18n.t(
          'By OpenID Shared Signals, a receiver hears within seconds when a user is disabled, or when a credential, a session or a claim changes. It creates its stream itself, as a client with the scope ssf.manage.',
        )}
      </p>
      {can('client:write') && (
        <Button
          leftSection={<IconPlus size={16} aria-hidden />}
          data-primary-action
          renderRoot={(props) => <Link to="/d/$domain/clients/new" params={{ domain }} search={{ kind: 'service' }} {...props} />}
        >
          {i18n.t('Create client')}
        </Button>
      )}
      <CommandExample label={i18n.t('As the receiver')} command={createCommand(data?.data.issuer ?? `https://${domain}`)} />
    </Notice>
  );
}
