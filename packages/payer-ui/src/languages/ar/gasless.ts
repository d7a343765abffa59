import type { GaslessTexts, PanelTerms } from '../../wallet-texts.ts'

/** Keeps Latin text and numbers together and in their own order (Unicode isolates, UAX 9). */
const ltr = (text: string) => `\u2066${text}\u2069`
/** Isolates a name, whatever its writing direction. */
const name = (text: string) => `\u2068${text}\u2069`

const inWords = ({ amount, coin, network }: PanelTerms) => `${ltr(`${amount} ${coin}`)} على شبكة ${ltr(network)}`

export const texts: GaslessTexts = {
  messages: {
    ready: (terms) => [
      'الدفع دون رسوم الشبكة',
      `وقّعوا ${inWords(terms)} في ${name(terms.wallet)}. نحن ندفع رسوم الشبكة، فلا تحتاجون إلى ${ltr(terms.currency)}.`,
    ],
    signing: (terms) => [
      `وقّعوا في ${name(terms.wallet)}`,
      `وقّعوا هناك ${inWords(terms)} بالضبط. لا تُضاف أي رسوم. أبقوا هذه الصفحة مفتوحة.`,
    ],
    relaying: ({ network }) => [
      `تم التوقيع. في انتظار ${ltr(network)}`,
      'يُرجى عدم الدفع مرة أخرى: نرسل دفعتكم وستظهر هنا بعد لحظات.',
    ],
    ungiven: ({ currency }) => [
      'لا يمكن دفع الرسوم عنكم الآن',
      `لم يُرسَل أي شيء. يمكنكم الدفع بالطريقة المعتادة، وتُدفع رسوم الشبكة عندئذٍ بعملة ${ltr(currency)} من حسابكم.`,
    ],
    unsignable: ({ coin, network, currency }) => [
      'على هذا الحساب دفع الرسوم بنفسه',
      `لا يمكن الدفع بهذه الطريقة بعملة ${ltr(coin)} على شبكة ${ltr(network)} من هذا الحساب. لم يُرسَل أي شيء. يمكنكم الدفع بالطريقة المعتادة برسوم بعملة ${ltr(currency)}، أو من حساب آخر.`,
    ],
    unrelayed: ({ currency }) => [
      'تعذّر إرسال الدفعة عنكم',
      `لم يُنفَّذ ما وقّعتموه، ولم يُخصم أي شيء من حسابكم. يُرجى الدفع بالطريقة المعتادة، برسوم بعملة ${ltr(currency)}.`,
    ],
    unanswered: () => [
      'خادم الدفع لا يستجيب',
      'لا يُعرف ما إذا كان توقيعكم قد وصل. يُرجى إعادة المحاولة: التوقيع مرة أخرى لا يدفع مرتين.',
    ],
  },
  withoutGas: 'الدفع دون رسوم الشبكة',
  ownGas: 'أدفع الرسوم بنفسي',
}
