import type { ClaimTexts, FoundMoney } from '../../wallet-texts.ts'

/** Keeps Latin text and numbers together and in their own order (Unicode isolates, UAX 9). */
const ltr = (text: string) => `\u2066${text}\u2069`
/** A name, in its own direction. */
const name = (text: string) => `\u2068${text}\u2069`

const inWords = ({ amount, coin, network }: FoundMoney) => `${ltr(`${amount} ${coin}`)} على شبكة ${ltr(network)}`

export const texts: ClaimTexts = {
  language: 'ar',
  ask: ({ network }) =>
    `ألصقوا معرّف المعاملة من محفظتكم أو منصة التداول، أو رابطًا إليها. سنبحث عنها على شبكة ${ltr(network)}.`,
  unnamed: (found, time) => `وصل ${inWords(found)} في الساعة ${time} دون تحديد دفعة. هل هذا تحويلكم؟`,
  label: 'معرّف المعاملة',
  invalid: 'هذا ليس معرّف معاملة. يتكون المعرّف من 64 حرفًا ورقمًا، وأحيانًا بعد ⁦0x⁩.',
  found: (terms) =>
    `وجدنا ${inWords(terms)}. هل أرسلتم هذا المبلغ؟ وقّعوا رسالة بالحساب الذي أرسله، فيُحتسب لهذه الدفعة. التوقيع لا ينقل أي أموال ولا يكلّف شيئًا.`,
  sign: (wallet) => `التوقيع باستخدام ${name(wallet)}`,
  browserWallet: 'محفظة المتصفح',
  none: ({ account }) => `لا توجد محفظة في هذا المتصفح. افتحوا هذه الصفحة في متصفح فيه الحساب ${ltr(account)}.`,
  exchange: ({ merchant }) =>
    `هل أرسلته منصة تداول نيابةً عنكم؟ إذن يُرجى التواصل مع ${name(merchant)} وذكر المرجع أدناه.`,
  signing: ({ wallet }) => `وقّعوا الرسالة في ${name(wallet)} وأبقوا هذه الصفحة مفتوحة.`,
  problems: {
    rejected: () => 'رفضتم الطلب في المحفظة. لم يتغيّر شيء، ويمكنكم المحاولة مرة أخرى.',
    account: ({ account }) => `جاء المبلغ من الحساب ${ltr(account)}. اختاروا هذا الحساب في محفظتكم ثم حاولوا مرة أخرى.`,
    refused: ({ merchant }) =>
      `لا يمكن حل ذلك بتوقيع. لم يُفقد مالكم: يُرجى التواصل مع ${name(merchant)} وذكر المرجع أدناه.`,
    failed: () => 'لم يصلنا أي رد. يُرجى التحقق من المحفظة والاتصال والمحاولة مرة أخرى.',
  },
}
