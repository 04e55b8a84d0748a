import type { ReactNode } from 'react';
import { i18n } from '@lingui/core';
import { Button, Group } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconFileImport, IconMail, IconMailForward, IconPlus, IconUsers } from '@tabler/icons-react';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { components } from '@latchkey/api-client';
import { answer, api } from '../../api/api.js';
import { useCan } from '../../api/caller.js';
import { message } from '../../messages/message.js';
import { List, type Column } from '../../ui/list.js';
import { LoadFailed } from '../../ui/load-failed.js';
import { Notice } from '../../ui/notice.js';
import { PageHeader } from '../../ui/page-header.js';
import { RequestExample } from '../../ui/request-example.js';
import { SearchField } from '../../ui/search-field.js';
import { Time } from '../../ui/time.js';
import { Toolbar } from '../../ui/toolbar.js';
import { usePagedList } from '../../ui/use-paged-list.js';
import { CreateUserDialog } from './create-user-dialog.js';
import { ImportUsersDialog } from './import-users-dialog.js';
import { InviteDialog } from './invite-dialog.js';
import { InviteUsersDialog } from './invite-users-dialog.js';
import { UserCredentials } from './user-credentials.js';
import { UserAvatar } from './user-avatar.js';
import { UserStatus } from './user-status.js';
import { UserFilterChips, type UserFilters } from './user-filters.js';
import classes from './users.module.css';

type ListedUser = components['schemas']['UserSummaryResponse'];

/** Rows are higher where fingers choose them. */
const NARROW_ROW_HEIGHT = 66;
const NARROW = '(max-width: 767px)';
const NO_FILTERS: UserFilters = { provider: undefined, attributes: {} };
const PREFIX = 'attribute.';

const COLUMNS: Column<ListedUser>[] = [
  {
    header: message('User'),
    width: 'minmax(0, 2fr)',
    cell: ({ name, preferredUsername, email, active, sub }) => (
      <>
        <UserAvatar name={name ?? preferredUsername} active={active} size={window.matchMedia(NARROW).matches ? 40 : 32} />
        <span className={active ? undefined : classes['inactive']}>
          <strong>
            <bdi>{name ?? preferredUsername}</bdi>
          </strong>
          <small>
            <bdi>{name === null ? (email ?? sub) : preferredUsername}</bdi>
          </small>
        </span>
      </>
    ),
  },
  {
    header: message('Status'),
    width: 'minmax(0, 1fr)',
    wideOnly: true,
    cell: ({ active, totpLockedUntil }) => <UserStatus active={active} areCodesLocked={totpLockedUntil !== null} />,
  },
  {
    header: message('Credentials'),
    width: '110px',
    wideOnly: true,
    cell: ({ credentials }) => <UserCredentials types={credentials} />,
  },
  {
    header: message('Identity provider'),
    width: 'minmax(90px, 1fr)',
    wideOnly: true,
    cell: ({ identityProvider }) => (identityProvider === 'local' ? i18n.t('Local') : <bdi>{identityProvider}</bdi>),
  },
  {
    header: message('Last sign-in'),
    width: 'minmax(90px, 130px)',
    numeric: true,
    cell: ({ lastSignInAt, active }) => (
      <>
        <span data-inactive={!active || undefined} className={classes['signedIn']}>
          {lastSignInAt === null ? i18n.t('Never') : <Time at={lastSignInAt} />}
        </span>
        {!active && <b className={`${classes['narrow']} ${classes['badge']}`}>{i18n.t('Deactivated')}</b>}
      </>
    ),
  },
];

/** What the address searches for, and the users that are found. */
function useUserSearch(domain: string) {
  const navigate = useNavigate();
  const found = useSearch({ from: '/d/$domain/users' });
  const { search = '', provider } = found;
  const attributes = Object.entries(found).filter(([name]) => name.startsWith(PREFIX));
  const list = usePagedList<ListedUser>(['users', domain, found], async (page) => {
    const query = {
      ...page,
      ...Object.fromEntries(attributes),
      ...(search && { search }),
      ...(provider && { identityprovider: provider }),
    };
    const { data, ...others } = await answer(api.GET('/v1/domain/{domain}/user', { params: { path: { domain }, query } }));
    // Only with another Accept header it would be a stream of whole users.
    return { ...others, data: data as ListedUser[] };
  });
  const change = (text: string, filters: UserFilters) => {
    const names = Object.entries(filters.attributes).map(([name, value]) => [PREFIX + name, value]);
    const next = { ...(text && { search: text }), ...(filters.provider && { provider: filters.provider }), ...Object.fromEntries(names) };
    void navigate({ to: '/d/$domain/users', params: { domain }, search: next, replace: true });
  };
  return {
    ...list,
    search,
    filters: { provider, attributes: Object.fromEntries(attributes.map(([name, value]) => [name.slice(PREFIX.length), value])) },
    isFiltered: search !== '' || provider !== undefined || attributes.length > 0,
    change,
  };
}

/** All users of a domain, or those that a search and filters leave. */
export function UsersPage() {
  const can = useCan();
  const { domain = '' } = useParams({ strict: false });
  const [isOpen, dialog] = useDisclosure(false);
  const [isImportOpen, importDialog] = useDisclosure(false);
  const [isInviteOpen, inviteDialog] = useDisclosure(false);
  const [isWaveOpen, waveDialog] = useDisclosure(false);
  const found = useUserSearch(domain);
  const { items, total, error, retry, search, filters, isFiltered, change } = found;
  const isEmpty = items?.length === 0;
  const create = can('user:write') && (
    <Group gap="sm">
      <Button variant="default" leftSection={<IconFileImport size={16} aria-hidden />} onClick={importDialog.open}>
        {i18n.t('Import users')}
      </Button>
      <Button variant="default" leftSection={<IconMail size={16} aria-hidden />} onClick={inviteDialog.open}>
        {i18n.t('Invite')}
      </Button>
      {!isEmpty && (
        <Button variant="default" leftSection={<IconMailForward size={16} aria-hidden />} onClick={waveDialog.open}>
          {i18n.t('Invite existing users')}
        </Button>
      )}
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={dialog.open} data-primary-action>
        {i18n.t('Create user')}
      </Button>
    </Group>
  );
  return (
    <>
      <PageHeader
        title={i18n.t('Users')}
        facts={total !== null && i18n.t('{total, plural, one {# user} other {# users}}', { total })}
        actions={(!isEmpty || isFiltered) && create}
      />
      {(!isEmpty || isFiltered) && (
        <Toolbar>
          <div className={classes['search']}>
            <SearchField label={i18n.t('Search users')} value={search} onSearch={(text) => change(text, filters)} />
          </div>
          <UserFilterChips domain={domain} filters={filters} onChange={(next) => change(search, next)} />
        </Toolbar>
      )}
      {error && !items ? (
        <Toolbar>
          <LoadFailed what={i18n.t('The list of users')} error={error} onRetry={retry} />
        </Toolbar>
      ) : isEmpty ? (
        <Toolbar>{isFiltered ? <NoMatch search={search} onClear={() => change('', NO_FILTERS)} /> : <NoUsers>{create}</NoUsers>}</Toolbar>
      ) : (
        <UserList domain={domain} found={found} />
      )}
      {isImportOpen && <ImportUsersDialog domain={domain} onClose={importDialog.close} />}
      {isInviteOpen && <InviteDialog domain={domain} onClose={inviteDialog.close} />}
      {isWaveOpen && <InviteUsersDialog domain={domain} onClose={waveDialog.close} />}
      {isOpen && <CreateUserDialog domain={domain} onClose={dialog.close} />}
    </>
  );
}

type FoundUsers = Pick<ReturnType<typeof useUserSearch>, 'items' | 'isStale' | 'readNext'>;

function UserList({ domain, found: { items, isStale, readNext } }: { domain: string; found: FoundUsers }) {
  const isNarrow = useMediaQuery(NARROW) ?? false;
  return (
    <List
      label={i18n.t('Users')}
      columns={COLUMNS}
      items={items}
      keyOf={({ sub }) => sub}
      isStale={isStale}
      onEnd={readNext}
      {...(isNarrow && { rowHeight: NARROW_ROW_HEIGHT })}
      renderLink={({ sub }, content, className) => (
        <Link to="/d/$domain/users/$sub" params={{ domain, sub }} className={className}>
          {content}
        </Link>
      )}
    />
  );
}

function NoUsers({ children }: { children: ReactNode }) {
  return (
    <Notice icon={IconUsers} title={i18n.t('The people who sign in')}>
      <p>
        {i18n.t(
          'Users sign in by passkey, by a link or at an identity provider, never by password. Create one here, or connect a provider and let their first sign-in create them.',
        )}
      </p>
      {children}
      <RequestExample method="POST" path="/user" body={{ preferredUsername: 'maya.okafor@example.com', name: 'Maya Okafor' }} />
    </Notice>
  );
}

function NoMatch({ search, onClear }: { search: string; onClear: () => void }) {
  return (
    <Notice icon={IconUsers} title={search ? i18n.t('No user matches “{search}”', { search }) : i18n.t('No user matches the filters')}>
      <p>{i18n.t('The search looks at usernames and email addresses. Attributes must match exactly.')}</p>
      <Button variant="default" onClick={onClear}>
        {i18n.t('Clear filters')}
      </Button>
    </Notice>
  );
}
