import type { MessageTexts } from './message-texts.js';

export const NL: MessageTexts = {
  greeting: (name) => (name === null ? 'Hallo,' : `Hallo ${name},`),
  link: {
    subject: (place) => `Inloggen bij ${place}`,
    invitation: (place) => `Met deze link log je in bij ${place}.`,
    button: 'Inloggen',
    lifetime: (minutes) => `Hij werkt één keer, ${minutes} minuten lang. Open hem in de browser waarin je hem hebt gevraagd.`,
    unexpected: 'Dan hoef je niets te doen: zonder de link kan niemand inloggen. Deel hem niet.',
    short: (place, link, minutes) => `Inloggen bij ${place}: ${link} (werkt één keer, ${minutes} minuten lang; niet doorgeven)`,
  },
  signUp: {
    subject: (place) => `Maak je account bij ${place}`,
    invitation: (place) => `Met deze link maak je je account bij ${place}.`,
    button: 'Account maken',
    unexpected: 'Dan hoef je niets te doen: zonder de link wordt er geen account gemaakt. Deel hem niet.',
  },
  accountExists: {
    subject: (place) => `Je hebt al een account bij ${place}`,
    invitation: (place) => `Met dit adres is een nieuw account bij ${place} gevraagd, maar je hebt er al een. Met deze link log je in.`,
    button: 'Inloggen',
    unexpected: 'Dan hoef je niets te doen: je account is ongewijzigd en zonder de link kan niemand inloggen. Deel hem niet.',
  },
  signUpInvitation: {
    subject: (place) => `Je uitnodiging voor ${place}`,
    invitation: (place) => `Je bent uitgenodigd om een account te maken bij ${place}.`,
    button: 'Account maken',
    lifetime: (days) => `De link werkt één keer, ${days} dagen lang.`,
    unexpected: 'Dan hoef je niets te doen: zonder de link wordt er geen account gemaakt. Deel hem niet.',
  },
  userInvitation: {
    subject: (place) => `Je account bij ${place}`,
    link: (place) => `Je account bij ${place} staat klaar. Log in met deze link en maak daarna een passkey voor de volgende keer.`,
    lifetime: (hours) => `Hij werkt één keer, ${hours} uur lang.`,
    identityProvider: (place, identityProvider) => `Je account bij ${place} staat klaar. Log in met ${identityProvider}.`,
    unknown: 'Ken je deze dienst niet?',
    unexpected: 'Negeer deze e-mail dan. Stuur hem niet door.',
  },
  notice: {
    subjects: {
      'passkey-created': 'Er is een toegangssleutel aan je account toegevoegd',
      'passkey-removed': 'Er is een toegangssleutel van je account verwijderd',
      'passkeys-reset': 'De toegangssleutels van je account zijn verwijderd',
      'authenticator-app-set-up': 'Er is een authenticator-app voor je account ingesteld',
      'authenticator-app-removed': 'De authenticator-app van je account is verwijderd',
      'recovery-codes-made': 'Je account heeft nieuwe herstelcodes',
      'recovery-code-used': 'Er is een herstelcode van je account gebruikt',
      'recovery-codes-removed': 'De herstelcodes van je account zijn verwijderd',
      'new-device': 'Een nieuwe browser heeft ingelogd op uw account',
    },
    sentences: {
      'passkey-created': (place) => `Er is een toegangssleutel toegevoegd aan je account bij ${place}. Daarmee kan worden ingelogd.`,
      'passkey-removed': (place) =>
        `Er is een toegangssleutel verwijderd van je account bij ${place}. Daarmee kan niet meer worden ingelogd.`,
      'passkeys-reset': (place) => `Alle toegangssleutels van je account bij ${place} zijn verwijderd en alle sessies zijn beëindigd.`,
      'authenticator-app-set-up': (place) =>
        `Er is een authenticator-app ingesteld voor je account bij ${place}. Met de codes kan worden ingelogd.`,
      'authenticator-app-removed': (place) => `De authenticator-app van je account bij ${place} is verwijderd. De codes werken niet meer.`,
      'recovery-codes-made': (place) => `Er zijn nieuwe herstelcodes gemaakt voor je account bij ${place}. De vorige werken niet meer.`,
      'recovery-code-used': (place) =>
        `Er is een herstelcode gebruikt om in te loggen op je account bij ${place}. Die werkt niet nog een keer.`,
      'recovery-codes-removed': (place) => `De herstelcodes van je account bij ${place} zijn verwijderd. Geen ervan werkt nog.`,
      'new-device': (place) => `Iemand heeft op uw account bij ${place} ingelogd met een browser die daar nog niet eerder was ingelogd.`,
    },
    unexpected: 'Controleer dan nu je account en neem contact op met de beheerder van de dienst.',
    button: 'Account controleren',
  },
  confirmation: {
    subject: (place) => `Bevestig uw e-mailadres voor ${place}`,
    invitation: (place) => `Met deze link wordt dit het e-mailadres van uw account bij ${place}.`,
    button: 'Adres bevestigen',
    lifetime: (minutes) => `De link werkt één keer, ${minutes} minuten lang. Open hem in de browser waarin u erom hebt gevraagd.`,
    unexpected: 'Dan hoeft u niets te doen: zonder de link verandert het adres niet.',
  },
  emailChanged: {
    subject: 'Het e-mailadres van uw account is gewijzigd',
    sentence: (place) => `Uw account bij ${place} heeft een nieuw e-mailadres. Dit adres krijgt zijn berichten niet meer.`,
    button: 'Wijziging ongedaan maken',
    lifetime: (days) => `De link werkt één keer, ${days} dagen lang. Hij beëindigt alle sessies van uw account.`,
    unexpected: 'Maak de wijziging dan nu ongedaan en controleer uw account.',
  },
  notYou: 'Was jij dit niet?',
  facts: { application: 'App', device: 'Apparaat', address: 'IP-adres', country: 'Land', time: 'Tijdstip' },
  separator: ': ',
  fallback: 'Werkt de knop niet? Open dit adres:',
  footer: { help: 'Hulp', terms: 'Voorwaarden', privacy: 'Privacy' },
};
