import { i18n } from '@lingui/core';
import { Skeleton } from '@mantine/core';
import { IconCheck, IconCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { answer, api } from '../../api/api.js';
import { useCaller, useCan } from '../../api/caller.js';
import { Panel } from '../../ui/panel.js';
import classes from './overview.module.css';

/** Days after which the log is removed unless the operator chose otherwise. */
const DEFAULT_LOG_DAYS = 400;

/** What is missing before the domain goes live. Steps that the operator may not read are left out. */
export function Checklist({ domain, isActive }: { domain: string; isActive: boolean }) {
  const can = useCan();
  const isKnown = useCaller() !== undefined;
  const path = { domain };
  const { data } = useQuery({
    queryKey: ['checklist', domain],
    queryFn: async () => {
      const [clients, branding, operators, retention] = await Promise.all([
        can('client:read') ? answer(api.GET('/v1/domain/{domain}/client', { params: { path, query: { limit: 1 } } })) : null,
        can('branding:read') ? answer(api.GET('/v1/domain/{domain}/branding', { params: { path } })) : null,
        can('operator:read') ? answer(api.GET('/v1/operator')) : null,
        can('log:read') ? answer(api.GET('/v1/domain/{domain}/log/retention', { params: { path } })) : null,
      ]);
      return {
        hasClient: clients && clients.data.length > 0,
        hasName: branding && branding.data.name !== null,
        hasSupport: branding && branding.data.supportUri !== null,
        hasSecondOperator: operators && operators.data.length > 1,
        hasRetention: retention && retention.data.days !== DEFAULT_LOG_DAYS,
      };
    },
    // Before, nobody knows which steps the operator may read.
    enabled: isKnown,
  });
  if (!data) {
    return (
      <Panel title={i18n.t('Before you go live')}>
        <Skeleton height={160} />
      </Panel>
    );
  }
  const steps = [
    { done: isActive, label: i18n.t('Domain active'), detail: i18n.t('Its DNS records are found'), to: '/d/$domain' },
    {
      done: data.hasClient,
      label: i18n.t('Create a client'),
      detail: i18n.t('A service or app that gets tokens'),
      to: '/d/$domain/clients',
    },
    {
      done: data.hasName,
      label: i18n.t('Name, colour and logo'),
      detail: i18n.t('What people see when they sign in'),
      to: '/d/$domain/sign-in-page',
    },
    {
      done: data.hasSupport,
      label: i18n.t('Support address'),
      detail: i18n.t('Where people turn when they cannot sign in'),
      to: '/d/$domain/sign-in-page',
    },
    {
      done: data.hasSecondOperator,
      label: i18n.t('Add a second operator'),
      detail: i18n.t('One lost passkey locks nobody out'),
      to: '/operators',
    },
    {
      done: data.hasRetention,
      label: i18n.t('Choose how long the log is kept'),
      detail: i18n.t('400 days unless you change it'),
      to: '/d/$domain/settings',
    },
  ].filter(({ done }) => done !== null);
  const done = steps.filter((step) => step.done).length;
  return (
    <Panel title={i18n.t('Before you go live')} action={<small>{i18n.t('{done} of {total}', { done, total: steps.length })}</small>}>
      <div className={classes['progress']} aria-hidden>
        {steps.map(({ label }, index) => (
          <span key={label} data-done={index < done || undefined} />
        ))}
      </div>
      <ul className={classes['steps']}>
        {steps
          .toSorted((one, other) => Number(one.done) - Number(other.done))
          .map((step) => (
            <li key={step.label} data-done={step.done || undefined}>
              {step.done ? (
                <IconCheck size={16} color="var(--lk-success-ink)" aria-label={i18n.t('Done')} />
              ) : (
                <IconCircle size={16} aria-label={i18n.t('Open')} />
              )}
              {step.done ? (
                step.label
              ) : (
                <span>
                  <Link to={step.to} params={{ domain }}>
                    {step.label}
                  </Link>
                  <small>{step.detail}</small>
                </span>
              )}
            </li>
          ))}
      </ul>
    </Panel>
  );
}
