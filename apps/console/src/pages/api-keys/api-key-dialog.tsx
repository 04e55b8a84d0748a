import { i18n } from '@lingui/core';
import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answer, api, type Answer } from '../../api/api.js';
import { useCan } from '../../api/caller.js';
import { DangerZone } from '../../ui/danger-zone.js';
import { DialogForm } from '../../ui/dialog-form.js';
import { Dialog } from '../../ui/dialog.js';
import { FormProblem } from '../../ui/form-problem.js';
import { useDraft } from '../../ui/use-draft.js';
import { useResourceForm } from '../../ui/use-resource-form.js';
import { setViolations } from '../../ui/violations.js';
import { API_KEY_LABELS, ApiKeyFields, NO_VALUES, toBody, toValues, type ApiKey, type ApiKeyValues } from './api-key-fields.js';

interface NewApiKeyProps {
  onClose: () => void;
  onCreated: (apiKey: string) => void;
}

interface EditApiKeyProps {
  read: Answer<ApiKey>;
  refetch: () => Promise<Answer<ApiKey>>;
  onClose: () => void;
}

/** Creates an API key. */
export function NewApiKeyDialog({ onClose, onCreated }: NewApiKeyProps) {
  const queries = useQueryClient();
  const form = useForm<ApiKeyValues>({ initialValues: NO_VALUES });
  const create = useMutation({
    mutationFn: (values: ApiKeyValues) => answer(api.POST('/v1/api-key', { body: toBody(values) })),
    onSuccess: async ({ data }) => {
      await queries.invalidateQueries({ queryKey: ['api-keys'] });
      onCreated(data.apiKey);
      onClose();
    },
    onError: (error) => setViolations(form, error),
    gcTime: 0,
  });
  useDraft({ method: 'POST', path: '/v1/api-key', body: toBody(form.values) });
  return (
    <Dialog onClose={onClose} size="xl" title={i18n.t('Create API key')}>
      <form onSubmit={form.onSubmit((values) => create.mutate(values))} noValidate>
        <FormProblem error={create.error} fields={Object.keys(NO_VALUES)} />
        <ApiKeyFields form={form} readOnly={false} />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            {i18n.t('Cancel')}
          </Button>
          <Button type="submit" disabled={create.isPending}>
            {i18n.t('Create API key')}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}

/** Changes what an API key may do, or deletes it. */
export function ApiKeyDialog({ apiKeyId, onClose }: { apiKeyId: string; onClose: () => void }) {
  const { data, refetch } = useQuery({
    queryKey: ['api-keys', apiKeyId],
    queryFn: () => answer(api.GET('/v1/api-key/{apiKeyId}', { params: { path: { apiKeyId } } })),
  });
  const readAgain = async () => (await refetch({ throwOnError: true })).data as Answer<ApiKey>;
  return (
    <Dialog onClose={onClose} size="xl" title={data?.data.name ?? i18n.t('API key')}>
      {data ? <EditApiKey read={data} refetch={readAgain} onClose={onClose} /> : <Skeleton height={300} />}
    </Dialog>
  );
}

function EditApiKey({ read, refetch, onClose }: EditApiKeyProps) {
  const queries = useQueryClient();
  const can = useCan()('operator:write');
  const { id: apiKeyId, name } = read.data;
  const resource = useResourceForm<ApiKey, ApiKeyValues>({
    read,
    refetch,
    queryKey: ['api-keys'],
    path: `/v1/api-key/${apiKeyId}`,
    toValues,
    toBody,
    save: (values, etag) =>
      answer(
        api.PUT('/v1/api-key/{apiKeyId}', { params: { path: { apiKeyId }, header: { 'If-Match': etag ?? '*' } }, body: toBody(values) }),
      ),
    onSaved: onClose,
  });
  const remove = async () => {
    await answer(api.DELETE('/v1/api-key/{apiKeyId}', { params: { path: { apiKeyId } } }));
    onClose();
    await queries.invalidateQueries({ queryKey: ['api-keys'] });
  };
  return (
    <Stack gap="lg">
      <DialogForm form={resource} labels={API_KEY_LABELS()} canSave={can} onClose={onClose}>
        <ApiKeyFields form={resource.form} readOnly={!can} />
      </DialogForm>
      {can && (
        <DangerZone title={i18n.t('Delete {name}', { name })} name={name} onDelete={remove}>
          {i18n.t('Programs that use it get 401 at their next request. This cannot be undone.')}
        </DangerZone>
      )}
    </Stack>
  );
}
