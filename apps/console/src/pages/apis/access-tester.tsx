import { useState, type FormEvent } from 'react';
import { i18n } from '@lingui/core';
import { Button, Group, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { answer, api } from '../../api/api.js';
import { ApiProblem } from '../../api/problem.js';
import { Facts } from '../../ui/facts.js';
import { FormProblem } from '../../ui/form-problem.js';
import { Panel } from '../../ui/panel.js';
import type { Resource } from './api-fields.js';
import classes from './apis.module.css';

interface AccessTesterProps {
  domain: string;
  resourceId: string;
  api: Resource;
}

const isMissing = (error: unknown) => error instanceof ApiProblem && error.status === 404;

/** Answers "what would this client get?": the scopes that are granted to it directly and by its roles. */
export function AccessTester({ domain, resourceId, api: resource }: AccessTesterProps) {
  const [clientId, setClientId] = useState('');
  const test = useMutation({
    mutationFn: async () => {
      const path = { domain, clientId };
      const [direct, assigned, all] = await Promise.all([
        answer(api.GET('/v1/domain/{domain}/client/{clientId}/resource/{resourceId}', { params: { path: { ...path, resourceId } } })).catch(
          (error: unknown) => {
            if (isMissing(error)) return null;
            throw error;
          },
        ),
        answer(api.GET('/v1/domain/{domain}/client/{clientId}/role', { params: { path } })),
        answer(api.GET('/v1/domain/{domain}/role', { params: { path: { domain } } })),
      ]);
      const byRoles = all.data
        .filter(({ role }) => assigned.data.includes(role))
        .flatMap(({ permissions }) =>
          permissions.filter((permission) => permission.resource === resourceId).flatMap(({ scopes }) => scopes),
        );
      return [...new Set([...(direct?.data.scopes ?? []), ...byRoles])];
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    test.mutate();
  };
  return (
    <Panel title={i18n.t('What would this client get?')}>
      <form onSubmit={submit}>
        <FormProblem error={test.error} />
        <Group align="flex-end" gap="xs">
          <TextInput
            flex={1}
            label={i18n.t('Client')}
            value={clientId}
            onChange={(event) => setClientId(event.currentTarget.value)}
            spellCheck={false}
            required
          />
          <Button type="submit" variant="default" disabled={test.isPending || clientId === ''}>
            {i18n.t('Test')}
          </Button>
        </Group>
      </form>
      <div className={classes['result']} role="status">
        {test.data && test.data.length === 0 && i18n.t('Nothing: `invalid_target`. Grant it scopes of this API first.')}
        {test.data && test.data.length > 0 && (
          <Facts
            facts={[
              { label: 'aud', value: <code>{resource.audience}</code> },
              { label: 'scope', value: <code>{test.data.join(' ')}</code> },
              { label: i18n.t('Format'), value: resource.tokenFormat === 'Opaque' ? i18n.t('Opaque') : 'JWT' },
            ]}
          />
        )}
      </div>
    </Panel>
  );
}
