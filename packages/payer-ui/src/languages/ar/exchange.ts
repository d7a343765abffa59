import type { ExchangeTexts } from '../../exchange.ts'
import type { Sum } from '../../payment-texts.ts'

/** Keeps Latin text and numbers together and in their own order (Unicode isolates, UAX 9). */
const ltr = (text: string) => `\u2066${text}\u2069`
/** A name, in its own direction. */
const name = (text: string) => `\u2068${text}\u2069`
const inWords = ({ amount, coin, network }: Sum) => `${ltr(`${amount} ${coin}`)} على شبكة ${ltr(network)}`

export const texts: ExchangeTexts = {
  language: 'ar',
  switch: 'رسوم المنصات تغيّر المبلغ، وهذه الطريقة تتطلب المبلغ بالضبط. أي مبلغ مقبول عبر:',
  network: (terms) => `اختاروا ${ltr(terms.exchangeNetwork)} شبكةً للسحب`,
  amount: (terms) => `حددوا المبلغ بحيث يصل ${inWords(terms)} بالضبط بعد خصم رسوم المنصة`,
  note: {
    amount: 'إذا تعذر ذلك على المنصة حتى آخر رقم، فاستخدموا محفظتكم الخاصة.',
    memo: 'لا تتركوا المذكرة فارغة: بدونها لا يمكننا مطابقة دفعتكم.',
    address: 'إذا وصل مبلغ أقل، فستعرض هذه الصفحة المتبقي.',
  },
  time: (terms) =>
    `تستغرق المنصات من دقيقتين إلى 60 دقيقة. المال الذي يصل بعد ذلك لا يضيع، لكن على ${name(terms.merchant)} قبوله يدويًا.`,
}
