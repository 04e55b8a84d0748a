import type { MessageTexts } from './message-texts.js';

export const DE: MessageTexts = {
  greeting: (name) => (name === null ? 'Guten Tag,' : `Guten Tag ${name},`),
  link: {
    subject: (place) => `Anmelden bei ${place}`,
    invitation: (place) => `Mit diesem Link melden Sie sich bei ${place} an.`,
    button: 'Anmelden',
    lifetime: (minutes) =>
      `Er funktioniert einmal und ${minutes} Minuten lang. Öffnen Sie ihn in dem Browser, in dem Sie ihn angefordert haben.`,
    unexpected: 'Dann ist nichts zu tun: Ohne den Link kann sich niemand anmelden. Geben Sie ihn nicht weiter.',
    short: (place, link, minutes) => `Anmelden bei ${place}: ${link} (gilt einmal, ${minutes} Minuten lang; nicht weitergeben)`,
  },
  signUp: {
    subject: (place) => `Konto anlegen bei ${place}`,
    invitation: (place) => `Mit diesem Link legen Sie Ihr Konto bei ${place} an.`,
    button: 'Konto anlegen',
    unexpected: 'Dann ist nichts zu tun: Ohne den Link entsteht kein Konto. Geben Sie ihn nicht weiter.',
  },
  accountExists: {
    subject: (place) => `Sie haben schon ein Konto bei ${place}`,
    invitation: (place) =>
      `Mit dieser Adresse wurde ein neues Konto bei ${place} angefordert, Sie haben aber schon eines. Mit diesem Link melden Sie sich an.`,
    button: 'Anmelden',
    unexpected:
      'Dann ist nichts zu tun: Ihr Konto ist unverändert, und ohne den Link kann sich niemand anmelden. Geben Sie ihn nicht weiter.',
  },
  signUpInvitation: {
    subject: (place) => `Ihre Einladung zu ${place}`,
    invitation: (place) => `Sie sind eingeladen, ein Konto bei ${place} anzulegen.`,
    button: 'Konto anlegen',
    lifetime: (days) => `Der Link funktioniert einmal und ${days} Tage lang.`,
    unexpected: 'Dann ist nichts zu tun: Ohne den Link entsteht kein Konto. Geben Sie ihn nicht weiter.',
  },
  userInvitation: {
    subject: (place) => `Ihr Konto bei ${place}`,
    link: (place) =>
      `Ihr Konto bei ${place} steht bereit. Melden Sie sich mit diesem Link an, und erstellen Sie dann einen Passkey für das nächste Mal.`,
    lifetime: (hours) => `Er funktioniert einmal und ${hours} Stunden lang.`,
    identityProvider: (place, identityProvider) => `Ihr Konto bei ${place} steht bereit. Melden Sie sich mit ${identityProvider} an.`,
    unknown: 'Sie kennen diesen Dienst nicht?',
    unexpected: 'Dann ignorieren Sie diese E-Mail. Geben Sie sie nicht weiter.',
  },
  notice: {
    subjects: {
      'passkey-created': 'Ihrem Konto wurde ein Passkey hinzugefügt',
      'passkey-removed': 'Ein Passkey Ihres Kontos wurde entfernt',
      'passkeys-reset': 'Die Passkeys Ihres Kontos wurden entfernt',
      'authenticator-app-set-up': 'Für Ihr Konto wurde eine Authenticator-App eingerichtet',
      'authenticator-app-removed': 'Die Authenticator-App Ihres Kontos wurde entfernt',
      'recovery-codes-made': 'Ihr Konto hat neue Wiederherstellungscodes',
      'recovery-code-used': 'Ein Wiederherstellungscode Ihres Kontos wurde verwendet',
      'recovery-codes-removed': 'Die Wiederherstellungscodes Ihres Kontos wurden entfernt',
      'new-device': 'Ein neuer Browser hat sich in Ihrem Konto angemeldet',
    },
    sentences: {
      'passkey-created': (place) => `Ihrem Konto bei ${place} wurde ein Passkey hinzugefügt. Damit ist eine Anmeldung möglich.`,
      'passkey-removed': (place) => `Ein Passkey Ihres Kontos bei ${place} wurde entfernt. Damit ist keine Anmeldung mehr möglich.`,
      'passkeys-reset': (place) => `Alle Passkeys Ihres Kontos bei ${place} wurden entfernt und alle Sitzungen beendet.`,
      'authenticator-app-set-up': (place) =>
        `Für Ihr Konto bei ${place} wurde eine Authenticator-App eingerichtet. Mit ihren Codes ist eine Anmeldung möglich.`,
      'authenticator-app-removed': (place) =>
        `Die Authenticator-App Ihres Kontos bei ${place} wurde entfernt. Ihre Codes funktionieren nicht mehr.`,
      'recovery-codes-made': (place) =>
        `Für Ihr Konto bei ${place} wurden neue Wiederherstellungscodes erstellt. Die früheren funktionieren nicht mehr.`,
      'recovery-code-used': (place) =>
        `Mit einem Wiederherstellungscode hat sich jemand in Ihrem Konto bei ${place} angemeldet. Er funktioniert kein zweites Mal.`,
      'recovery-codes-removed': (place) => `Die Wiederherstellungscodes Ihres Kontos bei ${place} wurden entfernt. Keiner davon gilt mehr.`,
      'new-device': (place) =>
        `In Ihrem Konto bei ${place} hat sich jemand mit einem Browser angemeldet, der dort noch nie angemeldet war.`,
    },
    unexpected: 'Dann sehen Sie sofort in Ihrem Konto nach und wenden Sie sich an den Betreiber des Dienstes.',
    button: 'Konto prüfen',
  },
  confirmation: {
    subject: (place) => `E-Mail-Adresse für ${place} bestätigen`,
    invitation: (place) => `Mit diesem Link ändern Sie die E-Mail-Adresse Ihres Kontos bei ${place} in diese hier.`,
    button: 'Adresse bestätigen',
    lifetime: (minutes) =>
      `Er funktioniert einmal und ${minutes} Minuten lang. Öffnen Sie ihn in dem Browser, in dem Sie ihn angefordert haben.`,
    unexpected: 'Dann ist nichts zu tun: Ohne den Link ändert sich die Adresse nicht.',
  },
  emailChanged: {
    subject: 'Die E-Mail-Adresse Ihres Kontos wurde geändert',
    sentence: (place) => `Ihr Konto bei ${place} hat eine neue E-Mail-Adresse. Diese hier bekommt seine Nachrichten nicht mehr.`,
    button: 'Änderung rückgängig machen',
    lifetime: (days) => `Der Link funktioniert einmal und ${days} Tage lang. Er beendet alle Sitzungen Ihres Kontos.`,
    unexpected: 'Dann machen Sie die Änderung jetzt rückgängig und sehen Sie in Ihrem Konto nach.',
  },
  notYou: 'Waren Sie das nicht?',
  facts: { application: 'Anwendung', device: 'Gerät', address: 'IP-Adresse', country: 'Land', time: 'Zeitpunkt' },
  separator: ': ',
  fallback: 'Die Schaltfläche funktioniert nicht? Öffnen Sie diese Adresse:',
  footer: { help: 'Hilfe', terms: 'Nutzungsbedingungen', privacy: 'Datenschutz' },
};
