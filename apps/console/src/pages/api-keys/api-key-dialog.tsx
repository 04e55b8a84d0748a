import { i18n } from '@lingui/core';
import { Button, Group, Modal, Skeleton, Stack, TagsInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '@latchkey/api-client';
import { answer, api, type Answer } from '../../api/api.js';
import { useCan } from '../../api/caller.js';
import { DangerZone } from '../../ui/danger-zone.js';
import { FormProblem } from '../../ui/form-problem.js';
import { PermissionMatrix } from '../../ui/permission-matrix.js';
import { showToast } from '../../ui/toasts.js';
import { setViolations } from '../../ui/violations.js';

type ApiKeyRequest = components['schemas']['ApiKeyRequest'];
type ApiKey = components['schemas']['ApiKeyResponse'];

interface ApiKeyDialogProps {
  /** null for a new key. */
  apiKeyId: string | null;
  onClose: () => void;
  onCreated: (apiKey: string) => void;
}

/** Creates an API key, or changes what one may do. */
export function ApiKeyDialog({ apiKeyId, onClose, onCreated }: ApiKeyDialogProps) {
  const { data } = useQuery({
    queryKey: ['api-keys', apiKeyId],
    queryFn: () => answer(api.GET('/v1/api-key/{apiKeyId}', { params: { path: { apiKeyId: apiKeyId ?? '' } } })),
    enabled: apiKeyId !== null,
  });
  return (
    <Modal opened onClose={onClose} size="xl" title={apiKeyId === null ? i18n.t('Create API key') : (data?.data.name ?? i18n.t('API key'))}>
      {apiKeyId !== null && !data ? <Skeleton height={300} /> : <ApiKeyForm read={data ?? null} onClose={onClose} onCreated={onCreated} />}
    </Modal>
  );
}

function ApiKeyForm({ read, onClose, onCreated }: { read: Answer<ApiKey> | null } & Pick<ApiKeyDialogProps, 'onClose' | 'onCreated'>) {
  const queries = useQueryClient();
  const can = useCan()('operator:write');
  const initial = read?.data;
  const form = useForm({
    initialValues: {
      name: initial?.name ?? '',
      permissions: initial?.permissions ?? [],
      domains: initial?.domains ?? [],
      networks: initial?.networks ?? [],
      expiresAt: initial?.expiresAt?.slice(0, 10) ?? '',
    },
  });
  const save = useMutation({
    mutationFn: async ({ domains, networks, expiresAt, ...values }: typeof form.values) => {
      const body = {
        ...values,
        domains: domains.length > 0 ? domains : null,
        networks: networks.length > 0 ? networks : null,
        expiresAt: expiresAt ? `${expiresAt}T00:00:00Z` : null,
      } as ApiKeyRequest;
      if (!read) return answer(api.POST('/v1/api-key', { body }));
      const params = { path: { apiKeyId: read.data.id }, header: { 'If-Match': read.etag ?? '*' } };
      await answer(api.PUT('/v1/api-key/{apiKeyId}', { params, body }));
      return null;
    },
    onSuccess: async (created) => {
      await queries.invalidateQueries({ queryKey: ['api-keys'] });
      if (created) onCreated(created.data.apiKey);
      else showToast({ message: i18n.t('Saved') });
      onClose();
    },
    onError: (error) => setViolations(form, error),
  });
  const remove = async () => {
    await answer(api.DELETE('/v1/api-key/{apiKeyId}', { params: { path: { apiKeyId: initial?.id ?? '' } } }));
    await queries.invalidateQueries({ queryKey: ['api-keys'] });
    onClose();
  };
  return (
    <Stack gap="lg">
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <FormProblem error={save.error} fields={['name', 'permissions', 'domains', 'networks', 'expiresAt']} />
        <Stack gap="md">
          <TextInput
            label={i18n.t('Name')}
            description={i18n.t('Stands in the log beside what the key did.')}
            required
            data-autofocus
            readOnly={!can}
            {...form.getInputProps('name')}
          />
          <PermissionMatrix disabled={!can} {...form.getInputProps('permissions')} />
          <TagsInput
            label={i18n.t('Domains')}
            description={i18n.t('Leave it empty for all domains.')}
            readOnly={!can}
            {...form.getInputProps('domains')}
          />
          <TagsInput
            label={i18n.t('Networks')}
            description={i18n.t('CIDR blocks such as 203.0.113.0/24. Leave it empty for all addresses.')}
            readOnly={!can}
            {...form.getInputProps('networks')}
          />
          <TextInput
            type="date"
            label={i18n.t('Expires')}
            description={i18n.t('At midnight UTC. Leave it empty for a key without an end.')}
            readOnly={!can}
            {...form.getInputProps('expiresAt')}
          />
        </Stack>
        {can && (
          <Group justify="flex-end" mt="lg">
            <Button variant="default" onClick={onClose}>
              {i18n.t('Cancel')}
            </Button>
            <Button type="submit" disabled={save.isPending}>
              {read ? i18n.t('Save') : i18n.t('Create API key')}
            </Button>
          </Group>
        )}
      </form>
      {initial && can && (
        <DangerZone title={i18n.t('Delete {name}', { name: initial.name })} name={initial.name} onDelete={remove}>
          {i18n.t('Programs that use it get 401 at their next request. This cannot be undone.')}
        </DangerZone>
      )}
    </Stack>
  );
}
