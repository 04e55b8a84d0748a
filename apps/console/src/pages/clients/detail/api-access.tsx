import { useState } from 'react';
import { i18n } from '@lingui/core';
import { Button, Checkbox, Group, Skeleton, Stack } from '@mantine/core';
import { IconApi } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { answer, api } from '../../../api/api.js';
import { useCan } from '../../../api/caller.js';
import { Dialog } from '../../../ui/dialog.js';
import { Facts } from '../../../ui/facts.js';
import { FormProblem } from '../../../ui/form-problem.js';
import { Panel } from '../../../ui/panel.js';
import { showToast } from '../../../ui/toasts.js';
import { clientQueries, domainQueries, type ClientPath } from '../client-queries.js';
import { Loaded } from '../loaded.js';
import type { Resource } from '../scope-choice.js';
import rows from '../clients.module.css';

const GRANT = '/v1/domain/{domain}/client/{clientId}/resource/{resourceId}';

/** The APIs of the domain, and the scopes that the client has at each. */
export function ApiAccess({ path }: { path: ClientPath }) {
  const can = useCan();
  const granted = useQuery(clientQueries(path).resources);
  const resources = useQuery({ ...domainQueries(path.domain).resources, enabled: can('resource:read') });
  const [opened, setOpened] = useState<Resource | null>(null);
  if (!can('resource:read')) return <GrantedAccess path={path} />;
  const scopesAt = (id: string) => granted.data?.data.find(({ resourceId }) => resourceId === id)?.scopes;
  return (
    <Panel title={i18n.t('Access to APIs')} description={i18n.t('The scopes that it may ask for. Those of its roles are added.')} flush>
      <Loaded query={resources} what={i18n.t('The list of APIs')}>
        {() => {
          const all = resources.data?.data ?? [];
          if (all.length === 0) {
            return (
              <p className={rows['foot']}>
                {i18n.t('There is no API yet.')}{' '}
                <Link to="/d/$domain/apis" params={{ domain: path.domain }} className={rows['link']}>
                  {i18n.t('Open the list of APIs')}
                </Link>
              </p>
            );
          }
          return (
            <ul className={rows['rows']}>
              {all.map((resource) => (
                <ApiRow
                  key={resource.resourceId}
                  resource={resource}
                  scopes={scopesAt(resource.resourceId)}
                  onOpen={can('client:write') ? () => setOpened(resource) : undefined}
                />
              ))}
            </ul>
          );
        }}
      </Loaded>
      {opened && (
        <GrantDialog path={path} resource={opened} isGranted={scopesAt(opened.resourceId) !== undefined} onClose={() => setOpened(null)} />
      )}
    </Panel>
  );
}

interface ApiRowProps {
  resource: Resource;
  /** Undefined without access. */
  scopes: string[] | undefined;
  onOpen: (() => void) | undefined;
}

function ApiRow({ resource, scopes, onOpen }: ApiRowProps) {
  const { name, audience } = resource;
  return (
    <li>
      <IconApi size={18} stroke={1.6} aria-hidden />
      <div>
        <strong>{name}</strong>
        <small>{scopes ? <code>{scopes.join(' ') || i18n.t('No scope')}</code> : audience}</small>
      </div>
      {scopes && (
        <span className={rows['badge']} data-tone="success">
          {i18n.t('{count} of {total} scopes', { count: scopes.length, total: resource.scopes.length })}
        </span>
      )}
      {onOpen && (
        <Button
          variant="default"
          aria-label={scopes ? i18n.t('Change access to {name}', { name }) : i18n.t('Grant access to {name}', { name })}
          onClick={onOpen}
        >
          {scopes ? i18n.t('Change') : i18n.t('Grant access')}
        </Button>
      )}
    </li>
  );
}

/** What the client has, for operators who may not read the list of APIs. */
function GrantedAccess({ path }: { path: ClientPath }) {
  const granted = useQuery(clientQueries(path).resources);
  return (
    <Panel title={i18n.t('Access to APIs')} flush>
      <Loaded query={granted} what={i18n.t('The access of the client')}>
        {({ data }) => (
          <Facts facts={data.map(({ resourceId, scopes }) => ({ label: resourceId, value: <code>{scopes.join(' ')}</code> }))} />
        )}
      </Loaded>
    </Panel>
  );
}

interface GrantDialogProps {
  path: ClientPath;
  resource: Resource;
  onClose: () => void;
}

/** Reads what the client has at an API, with the ETag for the change. */
function GrantDialog({ path, resource, isGranted, onClose }: GrantDialogProps & { isGranted: boolean }) {
  const grantPath = { ...path, resourceId: resource.resourceId };
  const query = useQuery({
    queryKey: [...clientQueries(path).all, 'grant', resource.resourceId],
    queryFn: () => answer(api.GET(GRANT, { params: { path: grantPath } })),
    enabled: isGranted,
    staleTime: 0,
  });
  return (
    <Dialog onClose={onClose} title={i18n.t('Access to {name}', { name: resource.name })}>
      <FormProblem error={query.error} />
      {!isGranted || (query.data && !query.isFetching) ? (
        <GrantForm
          path={path}
          resource={resource}
          scopes={isGranted ? (query.data?.data.scopes ?? []) : null}
          etag={query.data?.etag ?? null}
          onClose={onClose}
        />
      ) : (
        <Skeleton height={140} />
      )}
    </Dialog>
  );
}

interface GrantFormProps extends GrantDialogProps {
  /** null if the client has no access yet. */
  scopes: string[] | null;
  etag: string | null;
}

function GrantForm({ path, resource, scopes, etag, onClose }: GrantFormProps) {
  const queries = useQueryClient();
  const params = { path: { ...path, resourceId: resource.resourceId } };
  const [chosen, setChosen] = useState(scopes ?? resource.scopes.map(({ scope }) => scope));
  const done = async (message: string, undo?: () => void) => {
    await queries.invalidateQueries({ queryKey: clientQueries(path).all });
    showToast({ message, ...(undo && { undo }) });
    onClose();
  };
  const header = scopes === null ? { 'If-None-Match': '*' } : { 'If-Match': etag ?? '*' };
  const save = useMutation({
    mutationFn: () => answer(api.PUT(GRANT, { params: { ...params, header }, body: { scopes: chosen } })),
    onSuccess: () => done(i18n.t('Saved')),
  });
  const restore = async () => {
    await answer(api.PUT(GRANT, { params, body: { scopes: scopes ?? [] } }));
    await queries.invalidateQueries({ queryKey: clientQueries(path).all });
  };
  const withdraw = useMutation({
    mutationFn: () => answer(api.DELETE(GRANT, { params: { ...params, header: { 'If-Match': etag ?? '*' } } })),
    onSuccess: () => done(i18n.t('Access to {name} withdrawn', { name: resource.name }), () => void restore()),
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <FormProblem error={save.error ?? withdraw.error} fields={[]} />
      <Stack gap="sm">
        {resource.scopes.map(({ scope, description }) => (
          <Checkbox
            key={scope}
            label={<code>{scope}</code>}
            description={description === scope ? undefined : description}
            checked={chosen.includes(scope)}
            onChange={() => setChosen(chosen.includes(scope) ? chosen.filter((other) => other !== scope) : [...chosen, scope])}
          />
        ))}
        {resource.scopes.length === 0 && <p>{i18n.t('The API has no scopes. Access alone lets the client ask for its tokens.')}</p>}
      </Stack>
      <Group mt="lg">
        {scopes !== null && (
          <Button variant="subtle" color="red" onClick={() => withdraw.mutate()} disabled={withdraw.isPending}>
            {i18n.t('Withdraw access')}
          </Button>
        )}
        <Button variant="default" ml="auto" onClick={onClose}>
          {i18n.t('Cancel')}
        </Button>
        <Button type="submit" disabled={save.isPending} miw={90}>
          {save.isPending ? i18n.t('Saving') : i18n.t('Save')}
        </Button>
      </Group>
    </form>
  );
}
