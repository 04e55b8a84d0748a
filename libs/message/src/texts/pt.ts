import type { MessageTexts } from './message-texts.js';

export const PT: MessageTexts = {
  greeting: (name) => (name === null ? 'Olá,' : `Olá, ${name},`),
  link: {
    subject: (place) => `Entrar em ${place}`,
    invitation: (place) => `Este link serve para entrar em ${place}.`,
    button: 'Entrar',
    lifetime: (minutes) => `Funciona uma vez e durante ${minutes} minutos. Abra-o no navegador em que o pediu.`,
    unexpected: 'Então não precisa de fazer nada: sem o link ninguém pode entrar. Não o partilhe.',
    short: (place, link, minutes) => `Entrar em ${place}: ${link} (funciona uma vez, durante ${minutes} minutos; não o partilhe)`,
  },
  signUp: {
    subject: (place) => `Crie a sua conta em ${place}`,
    invitation: (place) => `Este link cria a sua conta em ${place}.`,
    button: 'Criar uma conta',
    unexpected: 'Então não precisa de fazer nada: sem o link não é criada nenhuma conta. Não o partilhe.',
  },
  accountExists: {
    subject: (place) => `Já tem uma conta em ${place}`,
    invitation: (place) => `Foi pedida uma conta nova em ${place} com este endereço, mas já tem uma. Este link serve para entrar.`,
    button: 'Entrar',
    unexpected: 'Então não precisa de fazer nada: a sua conta não mudou e sem o link ninguém pode entrar. Não o partilhe.',
  },
  signUpInvitation: {
    subject: (place) => `O seu convite para ${place}`,
    invitation: (place) => `Foi convidado a criar uma conta em ${place}.`,
    button: 'Criar uma conta',
    lifetime: (days) => `O link funciona uma vez e durante ${days} dias.`,
    unexpected: 'Então não precisa de fazer nada: sem o link não é criada nenhuma conta. Não o partilhe.',
  },
  userInvitation: {
    subject: (place) => `A sua conta em ${place}`,
    link: (place) => `A sua conta em ${place} está pronta. Entre com este link e crie depois uma chave de acesso para a próxima vez.`,
    lifetime: (hours) => `Funciona uma vez e durante ${hours} horas.`,
    identityProvider: (place, identityProvider) => `A sua conta em ${place} está pronta. Entre com ${identityProvider}.`,
    unknown: 'Não conhece este serviço?',
    unexpected: 'Então ignore este e-mail. Não o reencaminhe.',
  },
  notice: {
    subjects: {
      'passkey-created': 'Foi adicionada uma chave de acesso à sua conta',
      'passkey-removed': 'Foi removida uma chave de acesso da sua conta',
      'passkeys-reset': 'As chaves de acesso da sua conta foram removidas',
      'authenticator-app-set-up': 'Foi configurada uma aplicação de autenticação para a sua conta',
      'authenticator-app-removed': 'A aplicação de autenticação foi removida da sua conta',
      'recovery-codes-made': 'A sua conta tem novos códigos de recuperação',
      'recovery-code-used': 'Foi usado um código de recuperação da sua conta',
      'recovery-codes-removed': 'Os códigos de recuperação da sua conta foram removidos',
      'new-device': 'Um navegador novo iniciou sessão na sua conta',
    },
    sentences: {
      'passkey-created': (place) => `Foi adicionada uma chave de acesso à sua conta em ${place}. Pode ser usada para entrar.`,
      'passkey-removed': (place) => `Foi removida uma chave de acesso da sua conta em ${place}. Já não pode ser usada para entrar.`,
      'passkeys-reset': (place) => `Todas as chaves de acesso da sua conta em ${place} foram removidas e todas as sessões terminadas.`,
      'authenticator-app-set-up': (place) =>
        `Foi configurada uma aplicação de autenticação para a sua conta em ${place}. Os códigos podem ser usados para entrar.`,
      'authenticator-app-removed': (place) =>
        `A aplicação de autenticação foi removida da sua conta em ${place}. Os códigos já não funcionam.`,
      'recovery-codes-made': (place) =>
        `Foram criados novos códigos de recuperação para a sua conta em ${place}. Os anteriores já não funcionam.`,
      'recovery-code-used': (place) => `Foi usado um código de recuperação para entrar na sua conta em ${place}. Não volta a funcionar.`,
      'recovery-codes-removed': (place) => `Os códigos de recuperação da sua conta em ${place} foram removidos. Nenhum funciona agora.`,
      'new-device': (place) => `Alguém iniciou sessão na sua conta em ${place} com um navegador que nunca o tinha feito.`,
    },
    unexpected: 'Então verifique já a sua conta e contacte quem gere o serviço.',
    button: 'Verificar a conta',
  },
  confirmation: {
    subject: (place) => `Confirme o seu endereço de e-mail para ${place}`,
    invitation: (place) => `Com esta ligação, o endereço de e-mail da sua conta em ${place} passa a ser este.`,
    button: 'Confirmar o endereço',
    lifetime: (minutes) => `Funciona uma vez, durante ${minutes} minutos. Abra-a no navegador em que a pediu.`,
    unexpected: 'Então não precisa de fazer nada: sem a ligação, o endereço não muda.',
  },
  emailChanged: {
    subject: 'O endereço de e-mail da sua conta foi alterado',
    sentence: (place) => `A sua conta em ${place} tem um novo endereço de e-mail. Este já não recebe as suas mensagens.`,
    button: 'Anular a alteração',
    lifetime: (days) => `A ligação funciona uma vez, durante ${days} dias. Termina todas as sessões da sua conta.`,
    unexpected: 'Então anule já a alteração e verifique a sua conta.',
  },
  notYou: 'Não foi você?',
  facts: { application: 'Aplicação', device: 'Dispositivo', address: 'Endereço IP', country: 'País', time: 'Data' },
  separator: ': ',
  fallback: 'O botão não funciona? Abra este endereço:',
  footer: { help: 'Ajuda', terms: 'Termos', privacy: 'Privacidade' },
};
