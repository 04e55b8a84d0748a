import { i18n } from '@lingui/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconApi } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Answer } from '../../../api/api.js';
import { Notice } from '../../../ui/notice.js';
import { Loaded } from '../loaded.js';
import { ScopeChoice, type Resource } from '../scope-choice.js';
import type { Draft } from './draft.js';
import rows from '../clients.module.css';
import classes from './wizard.module.css';

interface StepAccessProps {
  form: UseFormReturnType<Draft>;
  domain: string;
  resources: UseQueryResult<Answer<Resource[]>>;
}

/** The third step: the APIs that the client may call, and what it may do there. */
export function StepAccess({ form, domain, resources }: StepAccessProps) {
  const { kind, access, address } = form.values;
  return (
    <>
      <p className={classes['lead']}>
        {kind === 'mcp'
          ? i18n.t('The APIs that it may call for the person whose agent called it. None is fine.')
          : i18n.t('The APIs for which it may ask for tokens, and the scopes that it may have there. None is fine.')}
      </p>
      {form.errors['access'] && <p role="alert">{form.errors['access']}</p>}
      <div className={classes['fields']}>
        <Loaded query={resources} what={i18n.t('The list of APIs')}>
          {({ data }) => {
            const others = data.filter(({ audience }) => kind !== 'mcp' || audience !== address.trim());
            if (others.length > 0)
              return <ScopeChoice resources={others} value={access} onChange={(next) => form.setFieldValue('access', next)} />;
            return (
              <Notice icon={IconApi} title={i18n.t('There is no API yet')}>
                <p>{i18n.t('An API has an audience and scopes. Go on without one, and grant access later.')}</p>
                <Link to="/d/$domain/apis" params={{ domain }} className={rows['link']}>
                  {i18n.t('Open the list of APIs')}
                </Link>
              </Notice>
            );
          }}
        </Loaded>
      </div>
    </>
  );
}
