import type { MessageTexts } from './message-texts.js';

export const IT: MessageTexts = {
  greeting: (name) => (name === null ? 'Ciao,' : `Ciao ${name},`),
  link: {
    subject: (place) => `Accedi a ${place}`,
    invitation: (place) => `Con questo link accedi a ${place}.`,
    button: 'Accedi',
    lifetime: (minutes) => `Funziona una volta e per ${minutes} minuti. Aprilo nel browser in cui l’hai richiesto.`,
    unexpected: 'Allora non devi fare nulla: senza il link nessuno può accedere. Non condividerlo.',
    short: (place, link, minutes) => `Accedi a ${place}: ${link} (funziona una volta, per ${minutes} minuti; non inoltrarlo)`,
  },
  signUp: {
    subject: (place) => `Crea il tuo account su ${place}`,
    invitation: (place) => `Con questo link crei il tuo account su ${place}.`,
    button: 'Crea un account',
    unexpected: 'Allora non devi fare nulla: senza il link non si crea alcun account. Non condividerlo.',
  },
  accountExists: {
    subject: (place) => `Hai già un account su ${place}`,
    invitation: (place) =>
      `È stato richiesto un nuovo account su ${place} con questo indirizzo, ma ne hai già uno. Con questo link accedi.`,
    button: 'Accedi',
    unexpected: 'Allora non devi fare nulla: il tuo account è invariato e senza il link nessuno può accedere. Non condividerlo.',
  },
  signUpInvitation: {
    subject: (place) => `Il tuo invito a ${place}`,
    invitation: (place) => `Sei invitato a creare un account su ${place}.`,
    button: 'Crea un account',
    lifetime: (days) => `Il link funziona una volta e per ${days} giorni.`,
    unexpected: 'Allora non devi fare nulla: senza il link non si crea alcun account. Non condividerlo.',
  },
  userInvitation: {
    subject: (place) => `Il tuo account su ${place}`,
    link: (place) => `Il tuo account su ${place} è pronto. Accedi con questo link e poi crea una passkey per la prossima volta.`,
    lifetime: (hours) => `Funziona una volta e per ${hours} ore.`,
    identityProvider: (place, identityProvider) => `Il tuo account su ${place} è pronto. Accedi con ${identityProvider}.`,
    unknown: 'Non conosci questo servizio?',
    unexpected: 'Allora ignora questa e-mail. Non inoltrarla.',
  },
  notice: {
    subjects: {
      'passkey-created': 'È stata aggiunta una passkey al tuo account',
      'passkey-removed': 'È stata rimossa una passkey dal tuo account',
      'passkeys-reset': 'Le passkey del tuo account sono state rimosse',
      'authenticator-app-set-up': 'È stata configurata un’app di autenticazione per il tuo account',
      'authenticator-app-removed': 'L’app di autenticazione è stata rimossa dal tuo account',
      'recovery-codes-made': 'Il tuo account ha nuovi codici di recupero',
      'recovery-code-used': 'È stato usato un codice di recupero del tuo account',
      'recovery-codes-removed': 'I codici di recupero del tuo account sono stati rimossi',
      'new-device': 'Un nuovo browser ha effettuato l’accesso al tuo account',
    },
    sentences: {
      'passkey-created': (place) => `È stata aggiunta una passkey al tuo account su ${place}. Può essere usata per accedere.`,
      'passkey-removed': (place) => `È stata rimossa una passkey dal tuo account su ${place}. Non può più essere usata per accedere.`,
      'passkeys-reset': (place) => `Tutte le passkey del tuo account su ${place} sono state rimosse e tutte le sessioni terminate.`,
      'authenticator-app-set-up': (place) =>
        `È stata configurata un’app di autenticazione per il tuo account su ${place}. I suoi codici possono essere usati per accedere.`,
      'authenticator-app-removed': (place) =>
        `L’app di autenticazione è stata rimossa dal tuo account su ${place}. I suoi codici non funzionano più.`,
      'recovery-codes-made': (place) =>
        `Sono stati creati nuovi codici di recupero per il tuo account su ${place}. I precedenti non funzionano più.`,
      'recovery-code-used': (place) =>
        `È stato usato un codice di recupero per accedere al tuo account su ${place}. Non funzionerà di nuovo.`,
      'recovery-codes-removed': (place) => `I codici di recupero del tuo account su ${place} sono stati rimossi. Nessuno funziona più.`,
      'new-device': (place) => `Qualcuno ha effettuato l’accesso al tuo account su ${place} con un browser mai usato prima.`,
    },
    unexpected: 'Allora controlla subito il tuo account e contatta chi gestisce il servizio.',
    button: 'Controlla il tuo account',
  },
  confirmation: {
    subject: (place) => `Conferma il tuo indirizzo email per ${place}`,
    invitation: (place) => `Con questo link l’indirizzo email del tuo account su ${place} diventa questo.`,
    button: 'Conferma l’indirizzo',
    lifetime: (minutes) => `Funziona una volta sola, per ${minutes} minuti. Aprilo nel browser in cui l’hai richiesto.`,
    unexpected: 'Allora non devi fare nulla: senza il link l’indirizzo non cambia.',
  },
  emailChanged: {
    subject: 'L’indirizzo email del tuo account è stato cambiato',
    sentence: (place) => `Il tuo account su ${place} ha un nuovo indirizzo email. Questo non riceve più i suoi messaggi.`,
    button: 'Annulla il cambio',
    lifetime: (days) => `Il link funziona una volta sola, per ${days} giorni. Termina tutte le sessioni del tuo account.`,
    unexpected: 'Allora annulla subito il cambio e controlla il tuo account.',
  },
  notYou: 'Non eri tu?',
  facts: { application: 'Applicazione', device: 'Dispositivo', address: 'Indirizzo IP', country: 'Paese', time: 'Data' },
  separator: ': ',
  fallback: 'Il pulsante non funziona? Apri questo indirizzo:',
  footer: { help: 'Aiuto', terms: 'Condizioni', privacy: 'Privacy' },
};
