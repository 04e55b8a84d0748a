import { useEffect } from 'react';
import { i18n } from '@lingui/core';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { answer, api } from '../../api/api.js';
import { showDraft } from '../../api/request-log.js';
import { FormProblem } from '../../ui/form-problem.js';
import { PageHeader } from '../../ui/page-header.js';
import { Columns, Panel } from '../../ui/panel.js';
import { setViolations } from '../../ui/violations.js';
import { API_LABELS, ApiFields, ApiTokenFields, NEW_API, toApiBody, type ApiValues } from './api-fields.js';

/** The id that a name suggests: the letters, digits and hyphens of it. */
const suggestId = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');

/** Creates an API resource. */
export function NewApiPage() {
  const { domain = '' } = useParams({ strict: false });
  const navigate = useNavigate();
  const queries = useQueryClient();
  const form = useForm<ApiValues & { resourceId: string }>({ initialValues: { ...NEW_API, resourceId: '' } });
  const resourceId = form.values.resourceId || suggestId(form.values.name);
  const create = useMutation({
    mutationFn: ({ resourceId: _id, ...values }: ApiValues & { resourceId: string }) =>
      answer(
        api.PUT('/v1/domain/{domain}/resource/{resourceId}', {
          params: { path: { domain, resourceId }, header: { 'If-None-Match': '*' } },
          body: toApiBody(values),
        }),
      ),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['resources', domain] });
      await navigate({ to: '/d/$domain/apis/$resourceId', params: { domain, resourceId } });
    },
    onError: (error) => setViolations(form, error),
  });
  const draft = JSON.stringify(toApiBody(form.values));
  useEffect(() => {
    showDraft({ method: 'PUT', path: `/v1/domain/${domain}/resource/${resourceId || '{id}'}`, body: JSON.parse(draft) as unknown });
    return () => showDraft(null);
  }, [domain, resourceId, draft]);
  const fields = form as unknown as Parameters<typeof ApiFields>[0]['form'];
  return (
    <>
      <PageHeader
        title={i18n.t('Create API')}
        breadcrumbs={[
          <Link key="apis" to="/d/$domain/apis" params={{ domain }}>
            {i18n.t('APIs')}
          </Link>,
        ]}
      />
      <Columns>
        <form onSubmit={form.onSubmit((values) => create.mutate(values))} noValidate>
          <FormProblem error={create.error} fields={Object.keys(API_LABELS)} />
          <Stack gap="lg">
            <Panel title={i18n.t('The API and its scopes')}>
              <ApiFields form={fields} readOnly={false} />
              <TextInput
                mt="md"
                maw={560}
                label={i18n.t('Id')}
                description={i18n.t('Its place in the management API. It cannot be changed.')}
                placeholder={suggestId(form.values.name)}
                spellCheck={false}
                {...form.getInputProps('resourceId')}
              />
            </Panel>
            <Panel title={i18n.t('Tokens')}>
              <ApiTokenFields form={fields} readOnly={false} />
            </Panel>
          </Stack>
          <Group mt="lg">
            <Button type="submit" disabled={create.isPending}>
              {create.isPending ? i18n.t('Creating') : i18n.t('Create API')}
            </Button>
          </Group>
        </form>
      </Columns>
    </>
  );
}
