import type { MessageTexts } from './message-texts.js';

export const AR: MessageTexts = {
  greeting: (name) => (name === null ? 'مرحبًا،' : `مرحبًا ${name}،`),
  link: {
    subject: (place) => `تسجيل الدخول إلى ${place}`,
    invitation: (place) => `استخدم هذا الرابط لتسجيل الدخول إلى ${place}.`,
    button: 'تسجيل الدخول',
    lifetime: (minutes) => `يعمل مرة واحدة ولمدة ${minutes} دقيقة. افتحه في المتصفح الذي طلبته فيه.`,
    unexpected: 'لا يلزمك فعل شيء: لا يمكن لأحد تسجيل الدخول من دون الرابط. لا تشاركه.',
    short: (place, link, minutes) => `تسجيل الدخول إلى ${place}: ${link} (يعمل مرة واحدة لمدة ${minutes} دقيقة؛ لا تشاركه)`,
  },
  signUp: {
    subject: (place) => `أنشئ حسابك في ${place}`,
    invitation: (place) => `استخدم هذا الرابط لإنشاء حسابك في ${place}.`,
    button: 'إنشاء حساب',
    unexpected: 'لا يلزمك فعل شيء: لا يُنشأ حساب من دون الرابط. لا تشاركه.',
  },
  accountExists: {
    subject: (place) => `لديك حساب بالفعل في ${place}`,
    invitation: (place) => `طُلب حساب جديد في ${place} بهذا العنوان، لكن لديك حساب بالفعل. استخدم هذا الرابط لتسجيل الدخول.`,
    button: 'تسجيل الدخول',
    unexpected: 'لا يلزمك فعل شيء: لم يتغير حسابك، ولا يمكن لأحد تسجيل الدخول من دون الرابط. لا تشاركه.',
  },
  notice: {
    subjects: {
      'passkey-created': 'أُضيف مفتاح مرور إلى حسابك',
      'passkey-removed': 'أُزيل مفتاح مرور من حسابك',
      'passkeys-reset': 'أُزيلت مفاتيح المرور من حسابك',
      'authenticator-app-set-up': 'أُعدّ تطبيق مصادقة لحسابك',
      'authenticator-app-removed': 'أُزيل تطبيق المصادقة من حسابك',
      'recovery-codes-made': 'لحسابك رموز استرداد جديدة',
      'recovery-code-used': 'استُخدم رمز استرداد من حسابك',
      'recovery-codes-removed': 'أُزيلت رموز الاسترداد من حسابك',
    },
    sentences: {
      'passkey-created': (place) => `أُضيف مفتاح مرور إلى حسابك في ${place}. يمكن استخدامه لتسجيل الدخول.`,
      'passkey-removed': (place) => `أُزيل مفتاح مرور من حسابك في ${place}. لم يعد ممكنًا استخدامه لتسجيل الدخول.`,
      'passkeys-reset': (place) => `أُزيلت كل مفاتيح المرور من حسابك في ${place} وأُنهيت كل جلساته.`,
      'authenticator-app-set-up': (place) => `أُعدّ تطبيق مصادقة لحسابك في ${place}. يمكن استخدام رموزه لتسجيل الدخول.`,
      'authenticator-app-removed': (place) => `أُزيل تطبيق المصادقة من حسابك في ${place}. لم تعد رموزه تعمل.`,
      'recovery-codes-made': (place) => `أُنشئت رموز استرداد جديدة لحسابك في ${place}. لم تعد الرموز السابقة تعمل.`,
      'recovery-code-used': (place) => `استُخدم رمز استرداد لتسجيل الدخول إلى حسابك في ${place}. لن يعمل مرة أخرى.`,
      'recovery-codes-removed': (place) => `أُزيلت رموز الاسترداد من حسابك في ${place}. لم يعد أي منها يعمل.`,
    },
    unexpected: 'تحقق من حسابك الآن وتواصل مع مشغّل الخدمة.',
    button: 'تحقق من حسابك',
  },
  notYou: 'ألم تكن أنت؟',
  facts: { application: 'التطبيق', device: 'الجهاز', address: 'عنوان IP', time: 'الوقت' },
  separator: ': ',
  fallback: 'ألا يعمل الزر؟ افتح هذا العنوان:',
  footer: { help: 'المساعدة', terms: 'الشروط', privacy: 'الخصوصية' },
};
