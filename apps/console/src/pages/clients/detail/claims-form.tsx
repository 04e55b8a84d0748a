import { i18n } from '@lingui/core';
import { Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '@latchkey/api-client';
import { answer, api, type Answer } from '../../../api/api.js';
import { useCan } from '../../../api/caller.js';
import { useResourceForm } from '../../../ui/use-resource-form.js';
import { clientAddress, clientQueries, type ClientPath } from '../client-queries.js';
import { EditPanel } from '../edit-panel.js';
import { Loaded } from '../loaded.js';
import classes from '../clients.module.css';

type Claims = components['schemas']['ClientClaimsResponse'];
type ClaimsRequest = components['schemas']['ClientClaimsRequest'];

/** Fixed claims in the tokens that the client gets for itself. */
export function ClaimsForm({ path }: { path: ClientPath }) {
  const query = useQuery(clientQueries(path).claims);
  return (
    <Loaded query={query} what={i18n.t('The claims')}>
      {(read) => <ClaimFields path={path} read={read} />}
    </Loaded>
  );
}

function ClaimFields({ path, read }: { path: ClientPath; read: Answer<Claims> }) {
  const can = useCan();
  const queries = useQueryClient();
  const form = useResourceForm<Claims, { accessToken: string }>({
    read,
    queryKey: clientQueries(path).all,
    refetch: () => queries.fetchQuery({ ...clientQueries(path).claims, staleTime: 0 }),
    path: clientAddress(path, '/claims'),
    toValues: ({ accessToken }) => ({ accessToken: JSON.stringify(accessToken, null, 2) }),
    toBody: (values) => ({ accessToken: parse(values.accessToken) ?? {} }),
    save: (values, etag) =>
      answer(
        api.PUT('/v1/domain/{domain}/client/{clientId}/claims', {
          params: { path, header: { 'If-Match': etag ?? '*' } },
          body: { accessToken: parse(values.accessToken) ?? {} } as ClaimsRequest,
        }),
      ),
    rename: () => 'accessToken',
  });
  const { accessToken } = form.form.getValues();
  const isInvalid = parse(accessToken) === null;
  return (
    <EditPanel
      title={i18n.t('Claims of the service')}
      description={i18n.t('Fixed claims in the access tokens that it gets for itself.')}
      form={isInvalid ? { ...form, submit: () => form.form.setFieldError('accessToken', i18n.t('Must be a JSON object')) } : form}
      labels={{ accessToken: i18n.t('Claims') }}
      can={can('client:write')}
    >
      <Textarea
        label={i18n.t('Claims')}
        description={i18n.t('A JSON object, such as {example}', { example: '{ "tenant": "acme" }' })}
        rows={6}
        spellCheck={false}
        classNames={{ input: classes['code'] ?? '' }}
        {...form.form.getInputProps('accessToken')}
      />
    </EditPanel>
  );
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? (parsed as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
