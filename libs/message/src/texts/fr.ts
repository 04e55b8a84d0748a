import type { MessageTexts } from './message-texts.js';

export const FR: MessageTexts = {
  greeting: (name) => (name === null ? 'Bonjour,' : `Bonjour ${name},`),
  link: {
    subject: (place) => `Connexion à ${place}`,
    invitation: (place) => `Ce lien vous connecte à ${place}.`,
    button: 'Se connecter',
    lifetime: (minutes) =>
      `Il fonctionne une seule fois, pendant ${minutes} minutes. Ouvrez-le dans le navigateur dans lequel vous l’avez demandé.`,
    unexpected: 'Il n’y a rien à faire : sans ce lien, personne ne peut se connecter. Ne le transmettez à personne.',
    short: (place, link, minutes) =>
      `Connexion à ${place} : ${link} (valable une fois, pendant ${minutes} minutes ; ne le transmettez pas)`,
  },
  signUp: {
    subject: (place) => `Créer votre compte chez ${place}`,
    invitation: (place) => `Ce lien crée votre compte chez ${place}.`,
    button: 'Créer un compte',
    unexpected: 'Il n’y a rien à faire : sans ce lien, aucun compte n’est créé. Ne le transmettez à personne.',
  },
  accountExists: {
    subject: (place) => `Vous avez déjà un compte chez ${place}`,
    invitation: (place) =>
      `Un nouveau compte chez ${place} a été demandé avec cette adresse, mais vous en avez déjà un. Ce lien vous connecte.`,
    button: 'Se connecter',
    unexpected:
      'Il n’y a rien à faire : votre compte est inchangé, et sans ce lien, personne ne peut se connecter. Ne le transmettez à personne.',
  },
  signUpInvitation: {
    subject: (place) => `Votre invitation à ${place}`,
    invitation: (place) => `Vous êtes invité à créer un compte chez ${place}.`,
    button: 'Créer un compte',
    lifetime: (days) => `Le lien fonctionne une seule fois, pendant ${days} jours.`,
    unexpected: 'Il n’y a rien à faire : sans ce lien, aucun compte n’est créé. Ne le transmettez à personne.',
  },
  userInvitation: {
    subject: (place) => `Votre compte chez ${place}`,
    link: (place) => `Votre compte chez ${place} est prêt. Connectez-vous avec ce lien, puis créez une clé d’accès pour la prochaine fois.`,
    lifetime: (hours) => `Il fonctionne une seule fois, pendant ${hours} heures.`,
    identityProvider: (place, identityProvider) => `Votre compte chez ${place} est prêt. Connectez-vous avec ${identityProvider}.`,
    unknown: 'Vous ne connaissez pas ce service ?',
    unexpected: 'Ignorez alors cet e-mail. Ne le transmettez à personne.',
  },
  notice: {
    subjects: {
      'passkey-created': 'Une clé d’accès a été ajoutée à votre compte',
      'passkey-removed': 'Une clé d’accès a été retirée de votre compte',
      'passkeys-reset': 'Les clés d’accès de votre compte ont été retirées',
      'authenticator-app-set-up': 'Une application d’authentification a été configurée pour votre compte',
      'authenticator-app-removed': 'L’application d’authentification a été retirée de votre compte',
      'recovery-codes-made': 'Votre compte a de nouveaux codes de récupération',
      'recovery-code-used': 'Un code de récupération de votre compte a été utilisé',
      'recovery-codes-removed': 'Les codes de récupération de votre compte ont été supprimés',
      'new-device': 'Un nouveau navigateur s’est connecté à votre compte',
    },
    sentences: {
      'passkey-created': (place) => `Une clé d’accès a été ajoutée à votre compte sur ${place}. Elle permet de se connecter.`,
      'passkey-removed': (place) => `Une clé d’accès a été retirée de votre compte sur ${place}. Elle ne permet plus de se connecter.`,
      'passkeys-reset': (place) =>
        `Toutes les clés d’accès de votre compte sur ${place} ont été retirées, et toutes ses sessions sont terminées.`,
      'authenticator-app-set-up': (place) =>
        `Une application d’authentification a été configurée pour votre compte sur ${place}. Ses codes permettent de se connecter.`,
      'authenticator-app-removed': (place) =>
        `L’application d’authentification a été retirée de votre compte sur ${place}. Ses codes ne fonctionnent plus.`,
      'recovery-codes-made': (place) =>
        `De nouveaux codes de récupération ont été créés pour votre compte sur ${place}. Les précédents ne fonctionnent plus.`,
      'recovery-code-used': (place) =>
        `Un code de récupération a servi à se connecter à votre compte sur ${place}. Il ne fonctionnera pas une seconde fois.`,
      'recovery-codes-removed': (place) =>
        `Les codes de récupération de votre compte ${place} ont été supprimés. Aucun ne fonctionne plus.`,
      'new-device': (place) => `Quelqu’un s’est connecté à votre compte sur ${place} avec un navigateur qui ne s’y était jamais connecté.`,
    },
    unexpected: 'Vérifiez votre compte sans attendre et prévenez la personne qui gère le service.',
    button: 'Vérifier votre compte',
  },
  confirmation: {
    subject: (place) => `Confirmez votre adresse e-mail pour ${place}`,
    invitation: (place) => `Avec ce lien, vous remplacez l’adresse e-mail de votre compte sur ${place} par celle-ci.`,
    button: 'Confirmer l’adresse',
    lifetime: (minutes) => `Il fonctionne une seule fois, pendant ${minutes} minutes. Ouvrez-le dans le navigateur où vous l’avez demandé.`,
    unexpected: 'Alors vous n’avez rien à faire : sans le lien, l’adresse ne change pas.',
  },
  emailChanged: {
    subject: 'L’adresse e-mail de votre compte a été modifiée',
    sentence: (place) => `Votre compte sur ${place} a une nouvelle adresse e-mail. Celle-ci ne reçoit plus ses messages.`,
    button: 'Annuler la modification',
    lifetime: (days) => `Le lien fonctionne une seule fois, pendant ${days} jours. Il met fin à toutes les sessions de votre compte.`,
    unexpected: 'Alors annulez la modification maintenant et vérifiez votre compte.',
  },
  notYou: 'Ce n’était pas vous ?',
  facts: { application: 'Application', device: 'Appareil', address: 'Adresse IP', country: 'Pays', time: 'Date' },
  separator: ' : ',
  fallback: 'Le bouton ne fonctionne pas ? Ouvrez cette adresse :',
  footer: { help: 'Aide', terms: 'Conditions', privacy: 'Confidentialité' },
};
