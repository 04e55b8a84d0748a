import type { MessageTexts } from './message-texts.js';

export const PL: MessageTexts = {
  greeting: (name) => (name === null ? 'Dzień dobry,' : `Dzień dobry, ${name},`),
  link: {
    subject: (place) => `Zaloguj się do ${place}`,
    invitation: (place) => `Ten link służy do logowania do ${place}.`,
    button: 'Zaloguj się',
    lifetime: (minutes) => `Działa raz, przez ${minutes} min. Otwórz go w przeglądarce, w której o niego poproszono.`,
    unexpected: 'Nie musisz nic robić: bez linku nikt się nie zaloguje. Nie udostępniaj go.',
    short: (place, link, minutes) => `Zaloguj się do ${place}: ${link} (działa raz, przez ${minutes} min; nie przekazuj dalej)`,
  },
  signUp: {
    subject: (place) => `Utwórz konto w ${place}`,
    invitation: (place) => `Ten link tworzy Twoje konto w ${place}.`,
    button: 'Utwórz konto',
    unexpected: 'Nie musisz nic robić: bez linku konto nie powstanie. Nie udostępniaj go.',
  },
  accountExists: {
    subject: (place) => `Masz już konto w ${place}`,
    invitation: (place) => `Poproszono o nowe konto w ${place} z tym adresem, ale konto już istnieje. Ten link służy do logowania.`,
    button: 'Zaloguj się',
    unexpected: 'Nie musisz nic robić: Twoje konto się nie zmieniło, a bez linku nikt się nie zaloguje. Nie udostępniaj go.',
  },
  signUpInvitation: {
    subject: (place) => `Twoje zaproszenie do ${place}`,
    invitation: (place) => `Zaproszono Cię do utworzenia konta w ${place}.`,
    button: 'Utwórz konto',
    lifetime: (days) => `Link działa raz, przez ${days} dni.`,
    unexpected: 'Nie musisz nic robić: bez linku konto nie powstanie. Nie udostępniaj go.',
  },
  notice: {
    subjects: {
      'passkey-created': 'Do Twojego konta dodano klucz dostępu',
      'passkey-removed': 'Z Twojego konta usunięto klucz dostępu',
      'passkeys-reset': 'Klucze dostępu Twojego konta usunięto',
      'authenticator-app-set-up': 'Dla Twojego konta ustawiono aplikację uwierzytelniającą',
      'authenticator-app-removed': 'Z Twojego konta usunięto aplikację uwierzytelniającą',
      'recovery-codes-made': 'Twoje konto ma nowe kody odzyskiwania',
      'recovery-code-used': 'Użyto kodu odzyskiwania Twojego konta',
      'recovery-codes-removed': 'Kody odzyskiwania Twojego konta usunięto',
    },
    sentences: {
      'passkey-created': (place) => `Do Twojego konta w ${place} dodano klucz dostępu. Można się nim logować.`,
      'passkey-removed': (place) => `Z Twojego konta w ${place} usunięto klucz dostępu. Nie można się nim już logować.`,
      'passkeys-reset': (place) => `Usunięto wszystkie klucze dostępu Twojego konta w ${place} i zakończono wszystkie sesje.`,
      'authenticator-app-set-up': (place) =>
        `Dla Twojego konta w ${place} ustawiono aplikację uwierzytelniającą. Jej kodami można się logować.`,
      'authenticator-app-removed': (place) => `Z Twojego konta w ${place} usunięto aplikację uwierzytelniającą. Jej kody już nie działają.`,
      'recovery-codes-made': (place) => `Dla Twojego konta w ${place} utworzono nowe kody odzyskiwania. Poprzednie już nie działają.`,
      'recovery-code-used': (place) => `Użyto kodu odzyskiwania, aby zalogować się na Twoje konto w ${place}. Nie zadziała ponownie.`,
      'recovery-codes-removed': (place) => `Usunięto kody odzyskiwania Twojego konta w ${place}. Żaden już nie działa.`,
    },
    unexpected: 'Sprawdź teraz swoje konto i skontaktuj się z operatorem usługi.',
    button: 'Sprawdź konto',
  },
  notYou: 'To nie Ty?',
  facts: { application: 'Aplikacja', device: 'Urządzenie', address: 'Adres IP', time: 'Czas' },
  separator: ': ',
  fallback: 'Przycisk nie działa? Otwórz ten adres:',
  footer: { help: 'Pomoc', terms: 'Regulamin', privacy: 'Prywatność' },
};
