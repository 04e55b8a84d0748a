import { i18n } from '@lingui/core';
import { Button } from '@mantine/core';
import { IconFingerprint, IconLink, IconLogout, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useCan } from '../../api/caller.js';
import { Facts, type Fact } from '../../ui/facts.js';
import { Columns, Panel } from '../../ui/panel.js';
import { Time } from '../../ui/time.js';
import { UserEvents } from './user-events.js';
import { useActivation } from './use-activation.js';
import { useUserKey } from './use-user.js';
import { nameOf, type User, type UserTabProps } from './users-query.js';
import classes from './users.module.css';

const RECENT_EVENTS = 6;

/** Who the user is, whether they may sign in, and what happened last. */
export function OverviewTab({ read: { data: user } }: UserTabProps) {
  const can = useCan();
  const key = useUserKey();
  return (
    <Columns
      aside={
        <>
          <AccessPanel user={user} />
          {can('user:write') && (
            <Panel title={i18n.t('Help this person')}>
              <HelpLinks />
            </Panel>
          )}
        </>
      }
    >
      <Panel title={i18n.t('Facts')} flush>
        <Facts facts={listFacts(user)} />
      </Panel>
      {can('log:read') && (
        <Panel
          title={i18n.t('Last events')}
          flush
          action={
            <Link to="/d/$domain/users/$sub/$tab" params={{ ...key, tab: 'log' }}>
              {i18n.t('Open log')}
            </Link>
          }
        >
          <UserEvents user={user} limit={RECENT_EVENTS} />
        </Panel>
      )}
    </Columns>
  );
}

function listFacts(user: User): Fact[] {
  const { preferred_username: username, name, email, phone_number: phone, identityProvider } = user;
  const none = <span className={classes['note']}>{i18n.t('None')}</span>;
  const verified = (value: string, isVerified: boolean | undefined) =>
    `${value} · ${isVerified ? i18n.t('verified') : i18n.t('not verified')}`;
  return [
    { label: i18n.t('Username'), value: username, copy: username },
    { label: i18n.t('Name'), value: name ?? none },
    { label: i18n.t('Email'), value: email ? verified(email, user.email_verified) : none, copy: email },
    { label: i18n.t('Phone'), value: phone ? verified(phone, user.phone_number_verified) : none, copy: phone },
    { label: i18n.t('Identity provider'), value: identityProvider === 'local' ? i18n.t('Local') : identityProvider },
    { label: 'sub', value: <code>{user.sub}</code>, copy: user.sub },
    { label: i18n.t('Created'), value: <Time at={user.createdAt} /> },
    { label: i18n.t('Last sign-in'), value: user.lastSignInAt ? <Time at={user.lastSignInAt} /> : i18n.t('Never') },
  ];
}

/** Deactivating is safe to take back, so it asks nothing and offers "Undo". */
function AccessPanel({ user }: { user: User }) {
  const can = useCan();
  const { isPending, toggle } = useActivation(useUserKey(), user);
  return (
    <Panel title={i18n.t('Access')}>
      <p className={classes['panelText']}>
        {user.active
          ? i18n.t('{name} may sign in. Deactivating ends all sessions and refresh tokens at once; nothing is deleted.', {
              name: nameOf(user),
            })
          : i18n.t('{name} may not sign in. Sessions and refresh tokens have ended.', { name: nameOf(user) })}
      </p>
      {can('user:write') ? (
        <Button
          variant="default"
          disabled={isPending}
          onClick={toggle}
          leftSection={user.active ? <IconPlayerPause size={16} aria-hidden /> : <IconPlayerPlay size={16} aria-hidden />}
        >
          {user.active ? i18n.t('Deactivate') : i18n.t('Activate')}
        </Button>
      ) : (
        <p className={classes['note']}>{i18n.t('You may read users. To change them, ask an owner for user:write.')}</p>
      )}
    </Panel>
  );
}

function HelpLinks() {
  const key = useUserKey();
  const links = [
    { tab: 'links', icon: IconLink, text: i18n.t('Send a sign-in link') },
    { tab: 'credentials', icon: IconFingerprint, text: i18n.t('Remove a lost passkey or app') },
    { tab: 'sessions', icon: IconLogout, text: i18n.t('Sign out a lost device') },
  ];
  return (
    <ul className={classes['links']}>
      {links.map(({ tab, icon: Icon, text }) => (
        <li key={tab}>
          <Link to="/d/$domain/users/$sub/$tab" params={{ ...key, tab }}>
            <Icon size={17} stroke={1.6} aria-hidden />
            {text}
          </Link>
        </li>
      ))}
    </ul>
  );
}
