import { i18n } from '@lingui/core';
import {
  IconBrandGolang,
  IconBrandNodejs,
  IconBrandPython,
  IconCheck,
  IconKey,
  IconTerminal2,
  IconUser,
  IconApi,
} from '@tabler/icons-react';
import logo from '../../../icon.svg';
import { message } from '../../../messages/message.js';
import { KINDS, type ClientKind } from '../client-kind.js';
import type { ProofMethod } from './draft.js';
import classes from './wizard.module.css';

interface Short {
  title: string;
  /** Who begins, what leads to Latchkey, what comes of it, and where. */
  begins: string;
  by: string;
  gets: string;
  ends: string;
  points: string[];
  secret?: string;
  needs: [string, string];
}

const PKCE = message('Authorization code with PKCE, the only flow for this');
const SIGN_IN = message('Sign-in by passkey, mail link or your company’s provider');
const RENEWED = message('Access for an hour, renewed for 30 days');
const SECRET = message('A client secret, shown once at the end');
const COME_BACK = message('The address to which people come back, such as');

const SHORTS: Record<ClientKind, Short> = {
  service: {
    title: message('A service, in short'),
    begins: message('Service'),
    by: message('secret'),
    gets: message('token'),
    ends: message('Your API'),
    points: [
      message('Client credentials: nobody signs in'),
      message('Each token is for one API, with the scopes that you choose'),
      message('Access for an hour, then it asks again'),
    ],
    secret: message('A client secret shown once, or none at all: a key, or your platform’s identity'),
    needs: [message('A name, such as'), 'orders-service'],
  },
  web: {
    title: message('A web app, in short'),
    begins: message('Person'),
    by: message('passkey'),
    gets: message('code'),
    ends: message('Your server'),
    points: [PKCE, SIGN_IN, message('Tokens stay on your server, never in the browser'), RENEWED],
    secret: SECRET,
    needs: [COME_BACK, 'https://app.example.com/callback'],
  },
  spa: {
    title: message('A single-page app, in short'),
    begins: message('Person'),
    by: message('passkey'),
    gets: message('code'),
    ends: message('Your page'),
    points: [
      PKCE,
      SIGN_IN,
      message('No secret: whoever opens the page could read it'),
      message('Only your origins may call the token endpoint'),
    ],
    needs: [COME_BACK, 'https://app.example.com/callback'],
  },
  native: {
    title: message('An app, in short'),
    begins: message('Person'),
    by: message('passkey'),
    gets: message('code'),
    ends: message('Your app'),
    points: [
      PKCE,
      message('The system browser, where passkeys work'),
      message('No secret: whoever installs the app could read it'),
      RENEWED,
    ],
    needs: [COME_BACK, 'com.example.app:/callback'],
  },
  device: {
    title: message('A device, in short'),
    begins: message('Person'),
    by: message('phone'),
    gets: message('token'),
    ends: message('Your device'),
    points: [
      message('It shows a short code; people confirm it on their phone'),
      message('Passkeys work, because the phone signs in'),
      RENEWED,
    ],
    needs: [message('A name, such as'), 'kiosk'],
  },
  mcp: {
    title: message('An MCP server, in short'),
    begins: message('Agent'),
    by: message('token'),
    gets: message('token'),
    ends: message('Next API'),
    points: [
      message('Asks whether the agent’s token still counts'),
      message('Gets a token for the next API in the person’s name'),
      message('That token names this server as the one that acts'),
    ],
    secret: SECRET,
    needs: [message('The address of the server, such as'), 'https://mcp.example.com'],
  },
};

const LANGUAGES = [
  ['curl', IconTerminal2],
  ['Node.js', IconBrandNodejs],
  ['Python', IconBrandPython],
  ['Go', IconBrandGolang],
] as const;

/** What a kind of client means, beside the steps. */
export function InShort({ kind, method }: { kind: ClientKind; method: ProofMethod }) {
  const { title, points, secret, needs } = SHORTS[kind];
  return (
    <>
      <h2>{i18n.t(title)}</h2>
      <Flow kind={kind} />
      <ul className={classes['points']}>
        {points.map((point) => (
          <li key={point}>
            <IconCheck size={16} stroke={2} aria-hidden />
            {i18n.t(point)}
          </li>
        ))}
        {secret && method === 'secret' && (
          <li data-brass>
            <IconKey size={16} stroke={1.6} aria-hidden />
            {i18n.t(secret)}
          </li>
        )}
      </ul>
      <h3>{i18n.t('You will need')}</h3>
      <p>
        {i18n.t(needs[0])} <code>{needs[1]}</code>
      </p>
      <h3>{i18n.t('Ready code at the end')}</h3>
      <div className={classes['languages']}>
        {LANGUAGES.map(([name, Icon]) => (
          <span key={name}>
            <Icon size={22} stroke={1.6} aria-hidden />
            {name}
          </span>
        ))}
      </div>
    </>
  );
}

/** Who asks, and what comes of it, as a picture. */
function Flow({ kind }: { kind: ClientKind }) {
  const { begins, by, gets, ends } = SHORTS[kind];
  const isPerson = kind !== 'service' && kind !== 'mcp';
  const First = isPerson ? IconUser : KINDS[kind].icon;
  const Last = isPerson ? KINDS[kind].icon : IconApi;
  const label = i18n.t('{begins}, then Latchkey, then {ends}', { begins: i18n.t(begins), ends: i18n.t(ends) });
  return (
    <div className={classes['flow']} role="img" aria-label={label}>
      <span>
        <i>
          <First size={22} stroke={1.6} />
        </i>
        {i18n.t(begins)}
      </span>
      <small>{i18n.t(by)}</small>
      <span>
        <img src={logo} alt="" width={44} height={44} />
        Latchkey
      </span>
      <small>{i18n.t(gets)}</small>
      <span>
        <i>
          <Last size={22} stroke={1.6} />
        </i>
        {i18n.t(ends)}
      </span>
    </div>
  );
}
