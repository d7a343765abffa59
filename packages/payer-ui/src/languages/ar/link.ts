import type { LinkTexts } from '../en/link.ts'

/** Keeps Latin text and numbers together and in their own order (Unicode isolates, UAX 9). */
const ltr = (text: string) => `\u2066${text}\u2069`

export const texts: LinkTexts = {
  price: 'تدفعون',
  amountLabel: ({ currency }) => `المبلغ بعملة ${ltr(currency)}`,
  bounds: ({ minimum, maximum }) =>
    maximum === null ? `${ltr(minimum)} على الأقل` : `من ${ltr(minimum)} إلى ${ltr(maximum)}`,
  refused: ({ minimum, maximum }) =>
    maximum === null
      ? `يُرجى إدخال مبلغ لا يقل عن ${ltr(minimum)}، مثل ${ltr('12.50')}.`
      : `يُرجى إدخال مبلغ من ${ltr(minimum)} إلى ${ltr(maximum)}، مثل ${ltr('12.50')}.`,
  payIn: ({ coin, network }) => `تدفعون بعملة ${ltr(coin)} على ${ltr(network)}.`,
  choice: 'تختارون العملة في الخطوة التالية.',
  pay: 'ادفع',
  again: 'إجراء دفعة أخرى',
  failed: ({ merchant }) => `لا يمكن الدفع الآن. يُرجى المحاولة لاحقًا أو التواصل مع ${ltr(merchant)}.`,
  closed: {
    inactive: 'رابط الدفع هذا متوقف',
    expired: 'انتهت صلاحية رابط الدفع هذا',
    exhausted: 'استُنفد رابط الدفع هذا',
  },
  ask: ({ merchant }) => `إن كنتم لا تزالون ترغبون في الدفع فيُرجى طلب رابط جديد من ${ltr(merchant)} وذكر المرجع أدناه.`,
  notFoundTitle: 'لم يُعثر على رابط الدفع',
  notFound: 'يُرجى التحقق من العنوان أو طلب رابط جديد من مرسله.',
  scan: 'امسحوا الرمز للدفع',
}
