import { useState } from 'react';
import { i18n } from '@lingui/core';
import { Button, Group, Skeleton, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answer, api, type Answer } from '../../api/api.js';
import { useCan, useCaller } from '../../api/caller.js';
import { DangerZone } from '../../ui/danger-zone.js';
import { DialogForm } from '../../ui/dialog-form.js';
import { Dialog } from '../../ui/dialog.js';
import { FormProblem } from '../../ui/form-problem.js';
import { showToast } from '../../ui/toasts.js';
import { useDraft } from '../../ui/use-draft.js';
import { useResourceForm } from '../../ui/use-resource-form.js';
import { setViolations } from '../../ui/violations.js';
import { NO_VALUES, OPERATOR_LABELS, OperatorFields, toBody, toValues, type Operator, type OperatorValues } from './operator-fields.js';

interface EditOperatorProps {
  operatorId: string;
  read: Answer<Operator>;
  refetch: () => Promise<Answer<Operator>>;
  onClose: () => void;
}

/** Adds an operator. */
export function NewOperatorDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const [operatorId, setOperatorId] = useState('');
  const form = useForm<OperatorValues>({ initialValues: NO_VALUES });
  const create = useMutation({
    mutationFn: (values: OperatorValues) =>
      answer(
        api.PUT('/v1/operator/{operatorId}', {
          params: { path: { operatorId }, header: { 'If-None-Match': '*' } },
          body: toBody(values),
        }),
      ),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['operators'] });
      showToast({ message: i18n.t('Saved') });
      onClose();
    },
    onError: (error) => setViolations(form, error),
  });
  useDraft({ method: 'PUT', path: `/v1/operator/${operatorId || '{operatorId}'}`, body: toBody(form.values) });
  return (
    <Dialog onClose={onClose} size="xl" title={i18n.t('Add operator')}>
      <form onSubmit={form.onSubmit((values) => create.mutate(values))} noValidate>
        <FormProblem error={create.error} fields={Object.keys(NO_VALUES)} />
        <TextInput
          label={i18n.t('Id')}
          description={i18n.t('Its place in the management API, such as ada. It cannot be changed.')}
          required
          data-autofocus
          spellCheck={false}
          mb="md"
          value={operatorId}
          onChange={(event) => setOperatorId(event.currentTarget.value)}
        />
        <OperatorFields form={form} readOnly={false} />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            {i18n.t('Cancel')}
          </Button>
          <Button type="submit" disabled={create.isPending || operatorId === ''}>
            {i18n.t('Add operator')}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}

/** Changes what an operator may do, or deletes them. */
export function OperatorDialog({ operatorId, onClose }: { operatorId: string; onClose: () => void }) {
  const { data, refetch } = useQuery({
    queryKey: ['operators', operatorId],
    queryFn: () => answer(api.GET('/v1/operator/{operatorId}', { params: { path: { operatorId } } })),
  });
  const readAgain = async () => (await refetch({ throwOnError: true })).data as Answer<Operator>;
  return (
    <Dialog onClose={onClose} size="xl" title={data?.data.name ?? i18n.t('Operator')}>
      {data ? <EditOperator operatorId={operatorId} read={data} refetch={readAgain} onClose={onClose} /> : <Skeleton height={300} />}
    </Dialog>
  );
}

function EditOperator({ operatorId, read, refetch, onClose }: EditOperatorProps) {
  const queries = useQueryClient();
  const can = useCan()('operator:write');
  const isSelf = useCaller()?.id === operatorId;
  const { name } = read.data;
  const resource = useResourceForm<Operator, OperatorValues>({
    read,
    refetch,
    queryKey: ['operators'],
    path: `/v1/operator/${operatorId}`,
    toValues,
    toBody,
    save: (values, etag) =>
      answer(
        api.PUT('/v1/operator/{operatorId}', {
          params: { path: { operatorId }, header: { 'If-Match': etag ?? '*' } },
          body: toBody(values),
        }),
      ),
    onSaved: () => {
      onClose();
      // One may have changed one's own permissions.
      void queries.invalidateQueries({ queryKey: ['caller'] });
    },
  });
  const remove = async () => {
    await answer(api.DELETE('/v1/operator/{operatorId}', { params: { path: { operatorId } } }));
    onClose();
    await queries.invalidateQueries({ queryKey: ['operators'] });
  };
  return (
    <Stack gap="lg">
      <DialogForm form={resource} labels={OPERATOR_LABELS()} canSave={can} onClose={onClose}>
        <OperatorFields form={resource.form} readOnly={!can} />
      </DialogForm>
      {can && !isSelf && (
        <DangerZone title={i18n.t('Delete {name}', { name })} name={name} onDelete={remove}>
          {i18n.t('The operator gets 401 at the next request. What was done stays in the log.')}
        </DangerZone>
      )}
    </Stack>
  );
}
