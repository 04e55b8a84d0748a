import type { MessageTexts } from './message-texts.js';

export const JA: MessageTexts = {
  greeting: (name) => (name === null ? 'こんにちは。' : `${name} 様`),
  link: {
    subject: (place) => `${place} にログイン`,
    invitation: (place) => `このリンクから ${place} にログインできます。`,
    button: 'ログイン',
    lifetime: (minutes) => `リンクは ${minutes} 分間、1 回だけ使えます。リンクを要求したブラウザーで開いてください。`,
    unexpected: '何もする必要はありません。リンクがなければ誰もログインできません。ほかの人に渡さないでください。',
    short: (place, link, minutes) => `${place} にログイン: ${link} (${minutes} 分間、1 回だけ使えます。ほかの人に渡さないでください)`,
  },
  signUp: {
    subject: (place) => `${place} のアカウントを作成`,
    invitation: (place) => `このリンクから ${place} のアカウントを作成できます。`,
    button: 'アカウントを作成',
    unexpected: '何もする必要はありません。リンクがなければアカウントは作成されません。ほかの人に渡さないでください。',
  },
  accountExists: {
    subject: (place) => `${place} のアカウントはすでにあります`,
    invitation: (place) =>
      `このアドレスで ${place} の新しいアカウントが要求されましたが、すでにアカウントがあります。このリンクからログインできます。`,
    button: 'ログイン',
    unexpected:
      '何もする必要はありません。アカウントは変わっておらず、リンクがなければ誰もログインできません。ほかの人に渡さないでください。',
  },
  signUpInvitation: {
    subject: (place) => `${place} への招待`,
    invitation: (place) => `${place} のアカウントの作成に招待されました。`,
    button: 'アカウントを作成',
    lifetime: (days) => `リンクは ${days} 日間、1 回だけ使えます。`,
    unexpected: '何もする必要はありません。リンクがなければアカウントは作成されません。ほかの人に渡さないでください。',
  },
  notice: {
    subjects: {
      'passkey-created': 'アカウントにパスキーが追加されました',
      'passkey-removed': 'アカウントのパスキーが削除されました',
      'passkeys-reset': 'アカウントのすべてのパスキーが削除されました',
      'authenticator-app-set-up': 'アカウントに認証アプリが設定されました',
      'authenticator-app-removed': 'アカウントの認証アプリが削除されました',
      'recovery-codes-made': '新しいリカバリーコードが作成されました',
      'recovery-code-used': 'リカバリーコードが使われました',
      'recovery-codes-removed': 'リカバリーコードが削除されました',
      'new-device': '新しいブラウザーからアカウントにログインがありました',
    },
    sentences: {
      'passkey-created': (place) => `${place} のアカウントにパスキーが追加されました。ログインに使えます。`,
      'passkey-removed': (place) => `${place} のアカウントのパスキーが削除されました。ログインには使えなくなりました。`,
      'passkeys-reset': (place) => `${place} のアカウントのパスキーがすべて削除され、すべてのセッションが終了しました。`,
      'authenticator-app-set-up': (place) => `${place} のアカウントに認証アプリが設定されました。そのコードでログインできます。`,
      'authenticator-app-removed': (place) => `${place} のアカウントの認証アプリが削除されました。そのコードは使えなくなりました。`,
      'recovery-codes-made': (place) => `${place} のアカウントに新しいリカバリーコードが作成されました。以前のコードは使えなくなりました。`,
      'recovery-code-used': (place) => `${place} のアカウントへのログインにリカバリーコードが使われました。このコードはもう使えません。`,
      'recovery-codes-removed': (place) => `${place} のアカウントのリカバリーコードが削除されました。どれも使えなくなりました。`,
      'new-device': (place) => `${place} のアカウントに、これまで使われたことのないブラウザーからログインがありました。`,
    },
    unexpected: 'すぐにアカウントを確認し、サービスの運営者にお問い合わせください。',
    button: 'アカウントを確認',
  },
  confirmation: {
    subject: (place) => `${place} のメールアドレスの確認`,
    invitation: (place) => `このリンクを使うと、${place} のアカウントのメールアドレスがこのアドレスに変わります。`,
    button: 'アドレスを確認する',
    lifetime: (minutes) => `リンクは一度だけ、${minutes} 分間使えます。リクエストしたブラウザーで開いてください。`,
    unexpected: 'その場合は何もする必要はありません。リンクを使わなければアドレスは変わりません。',
  },
  emailChanged: {
    subject: 'アカウントのメールアドレスが変更されました',
    sentence: (place) => `${place} のアカウントに新しいメールアドレスが設定されました。このアドレスには今後メッセージが届きません。`,
    button: '変更を取り消す',
    lifetime: (days) => `リンクは一度だけ、${days} 日間使えます。アカウントのすべてのセッションが終了します。`,
    unexpected: '今すぐ変更を取り消し、アカウントを確認してください。',
  },
  notYou: 'お心当たりがありませんか？',
  facts: { application: 'アプリ', device: 'デバイス', address: 'IP アドレス', country: '国', time: '日時' },
  separator: ': ',
  fallback: 'ボタンを押しても開かない場合は、このアドレスを開いてください:',
  footer: { help: 'ヘルプ', terms: '利用規約', privacy: 'プライバシー' },
};
