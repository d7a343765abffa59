import type { PanelTerms, WalletTexts } from '../../wallet-texts.ts'

/** Keeps Latin text and numbers together and in their own order (Unicode isolates, UAX 9). */
const ltr = (text: string) => `\u2066${text}\u2069`
/** Isolates a name, whatever its writing direction. */
const name = (text: string) => `\u2068${text}\u2069`

const inWords = ({ amount, coin, network }: PanelTerms) => `${ltr(`${amount} ${coin}`)} على شبكة ${ltr(network)}`

export const texts: WalletTexts = {
  language: 'ar',
  // Amounts use the digits that must be typed, even where a region uses others.
  locale: 'ar-u-nu-latn',
  direction: 'rtl',
  messages: {
    opening: () => ['جارٍ البحث عن المحافظ', null],
    unreachable: () => ['يتعذر الوصول إلى خادم الدفع', 'لم يُرسَل أي شيء. يُرجى التحقق من الاتصال والمحاولة مرة أخرى.'],
    contradiction: ({ merchant }) => [
      'يُرجى عدم الدفع',
      `بيانات هذه الدفعة متناقضة، لذلك لم يُطلب شيء من أي محفظة. يُرجى إبلاغ ${name(merchant)} وعدم إرسال أي شيء.`,
    ],
    choosing: (terms) => ['اختاروا محفظة', `ستطلب منكم المحفظة تأكيد ${inWords(terms)} بالضبط.`],
    apps: ({ coin, network }) => [
      'الفتح في تطبيق محفظة',
      `يفتح التطبيق هذه الدفعة في متصفحه الخاص، ومن هناك يمكنه إرسال ${ltr(coin)} على شبكة ${ltr(network)}.`,
    ],
    handover: (terms) => [
      'الفتح في تطبيق محفظة',
      `يُفتح تطبيق محفظة على هذا الجهاز لتؤكدوا فيه ${inWords(terms)}. إذا لم يُفتح أي تطبيق، فعودوا وانسخوا البيانات.`,
    ],
    none: ({ coin, network }) => [
      'لم يُعثر على محفظة',
      `لا توجد في هذا المتصفح محفظة يمكنها إرسال ${ltr(coin)} على شبكة ${ltr(network)}. امسحوا الرمز بمحفظة هاتفكم، أو افتحوا هذه الصفحة في متصفح فيه محفظة.`,
    ],
    pairing: () => [
      'ربط محفظة',
      'امسحوا هذا الرمز بمحفظتكم واسمحوا بالاتصال. الرمز يربط المحفظة فقط، وتؤكدون الدفعة بعد ذلك.',
    ],
    pairingHere: () => [
      'ربط محفظة',
      'افتحوا محفظتكم هنا، أو امسحوا هذا الرمز بمحفظة على جهاز آخر، واسمحوا بالاتصال. هذا يربط المحفظة فقط، وتؤكدون الدفعة بعد ذلك.',
    ],
    connecting: ({ wallet }) => [
      `جارٍ الاتصال بمحفظة ${name(wallet)}`,
      'افتحوا المحفظة، وأزيلوا قفلها إن طلبت ذلك، واسمحوا بالاتصال.',
    ],
    switching: ({ wallet, network }) => [
      `التبديل إلى ${ltr(network)}`,
      `محفظة ${name(wallet)} على شبكة أخرى. اسمحوا بالتبديل إلى ${ltr(network)}.`,
    ],
    checking: () => ['جارٍ التحقق من الحساب', null],
    offered: ({ amount, coin, network }) => [
      'الدفع بعملة أخرى',
      `اختاروا ما تدفعون به. تبادله شبكة ${ltr(network)} في الطريق: يصل ${ltr(`${amount} ${coin}`)} بالضبط، ولا يُخصم إلا سعره في تلك اللحظة.`,
    ],
    sending: (terms) => [
      `أكّدوا في ${name(terms.wallet)}`,
      `أكّدوا هناك إرسال ${inWords(terms)}. أبقوا هذه الصفحة مفتوحة.`,
    ],
    unknown: (terms) => [
      'تحققوا من محفظتكم أولًا',
      `لم تُفِد محفظة ${name(terms.wallet)} بما إذا كانت قد أرسلت ${inWords(terms)}. إذا وجدتم التحويل فيها فلا ترسلوه مرة أخرى: سيظهر هنا فور وصوله إلى شبكة ${ltr(terms.network)}.`,
    ],
    sent: ({ network }) => [
      `تم الإرسال. في انتظار ${ltr(network)}`,
      'يُرجى عدم الدفع مرة أخرى: ستظهر دفعتكم هنا بعد لحظات.',
    ],
    rejected: () => ['رُفض في المحفظة', 'لم يُرسَل أي شيء. يمكنكم المحاولة مرة أخرى أو الدفع بطريقة أخرى.'],
    pending: ({ wallet }) => [
      'يوجد طلب مفتوح',
      `ما زالت محفظة ${name(wallet)} تنتظر ردكم على طلب سابق. أجيبوا عليه هناك ثم حاولوا مرة أخرى.`,
    ],
    locked: ({ wallet }) => [
      'المحفظة مقفلة',
      `أزيلوا قفل ${name(wallet)} واسمحوا لهذه الصفحة برؤية حساب ثم حاولوا مرة أخرى. لم يُرسَل أي شيء.`,
    ],
    account: ({ wallet }) => [
      'الحساب غير متاح',
      `لا تسمح محفظة ${name(wallet)} لهذه الصفحة باستخدام ذلك الحساب. اختاروا الحساب الذي سيدفع ثم حاولوا مرة أخرى. لم يُرسَل أي شيء.`,
    ],
    network: ({ wallet, network }) => [
      `المحفظة ليست على شبكة ${ltr(network)}`,
      `لا يمكن إجراء هذه الدفعة إلا على شبكة ${ltr(network)}. بدّلوا ${name(wallet)} إلى ${ltr(network)} ثم حاولوا مرة أخرى. لم يُرسَل أي شيء.`,
    ],
    insufficient: ({ missing, coin, network }) => [
      `رصيد ${ltr(coin)} غير كافٍ`,
      `ينقص هذا الحساب ${ltr(`${missing} ${coin}`)} على شبكة ${ltr(network)}، ولا تُحتسب العملات على شبكات أخرى. لم يُرسَل أي شيء.`,
    ],
    gas: ({ currency, network }) => [
      'الرصيد لا يكفي للرسوم',
      `يحتاج الحساب إلى قليل من ${ltr(currency)} على شبكة ${ltr(network)} لرسوم الشبكة. لم يُرسَل أي شيء.`,
    ],
    disconnected: ({ wallet }) => [
      `محفظة ${name(wallet)} لا تستجيب`,
      'افتحوها وتحققوا من اتصالها ثم حاولوا مرة أخرى. لم يُرسَل أي شيء.',
    ],
    failed: ({ wallet }) => [
      `أبلغت محفظة ${name(wallet)} عن خطأ`,
      'لم يُرسَل أي شيء. يمكنكم المحاولة مرة أخرى أو الدفع بطريقة أخرى.',
    ],
    trustline: ({ coin, network }) => [
      `لا يوجد ${ltr(coin)} في هذا الحساب`,
      `هذا الحساب غير مهيأ لعملة ${ltr(coin)} على شبكة ${ltr(network)}. اختاروا حسابًا آخر. لم يُرسَل أي شيء.`,
    ],
    offers: ({ network }) => [
      'لا يوجد عرض الآن',
      `لم يُرسَل أي شيء. تتغير العروض على شبكة ${ltr(network)} باستمرار: انظروا مرة أخرى أو ادفعوا بطريقة أخرى.`,
    ],
    refused: () => ['لم يُقبَل التحويل', 'لم يُرسَل أي شيء. يمكنكم المحاولة مرة أخرى أو الدفع بطريقة أخرى.'],
    expired: () => ['انتهت صلاحية الرمز', 'كان صالحًا لخمس دقائق. أعيدوا المحاولة للحصول على رمز جديد. لم يُرسَل أي شيء.'],
    relay: () => [
      `يتعذر الوصول إلى ${ltr('WalletConnect')}`,
      'يُرجى التحقق من الاتصال والمحاولة مرة أخرى، أو الدفع بطريقة أخرى. لم يُرسَل أي شيء.',
    ],
  },
  browserWallet: 'محفظة المتصفح',
  walletConnectHint: 'محفظة على جهاز آخر أو في تطبيق',
  pairingQr: 'رمز QR يربط محفظة عبر WalletConnect',
  openIn: (wallet) => `الفتح في ${name(wallet)}`,
  openInWallet: 'الفتح في محفظة',
  openInAnyWallet: 'الفتح في محفظة أخرى',
  from: (account) => `من الحساب ${ltr(account)}`,
  retry: 'إعادة المحاولة',
  otherAccount: 'استخدام حساب آخر',
  otherAsset: 'الدفع بعملة أخرى',
  atMost: (amount) => `${ltr(amount)} على الأكثر`,
  otherWallet: 'اختيار محفظة أخرى',
  back: 'الدفع بطريقة أخرى',
  nothingWasSent: 'لم يُرسَل شيء: إعادة المحاولة',
  itFailed: 'محفظتي تقول إنه فشل',
}
