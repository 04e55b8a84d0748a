import { i18n } from '@lingui/core';
import { Switch, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '@latchkey/api-client';
import { answer, api, type Answer } from '../../../api/api.js';
import { useCan } from '../../../api/caller.js';
import { ApiProblem } from '../../../api/problem.js';
import { useResourceForm } from '../../../ui/use-resource-form.js';
import { clientAddress, clientQueries, type ClientPath } from '../client-queries.js';
import { EditPanel } from '../edit-panel.js';
import { Loaded } from '../loaded.js';

/** null if the client is not told. */
type Logout = components['schemas']['BackchannelLogoutResponse'] | null;

const LOGOUT = '/v1/domain/{domain}/client/{clientId}/backchannel_logout';

/** The address at which the client learns that a session ended (OpenID Connect Back-Channel Logout). */
export function BackchannelLogoutForm({ path }: { path: ClientPath }) {
  const query = useQuery(logoutQuery(path));
  return (
    <Loaded query={query} what={i18n.t('The back-channel logout')} height={140}>
      {(read) => <LogoutFields path={path} read={read} />}
    </Loaded>
  );
}

const logoutQuery = (path: ClientPath) => ({
  queryKey: [...clientQueries(path).all, 'backchannel-logout'],
  queryFn: (): Promise<Answer<Logout>> =>
    answer<Logout>(api.GET(LOGOUT, { params: { path } })).catch((error: unknown) => {
      if (error instanceof ApiProblem && error.status === 404) return { data: null, etag: null, total: null };
      throw error;
    }),
});

function LogoutFields({ path, read }: { path: ClientPath; read: Answer<Logout> }) {
  const can = useCan()('client:write');
  const queries = useQueryClient();
  const form = useResourceForm<Logout, { uri: string; sessionRequired: boolean }>({
    read,
    queryKey: clientQueries(path).all,
    refetch: () => queries.fetchQuery({ ...logoutQuery(path), staleTime: 0 }),
    path: clientAddress(path, '/backchannel_logout'),
    toValues: (logout) => ({ uri: logout?.uri ?? '', sessionRequired: logout?.sessionRequired ?? false }),
    toBody: (values) => values,
    save: (values, etag) => {
      const header = etag === null ? {} : { 'If-Match': etag };
      if (values.uri.trim() !== '') {
        const created = etag === null ? { 'If-None-Match': '*' } : header;
        return answer(api.PUT(LOGOUT, { params: { path, header: created }, body: { ...values, uri: values.uri.trim() } }));
      }
      return etag === null ? Promise.resolve() : answer(api.DELETE(LOGOUT, { params: { path, header } }));
    },
  });
  const labels = { uri: i18n.t('Logout address'), sessionRequired: i18n.t('It needs the session') };
  return (
    <EditPanel title={i18n.t('Back-channel logout')} form={form} labels={labels} can={can}>
      <TextInput
        label={labels.uri}
        description={i18n.t('Latchkey posts a logout token here when a session ends. Leave it empty to post none.')}
        placeholder="https://app.example.com/backchannel-logout"
        type="url"
        spellCheck={false}
        {...form.form.getInputProps('uri')}
      />
      <Switch
        label={labels.sessionRequired}
        description={i18n.t('backchannel_logout_session_required. Each logout token has the session anyway.')}
        {...form.form.getInputProps('sessionRequired', { type: 'checkbox' })}
      />
    </EditPanel>
  );
}
