import { i18n } from '@lingui/core';
import { Checkbox, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { answer, api } from '../../api/api.js';
import { LoadFailed } from '../../ui/load-failed.js';
import { Panel } from '../../ui/panel.js';

interface ScopeMatrixProps {
  domain: string;
  /** The scopes by the id of their API. */
  value: Record<string, string[]>;
  onChange: (value: Record<string, string[]>) => void;
  readOnly: boolean;
}

/** Chooses scopes of each API of the domain. */
export function ScopeMatrix({ domain, value, onChange, readOnly }: ScopeMatrixProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['resources', domain],
    queryFn: () => answer(api.GET('/v1/domain/{domain}/resource', { params: { path: { domain } } })),
  });
  if (error && !data) return <LoadFailed what={i18n.t('The list of APIs')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={160} radius="lg" />;
  if (data.data.length === 0) {
    return (
      <Panel title={i18n.t('Scopes')}>
        <Link to="/d/$domain/apis/new" params={{ domain }}>
          {i18n.t('Create an API first')}
        </Link>
      </Panel>
    );
  }
  return data.data.map(({ resourceId, name, audience, scopes }) => (
    <Panel key={resourceId} title={name} description={audience}>
      <Checkbox.Group
        value={value[resourceId] ?? []}
        onChange={(chosen) => onChange({ ...value, [resourceId]: chosen })}
        aria-label={i18n.t('Scopes of {name}', { name })}
      >
        <Stack gap="xs">
          {scopes.map(({ scope, description }) => (
            <Checkbox key={scope} value={scope} disabled={readOnly} label={<code>{scope}</code>} description={description} />
          ))}
        </Stack>
      </Checkbox.Group>
    </Panel>
  ));
}
