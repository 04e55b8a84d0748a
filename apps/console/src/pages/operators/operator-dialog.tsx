import { i18n } from '@lingui/core';
import { Button, Group, Modal, Skeleton, Stack, TagsInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '@latchkey/api-client';
import { answer, api, type Answer } from '../../api/api.js';
import { useCan, useCaller } from '../../api/caller.js';
import { DangerZone } from '../../ui/danger-zone.js';
import { FormProblem } from '../../ui/form-problem.js';
import { PermissionMatrix } from '../../ui/permission-matrix.js';
import { showToast } from '../../ui/toasts.js';
import { setViolations } from '../../ui/violations.js';

type Operator = components['schemas']['OperatorResponse'];
type OperatorRequest = components['schemas']['OperatorRequest'];

interface OperatorDialogProps {
  /** null for a new one. */
  operatorId: string | null;
  onClose: () => void;
}

/** Adds an operator, or changes what one may do. */
export function OperatorDialog({ operatorId, onClose }: OperatorDialogProps) {
  const { data } = useQuery({
    queryKey: ['operators', operatorId],
    queryFn: () => answer(api.GET('/v1/operator/{operatorId}', { params: { path: { operatorId: operatorId ?? '' } } })),
    enabled: operatorId !== null,
  });
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={operatorId === null ? i18n.t('Add operator') : (data?.data.name ?? i18n.t('Operator'))}
    >
      {operatorId !== null && !data ? (
        <Skeleton height={300} />
      ) : (
        <OperatorForm operatorId={operatorId} read={data ?? null} onClose={onClose} />
      )}
    </Modal>
  );
}

function OperatorForm({ operatorId, read, onClose }: OperatorDialogProps & { read: Answer<Operator> | null }) {
  const queries = useQueryClient();
  const can = useCan()('operator:write');
  const isSelf = useCaller()?.id === operatorId;
  const initial = read?.data;
  const form = useForm({
    initialValues: {
      operatorId: operatorId ?? '',
      name: initial?.name ?? '',
      issuer: initial?.issuer ?? '',
      subject: initial?.subject ?? '',
      permissions: initial?.permissions ?? [],
      domains: initial?.domains ?? [],
    },
  });
  const save = useMutation({
    mutationFn: ({ operatorId: id, domains, ...values }: typeof form.values) =>
      answer(
        api.PUT('/v1/operator/{operatorId}', {
          params: { path: { operatorId: id }, header: read ? { 'If-Match': read.etag ?? '*' } : { 'If-None-Match': '*' } },
          body: { ...values, domains: domains.length > 0 ? domains : null } as OperatorRequest,
        }),
      ),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['operators'] });
      await queries.invalidateQueries({ queryKey: ['caller'] });
      showToast({ message: i18n.t('Saved') });
      onClose();
    },
    onError: (error) => setViolations(form, error),
  });
  const remove = async () => {
    await answer(api.DELETE('/v1/operator/{operatorId}', { params: { path: { operatorId: operatorId ?? '' } } }));
    await queries.invalidateQueries({ queryKey: ['operators'] });
    onClose();
  };
  return (
    <Stack gap="lg">
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <FormProblem error={save.error} fields={['name', 'issuer', 'subject', 'permissions', 'domains']} />
        <Stack gap="md">
          {!read && (
            <TextInput
              label={i18n.t('Id')}
              description={i18n.t('Its place in the management API, such as ada. It cannot be changed.')}
              required
              data-autofocus
              spellCheck={false}
              {...form.getInputProps('operatorId')}
            />
          )}
          <TextInput
            label={i18n.t('Name')}
            description={i18n.t('Stands in the log beside what the operator did.')}
            required
            readOnly={!can}
            {...form.getInputProps('name')}
          />
          <TextInput
            label={i18n.t('Issuer')}
            description={i18n.t('One of MANAGEMENT_ISSUERS: where the operator signs in.')}
            required
            readOnly={!can}
            spellCheck={false}
            {...form.getInputProps('issuer')}
          />
          <TextInput
            label={i18n.t('Subject')}
            description={i18n.t('The `sub` of the operator at that issuer.')}
            required
            readOnly={!can}
            spellCheck={false}
            {...form.getInputProps('subject')}
          />
          <PermissionMatrix disabled={!can} {...form.getInputProps('permissions')} />
          <TagsInput
            label={i18n.t('Domains')}
            description={i18n.t('Leave it empty for all domains.')}
            readOnly={!can}
            {...form.getInputProps('domains')}
          />
        </Stack>
        {can && (
          <Group justify="flex-end" mt="lg">
            <Button variant="default" onClick={onClose}>
              {i18n.t('Cancel')}
            </Button>
            <Button type="submit" disabled={save.isPending || form.values.operatorId === ''}>
              {read ? i18n.t('Save') : i18n.t('Add operator')}
            </Button>
          </Group>
        )}
      </form>
      {initial && can && !isSelf && (
        <DangerZone title={i18n.t('Delete {name}', { name: initial.name })} name={initial.name} onDelete={remove}>
          {i18n.t('The operator gets 401 at the next request. What was done stays in the log.')}
        </DangerZone>
      )}
    </Stack>
  );
}
