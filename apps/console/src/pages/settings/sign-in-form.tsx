import { i18n } from '@lingui/core';
import { Checkbox, Select, Skeleton, Stack, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { components } from '@latchkey/api-client';
import { DEFAULT_EDITABLE_CLAIMS, EDITABLE_CLAIMS } from '@latchkey/oauth';
import { answer, api, type Answer } from '../../api/api.js';
import { useCan } from '../../api/caller.js';
import { message } from '../../messages/message.js';
import { Facts } from '../../ui/facts.js';
import { LoadFailed } from '../../ui/load-failed.js';
import { Panel } from '../../ui/panel.js';
import { SaveBar } from '../../ui/save-bar.js';
import { useResourceForm } from '../../ui/use-resource-form.js';
import classes from './settings.module.css';

type SignIn = components['schemas']['SignInResponse'];
/** The document with its defaults. */
interface Values extends Record<string, unknown> {
  secondFactor: NonNullable<SignIn['secondFactor']>;
  accountDeletion: boolean;
  signUp: NonNullable<SignIn['signUp']>;
  editableAttributes: string[];
}

const SIGN_UPS = [
  { value: 'Off', label: message('Nobody') },
  { value: 'ByInvitation', label: message('People whom you invite') },
  { value: 'Open', label: message('Everybody with an email address') },
] as const;

const SECOND_FACTORS = [
  { value: 'AsClientsAsk', label: message('Where a client asks for it') },
  { value: 'Always', label: message('At each sign-in of people who have one') },
] as const;

const toValues = ({ secondFactor = 'AsClientsAsk', accountDeletion = true, signUp = 'Off', editableAttributes }: SignIn): Values => ({
  secondFactor,
  accountDeletion,
  signUp,
  editableAttributes: [...(editableAttributes ?? DEFAULT_EDITABLE_CLAIMS)],
});

/** Leaves out a list that is the default, so that the domain follows the default of later releases. */
function toBody({ editableAttributes, ...others }: Values): SignIn {
  const chosen = EDITABLE_CLAIMS.filter((name) => editableAttributes.includes(name));
  const isDefault = EDITABLE_CLAIMS.every((name) => chosen.includes(name) === DEFAULT_EDITABLE_CLAIMS.includes(name));
  return { ...others, ...(!isDefault && { editableAttributes: chosen }) };
}

/** How people sign in, and what they may do with their accounts. */
export function SignInForm({ domain }: { domain: string }) {
  const can = useCan()('domain:write');
  const { data, error, refetch } = useQuery({
    queryKey: ['sign-in', domain],
    queryFn: () => answer(api.GET('/v1/domain/{domain}/sign-in', { params: { path: { domain } } })),
  });
  const labels = {
    signUp: i18n.t('Who may create an account'),
    secondFactor: i18n.t('Ask for the second factor'),
    accountDeletion: i18n.t('People may delete their accounts'),
    editableAttributes: i18n.t('People may change'),
  };
  return (
    <Panel
      title={i18n.t('Sign-in and accounts')}
      description={i18n.t('For everybody who signs in to the domain, from the next sign-in on.')}
      flush={!can}
    >
      {error && !data && <LoadFailed what={i18n.t('The settings of the sign-in')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={260} />}
      {data && !can && <ReadOnly labels={labels} values={toValues(data.data)} />}
      {data && can && (
        <Fields
          domain={domain}
          read={data}
          labels={labels}
          refetch={async () => (await refetch({ throwOnError: true })).data as Answer<SignIn>}
        />
      )}
    </Panel>
  );
}

type Labels = Record<'signUp' | 'secondFactor' | 'accountDeletion' | 'editableAttributes', string>;

function ReadOnly({ labels, values }: { labels: Labels; values: Values }) {
  const { accountDeletion, editableAttributes } = values;
  const signUp = SIGN_UPS.find(({ value }) => value === values.signUp)!;
  const secondFactor = SECOND_FACTORS.find(({ value }) => value === values.secondFactor)!;
  return (
    <Facts
      facts={[
        { label: labels.signUp, value: i18n.t(signUp.label) },
        { label: labels.secondFactor, value: i18n.t(secondFactor.label) },
        { label: labels.accountDeletion, value: accountDeletion ? i18n.t('Yes') : i18n.t('No') },
        { label: labels.editableAttributes, value: editableAttributes.join(', ') || i18n.t('None') },
      ]}
    />
  );
}

interface FieldsProps {
  domain: string;
  read: Answer<SignIn>;
  labels: Labels;
  refetch: () => Promise<Answer<SignIn>>;
}

function Fields({ domain, read, labels, refetch }: FieldsProps) {
  const resource = useResourceForm<SignIn, Values>({
    read,
    queryKey: ['sign-in', domain],
    refetch,
    path: `/v1/domain/${domain}/sign-in`,
    toValues,
    toBody,
    save: (values, etag) =>
      answer(
        api.PUT('/v1/domain/{domain}/sign-in', {
          params: { path: { domain }, header: { 'If-Match': etag ?? '*' } },
          body: toBody(values),
        }),
      ),
  });
  const { getInputProps } = resource.form;
  return (
    <div className={classes['form']}>
      <Stack gap="md">
        <Select
          label={labels.signUp}
          description={i18n.t('People get a link by mail, which proves the address. Invite them on the page of users.')}
          data={SIGN_UPS.map(({ value, label }) => ({ value, label: i18n.t(label) }))}
          allowDeselect={false}
          {...getInputProps('signUp')}
        />
        <Select
          label={labels.secondFactor}
          description={i18n.t('The passkey or authenticator app that they have set up, after a link in a mail.')}
          data={SECOND_FACTORS.map(({ value, label }) => ({ value, label: i18n.t(label) }))}
          allowDeselect={false}
          {...getInputProps('secondFactor')}
        />
        <Switch label={labels.accountDeletion} {...getInputProps('accountDeletion', { type: 'checkbox' })} />
        <Checkbox.Group
          label={labels.editableAttributes}
          description={i18n.t('On their account page. What an identity provider or a SCIM client sets has no field there.')}
          {...getInputProps('editableAttributes')}
        >
          <div className={classes['choices']}>
            {EDITABLE_CLAIMS.map((name) => (
              <Checkbox key={name} value={name} label={<code>{name}</code>} />
            ))}
          </div>
        </Checkbox.Group>
      </Stack>
      <SaveBar form={resource} labels={labels} />
    </div>
  );
}
