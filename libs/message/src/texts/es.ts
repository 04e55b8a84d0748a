import type { MessageTexts } from './message-texts.js';

export const ES: MessageTexts = {
  greeting: (name) => (name === null ? 'Hola:' : `Hola, ${name}:`),
  link: {
    subject: (place) => `Iniciar sesión en ${place}`,
    invitation: (place) => `Con este enlace inicias sesión en ${place}.`,
    button: 'Iniciar sesión',
    lifetime: (minutes) => `Funciona una vez y durante ${minutes} minutos. Ábrelo en el navegador en el que lo pediste.`,
    unexpected: 'Entonces no tienes que hacer nada: sin el enlace nadie puede iniciar sesión. No lo compartas.',
    short: (place, link, minutes) => `Iniciar sesión en ${place}: ${link} (funciona una vez, durante ${minutes} minutos; no lo compartas)`,
  },
  signUp: {
    subject: (place) => `Crea tu cuenta en ${place}`,
    invitation: (place) => `Con este enlace creas tu cuenta en ${place}.`,
    button: 'Crear una cuenta',
    unexpected: 'Entonces no tienes que hacer nada: sin el enlace no se crea ninguna cuenta. No lo compartas.',
  },
  accountExists: {
    subject: (place) => `Ya tienes una cuenta en ${place}`,
    invitation: (place) =>
      `Se ha pedido una cuenta nueva en ${place} con esta dirección, pero ya tienes una. Con este enlace inicias sesión.`,
    button: 'Iniciar sesión',
    unexpected: 'Entonces no tienes que hacer nada: tu cuenta no ha cambiado y sin el enlace nadie puede iniciar sesión. No lo compartas.',
  },
  signUpInvitation: {
    subject: (place) => `Tu invitación a ${place}`,
    invitation: (place) => `Te invitan a crear una cuenta en ${place}.`,
    button: 'Crear una cuenta',
    lifetime: (days) => `El enlace funciona una vez y durante ${days} días.`,
    unexpected: 'Entonces no tienes que hacer nada: sin el enlace no se crea ninguna cuenta. No lo compartas.',
  },
  userInvitation: {
    subject: (place) => `Tu cuenta en ${place}`,
    link: (place) =>
      `Tu cuenta en ${place} está lista. Inicia sesión con este enlace y crea después una clave de acceso para la próxima vez.`,
    lifetime: (hours) => `Funciona una vez y durante ${hours} horas.`,
    identityProvider: (place, identityProvider) => `Tu cuenta en ${place} está lista. Inicia sesión con ${identityProvider}.`,
    unknown: '¿No conoces este servicio?',
    unexpected: 'Entonces ignora este correo. No lo reenvíes.',
  },
  notice: {
    subjects: {
      'passkey-created': 'Se añadió una llave de acceso a tu cuenta',
      'passkey-removed': 'Se quitó una llave de acceso de tu cuenta',
      'passkeys-reset': 'Se quitaron las llaves de acceso de tu cuenta',
      'authenticator-app-set-up': 'Se configuró una aplicación de autenticación en tu cuenta',
      'authenticator-app-removed': 'Se quitó la aplicación de autenticación de tu cuenta',
      'recovery-codes-made': 'Tu cuenta tiene códigos de recuperación nuevos',
      'recovery-code-used': 'Se usó un código de recuperación de tu cuenta',
      'recovery-codes-removed': 'Se quitaron los códigos de recuperación de tu cuenta',
      'new-device': 'Un navegador nuevo inició sesión en su cuenta',
    },
    sentences: {
      'passkey-created': (place) => `Se añadió una llave de acceso a tu cuenta de ${place}. Se puede usar para iniciar sesión.`,
      'passkey-removed': (place) => `Se quitó una llave de acceso de tu cuenta de ${place}. Ya no se puede usar para iniciar sesión.`,
      'passkeys-reset': (place) => `Se quitaron todas las llaves de acceso de tu cuenta de ${place} y se cerraron todas sus sesiones.`,
      'authenticator-app-set-up': (place) =>
        `Se configuró una aplicación de autenticación en tu cuenta de ${place}. Sus códigos se pueden usar para iniciar sesión.`,
      'authenticator-app-removed': (place) =>
        `Se quitó la aplicación de autenticación de tu cuenta de ${place}. Sus códigos ya no funcionan.`,
      'recovery-codes-made': (place) =>
        `Se crearon códigos de recuperación nuevos para tu cuenta de ${place}. Los anteriores ya no funcionan.`,
      'recovery-code-used': (place) =>
        `Se usó un código de recuperación para iniciar sesión en tu cuenta de ${place}. No vuelve a funcionar.`,
      'recovery-codes-removed': (place) => `Se quitaron los códigos de recuperación de tu cuenta de ${place}. Ninguno funciona ya.`,
      'new-device': (place) => `Alguien inició sesión en su cuenta en ${place} con un navegador que nunca lo había hecho antes.`,
    },
    unexpected: 'Entonces revisa tu cuenta ahora y contacta con quien ofrece el servicio.',
    button: 'Revisar tu cuenta',
  },
  confirmation: {
    subject: (place) => `Confirme su correo electrónico para ${place}`,
    invitation: (place) => `Con este enlace cambia el correo electrónico de su cuenta en ${place} por este.`,
    button: 'Confirmar la dirección',
    lifetime: (minutes) => `Funciona una vez y durante ${minutes} minutos. Ábralo en el navegador en el que lo pidió.`,
    unexpected: 'Entonces no tiene que hacer nada: sin el enlace, la dirección no cambia.',
  },
  emailChanged: {
    subject: 'Se cambió el correo electrónico de su cuenta',
    sentence: (place) => `Su cuenta en ${place} tiene un correo electrónico nuevo. Este ya no recibe sus mensajes.`,
    button: 'Deshacer el cambio',
    lifetime: (days) => `El enlace funciona una vez y durante ${days} días. Cierra todas las sesiones de su cuenta.`,
    unexpected: 'Entonces deshaga el cambio ahora y revise su cuenta.',
  },
  notYou: '¿No fuiste tú?',
  facts: { application: 'Aplicación', device: 'Dispositivo', address: 'Dirección IP', country: 'País', time: 'Fecha' },
  separator: ': ',
  fallback: '¿No funciona el botón? Abre esta dirección:',
  footer: { help: 'Ayuda', terms: 'Condiciones', privacy: 'Privacidad' },
};
