import { UserManager } from 'oidc-client-ts';

const env = import.meta.env;
const home = `${location.origin}/`;
const users = new UserManager({
  authority: env.VITE_ISSUER ?? 'http://localhost:3001',
  client_id: env.VITE_CLIENT_ID ?? 'spa',
  scope: 'openid profile email offline_access',
  redirect_uri: home,
  post_logout_redirect_uri: home,
});

const show = (id, text) => (document.getElementById(id).textContent = text);
const showUser = (user) => show('user', JSON.stringify(user, null, 2));
const attempt = (action) => action().catch((error) => show('error', String(error)));
const on = (id, action) => document.getElementById(id).addEventListener('click', () => attempt(action));

on('sign-in', () => users.signinRedirect());
on('refresh', async () => showUser(await users.signinSilent()));
on('sign-out', () => users.signoutRedirect());
on('user-info', async () => {
  const user = await users.getUser();
  const endpoint = await users.metadataService.getUserInfoEndpoint();
  const response = await fetch(endpoint, { headers: { Authorization: `Bearer ${user.access_token}` } });
  show('info', JSON.stringify({ status: response.status, claims: await response.json() }, null, 2));
});

attempt(async () => {
  const answer = new URLSearchParams(location.search);
  if (answer.has('code') || answer.has('error')) {
    // The code is used up. Nobody should bookmark the address that has it.
    await users.signinCallback().finally(() => history.replaceState(null, '', home));
  }
  showUser(await users.getUser());
});
