import { i18n } from '@lingui/core';
import { Checkbox, Select, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { components } from '@latchkey/api-client';
import { answer, api, type Answer } from '../../api/api.js';
import { useCan } from '../../api/caller.js';
import { Facts } from '../../ui/facts.js';
import { LoadFailed } from '../../ui/load-failed.js';
import { Panel } from '../../ui/panel.js';
import { SaveBar } from '../../ui/save-bar.js';
import { useResourceForm } from '../../ui/use-resource-form.js';
import classes from './settings.module.css';

type SignIn = components['schemas']['SignInResponse'];
type SignInValues = Required<SignIn>;

const toValues = ({ secondFactor, accountDeletion = true, signUp = 'Off' }: SignIn): SignInValues => ({
  secondFactor,
  accountDeletion,
  signUp,
});

const getLabels = () => ({
  signUp: i18n.t('Who may create an account'),
  secondFactor: i18n.t('Second factor after a link'),
  accountDeletion: i18n.t('People may delete their accounts'),
});

const getSignUps = (): Record<SignInValues['signUp'], string> => ({
  Off: i18n.t('Nobody'),
  ByInvitation: i18n.t('People whom you invite'),
  Open: i18n.t('Everybody with an email address'),
});

const getSecondFactors = (): Record<SignInValues['secondFactor'], string> => ({
  AsClientsAsk: i18n.t('If the application asks'),
  Always: i18n.t('Always, for those who have one'),
});

const toOptions = (texts: Record<string, string>) => Object.entries(texts).map(([value, label]) => ({ value, label }));

/** How people sign in, and how they come to an account and leave it. */
export function SignInForm({ domain }: { domain: string }) {
  const can = useCan()('domain:write');
  const { data, error, refetch } = useQuery({
    queryKey: ['sign-in', domain],
    queryFn: () => answer(api.GET('/v1/domain/{domain}/sign-in', { params: { path: { domain } } })),
  });
  const [labels, values] = [getLabels(), data && toValues(data.data)];
  return (
    <Panel title={i18n.t('Accounts')} description={i18n.t('A change applies at once, also to links that were sent.')} flush={!can}>
      {error && !data && <LoadFailed what={i18n.t('The sign-in')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={180} />}
      {values && !can && (
        <Facts
          facts={[
            { label: labels.signUp, value: getSignUps()[values.signUp] },
            { label: labels.secondFactor, value: getSecondFactors()[values.secondFactor] },
            { label: labels.accountDeletion, value: values.accountDeletion ? i18n.t('Yes') : i18n.t('No') },
          ]}
        />
      )}
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

interface FieldsProps {
  domain: string;
  read: Answer<SignIn>;
  labels: ReturnType<typeof getLabels>;
  refetch: () => Promise<Answer<SignIn>>;
}

function Fields({ domain, read, labels, refetch }: FieldsProps) {
  const resource = useResourceForm<SignIn, SignInValues>({
    read,
    queryKey: ['sign-in', domain],
    refetch,
    path: `/v1/domain/${domain}/sign-in`,
    toValues,
    toBody: (values) => values,
    save: (values, etag) =>
      answer(api.PUT('/v1/domain/{domain}/sign-in', { params: { path: { domain }, header: { 'If-Match': etag ?? '*' } }, body: values })),
  });
  const { form } = resource;
  return (
    <div className={classes['form']}>
      <Stack gap="md">
        <Select
          label={labels.signUp}
          description={i18n.t('People get a link by mail, which proves the address. Invite them on the page of users.')}
          data={toOptions(getSignUps())}
          allowDeselect={false}
          {...form.getInputProps('signUp')}
        />
        <Select
          label={labels.secondFactor}
          data={toOptions(getSecondFactors())}
          allowDeselect={false}
          {...form.getInputProps('secondFactor')}
        />
        <Checkbox label={labels.accountDeletion} {...form.getInputProps('accountDeletion', { type: 'checkbox' })} />
      </Stack>
      <SaveBar form={resource} labels={labels} />
    </div>
  );
}
