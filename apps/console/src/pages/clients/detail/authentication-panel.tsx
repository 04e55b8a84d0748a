import { useState } from 'react';
import { i18n } from '@lingui/core';
import { ActionIcon, Button, Group, Select } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { operations } from '@latchkey/api-client';
import { answer, api, type Answer } from '../../../api/api.js';
import { useCan } from '../../../api/caller.js';
import { Panel } from '../../../ui/panel.js';
import { Time } from '../../../ui/time.js';
import { SaveBar } from '../../../ui/save-bar.js';
import { useResourceForm, type ResourceForm } from '../../../ui/use-resource-form.js';
import { clientAddress, clientQueries, type Authentication, type ClientPath } from '../client-queries.js';
import { Loaded } from '../loaded.js';
import { MethodDialog } from './method-dialog.js';
import { describeMethod, METHODS, toEdited, type EditedMethod, type MethodType } from './methods.js';
import rows from '../clients.module.css';
import classes from './detail.module.css';

type Values = { methods: EditedMethod[]; senderConstraint: string; profile: string };

/** The ways in which the client may authenticate, and what its tokens are bound to. */
export function AuthenticationPanel({ path, isPublic }: { path: ClientPath; isPublic: boolean }) {
  const query = useQuery(clientQueries(path).authentication);
  return (
    <Loaded query={query} what={i18n.t('The methods of authentication')} height={240}>
      {(read) => <AuthenticationForm path={path} read={read} isPublic={isPublic} />}
    </Loaded>
  );
}

interface AuthenticationFormProps {
  path: ClientPath;
  read: Answer<Authentication>;
  isPublic: boolean;
}

function AuthenticationForm({ path, read, isPublic }: AuthenticationFormProps) {
  const can = useCan()('client:write');
  const queries = useQueryClient();
  const query = clientQueries(path).authentication;
  const form = useResourceForm<Authentication, Values>({
    read,
    queryKey: clientQueries(path).all,
    refetch: () => queries.fetchQuery({ ...query, staleTime: 0 }),
    path: clientAddress(path, '/authentication'),
    toValues: ({ methods, senderConstraint, profile }) => ({
      methods: methods.map(toEdited),
      senderConstraint: senderConstraint ?? '',
      profile: profile ?? '',
    }),
    toBody,
    save: (values, etag) =>
      answer(
        api.PUT('/v1/domain/{domain}/client/{clientId}/authentication', {
          params: { path, header: { 'If-Match': etag ?? '*' } },
          body: toBody(values),
        }),
      ),
  });
  const labels = { methods: i18n.t('Methods'), senderConstraint: i18n.t('Tokens are bound to'), profile: i18n.t('Security profile') };
  return (
    <Panel title={isPublic ? i18n.t('Tokens and profile') : i18n.t('Ways to authenticate')} flush>
      {!isPublic && <MethodRows read={read.data} form={form} can={can} />}
      <form
        className={classes['bound']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          form.submit();
        }}
      >
        {can ? (
          <Group grow align="flex-start" preventGrowOverflow={false}>
            <Select
              label={labels.senderConstraint}
              data={[
                { value: '', label: i18n.t('The key that a request proves, if any') },
                { value: 'DPoP', label: i18n.t('DPoP, always') },
                { value: 'MutualTLS', label: i18n.t('TLS certificate, always') },
              ]}
              {...form.form.getInputProps('senderConstraint')}
            />
            <Select
              label={labels.profile}
              data={[
                { value: '', label: i18n.t('None') },
                { value: 'FAPI2', label: 'FAPI 2.0' },
                { value: 'FAPI2MessageSigning', label: i18n.t('FAPI 2.0 with signed requests') },
              ]}
              {...form.form.getInputProps('profile')}
            />
          </Group>
        ) : (
          <p>
            {labels.senderConstraint}: {read.data.senderConstraint ?? i18n.t('None')} · {labels.profile}:{' '}
            {read.data.profile ?? i18n.t('None')}
          </p>
        )}
        <SaveBar form={form as unknown as ResourceForm<Record<string, unknown>>} labels={labels} />
      </form>
    </Panel>
  );
}

type AuthenticationBody = operations['replaceClientAuthentication']['requestBody']['content']['application/json'];

const toBody = ({ methods, senderConstraint, profile }: Values) =>
  ({ methods, senderConstraint: senderConstraint || null, profile: profile || null }) as unknown as AuthenticationBody;

interface MethodRowsProps {
  read: Authentication;
  form: ResourceForm<Values>;
  can: boolean;
}

function MethodRows({ read, form, can }: MethodRowsProps) {
  const [edited, setEdited] = useState<{ type: MethodType; index: number | null } | null>(null);
  const { methods } = form.form.getValues();
  const set = (next: EditedMethod[]) => {
    form.form.clearErrors();
    form.form.setFieldValue('methods', next as never);
  };
  const lastUseOf = (method: EditedMethod) =>
    read.methods.find((other) => JSON.stringify(toEdited(other)) === JSON.stringify(method))?.lastUsedAt ?? null;
  return (
    <>
      <ul className={rows['rows']}>
        {Object.entries(METHODS).flatMap(([type, { label, description, icon: Icon }]) => {
          const used = methods.map((method, index) => ({ method, index })).filter(({ method }) => method.type === type);
          const add = can && (type !== 'ClientSecret' || used.length === 0) && (
            <Button
              variant="default"
              leftSection={<IconPlus size={15} aria-hidden />}
              aria-label={i18n.t('Add {method}', { method: i18n.t(label) })}
              onClick={() =>
                type === 'ClientSecret' ? set([...methods, { type: 'ClientSecret' }]) : setEdited({ type: type as MethodType, index: null })
              }
            >
              {i18n.t('Add')}
            </Button>
          );
          if (used.length === 0) {
            return (
              <li key={type}>
                <Icon size={18} stroke={1.6} aria-hidden />
                <div>
                  <strong>{i18n.t(label)}</strong>
                  <small>{i18n.t(description)}</small>
                </div>
                {add}
              </li>
            );
          }
          return used.map(({ method, index }) => {
            const lastUse = lastUseOf(method);
            const errors = Object.entries(form.form.errors).filter(([field]) => field.startsWith(`methods.${index}`));
            return (
              <li key={`${type} ${index}`}>
                <Icon size={18} stroke={1.6} aria-hidden />
                <div>
                  <strong>{i18n.t(label)}</strong>
                  <small>
                    {describeMethod(method) || i18n.t(description)} ·{' '}
                    {lastUse ? (
                      <>
                        {i18n.t('last used')} <Time at={lastUse} />
                      </>
                    ) : (
                      i18n.t('not used yet')
                    )}
                  </small>
                  {errors.map(([field, error]) => (
                    <p key={field} role="alert">
                      <code>{field}</code> {error}
                    </p>
                  ))}
                </div>
                <span className={rows['badge']} data-tone={lastUse ? 'success' : undefined}>
                  {lastUse ? i18n.t('In use') : i18n.t('Allowed')}
                </span>
                {can && type !== 'ClientSecret' && (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={i18n.t('Change {method}', { method: i18n.t(label) })}
                    onClick={() => setEdited({ type: method.type, index })}
                  >
                    <IconPencil size={16} stroke={1.6} aria-hidden />
                  </ActionIcon>
                )}
                {can && (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={i18n.t('Remove {method}', { method: i18n.t(label) })}
                    onClick={() => set(methods.filter((_method, at) => at !== index))}
                  >
                    <IconTrash size={16} stroke={1.6} aria-hidden />
                  </ActionIcon>
                )}
              </li>
            );
          });
        })}
      </ul>
      {read.methods.some(({ type }) => type === 'ClientSecret') && !methods.some(({ type }) => type === 'ClientSecret') && (
        <p className={rows['foot']}>{i18n.t('Saving deletes all secrets of the client.')}</p>
      )}
      {edited && (
        <MethodDialog
          type={edited.type}
          initial={edited.index === null ? null : (methods[edited.index] ?? null)}
          onClose={() => setEdited(null)}
          onChosen={(method) => {
            set(edited.index === null ? [...methods, method] : methods.map((other, at) => (at === edited.index ? method : other)));
            setEdited(null);
          }}
        />
      )}
    </>
  );
}
