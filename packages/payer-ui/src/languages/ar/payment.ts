import type { Sum, Texts } from '../../payment-texts.ts'

/** Keeps Latin text and numbers together and in their own order (Unicode isolates, UAX 9). */
const ltr = (text: string) => `\u2066${text}\u2069`
/** A name, in its own direction. */
const name = (text: string) => `\u2068${text}\u2069`

const inWords = ({ amount, coin, network }: Sum) => `${ltr(`${amount} ${coin}`)} على شبكة ${ltr(network)}`

/** By the form of the number: 1, 2, 3 to 10, 11 to 99, 100. */
const CONFIRMATIONS: Readonly<Record<Intl.LDMLPluralRule, (digits: string) => string>> = {
  zero: (digits) => `${digits} تأكيد`,
  one: () => 'تأكيد واحد',
  two: () => 'تأكيدين',
  few: (digits) => `${digits} تأكيدات`,
  many: (digits) => `${digits} تأكيدًا`,
  other: (digits) => `${digits} تأكيد`,
}

export const texts: Texts = {
  language: 'ar',
  // The digits that a payer must type, also in regions with others.
  locale: 'ar-u-nu-latn',
  direction: 'rtl',
  titles: {
    awaiting: 'في انتظار الدفع',
    remainder: 'مدفوع جزئيًا',
    checking: 'جارٍ التحقق من الشبكة',
    sent: 'أُرسلت الدفعة',
    claimed: 'جارٍ البحث عن معاملتكم',
    claim_not_found: 'لم يُعثر على المعاملة',
    claimable: 'في انتظار التاجر',
    unavailable: 'غير متاح حاليًا',
    network_unread: 'الشبكة لا تستجيب',
    dropped: 'يُرجى الإرسال مرة أخرى',
    wrong_amount: 'مبلغ غير صحيح',
    wrong_coin: 'عملة أو شبكة غير صحيحة',
    seen: 'تم رصد الدفعة',
    completed: 'اكتمل الدفع',
    overpaid: 'دفعتم أكثر من اللازم',
    twice: 'دفعتم مرتين',
    expired: 'انتهت مهلة الدفع',
    late: 'دُفعت بعد انتهاء الدفعة',
    cancelled: 'أُلغيت الدفعة',
  },
  details: {
    awaiting: () => null,
    remainder: () => null,
    checking: ({ network }) =>
      `انتهت مهلة الدفع، فيُرجى عدم إرسال أي شيء الآن. سيظهر هنا ما إذا كانت دفعة على شبكة ${ltr(network)} قد وصلت في الوقت المحدد.`,
    seen: ({ network }) =>
      `دفعتكم موجودة على شبكة ${ltr(network)} ونحن نؤكدها. لا يلزم القيام بأي شيء آخر، ويمكنكم إغلاق هذه الصفحة.`,
    completed: ({ merchant }) => `استلم ${name(merchant)} دفعتكم.`,
    expired: () => 'انتهت مهلة الدفع، فيُرجى عدم إرسال أي شيء بعد الآن إلى عنوان هذه الدفعة.',
    late: ({ merchant }) =>
      `وصلت أموالكم بعد انتهاء هذه الدفعة، وهي في أمان. يقرر ${name(merchant)} قبولها أو إعادتها: يُرجى التواصل مع التاجر وذكر المرجع أدناه.`,
    cancelled: ({ merchant }) => `ألغى ${name(merchant)} هذه الدفعة. يُرجى عدم إرسال أي شيء إلى عنوانها.`,
  },
  ask: ({ merchant }) =>
    `إن كنتم لا تزالون ترغبون في الدفع فيُرجى طلب دفعة جديدة من ${name(merchant)} وذكر المرجع أدناه.`,
  notices: {
    network_unread: ({ network }) =>
      `لم تستجب شبكة ${ltr(network)} منذ 15 دقيقة أو أكثر. ما أُرسل لم يُفقد: سيظهر هنا عندما تصبح قراءة الشبكة ممكنة من جديد.`,
    delayed: ({ network }) =>
      `يستغرق تأكيد الدفعات على شبكة ${ltr(network)} حاليًا وقتًا أطول من المعتاد. ما أُرسل لم يُفقد.`,
    reported: ({ network }) =>
      `أرسلت محفظةٌ هذه الدفعة. ستظهر هنا فور وصولها إلى شبكة ${ltr(network)}، ويُرجى عدم إرسال أي شيء مرة ثانية.`,
    claimed: ({ network }) =>
      `نبحث عن معاملتكم على شبكة ${ltr(network)}. ستظهر هنا فور العثور عليها؛ يُرجى عدم إرسالها مرة أخرى.`,
    claim_not_found: ({ network, merchant }) =>
      `لم نعثر على معاملتكم على شبكة ${ltr(network)}. يُرجى التحقق من معرّف المعاملة ومن الشبكة في محفظتكم أو منصة التداول. إذا كان كلاهما صحيحًا، فيُرجى التواصل مع ${name(merchant)}.`,
    claim_unrelated: ({ merchant }) =>
      `عثرنا على معاملتكم، لكنها ليست دفعة لهذا الطلب. يُرجى التواصل مع ${name(merchant)} وذكر المرجع أدناه.`,
    dropped: (terms) =>
      `أسقطت الشبكة معاملتكم، فلم يصل المال. أرسلوا ${inWords(terms)} بالضبط مرة أخرى، إلا إذا كانت محفظتكم لا تزال تُظهر المعاملة قيد الانتظار.`,
    underpaid: ({ received, amount, coin, merchant }) =>
      `استلمنا ${ltr(received)} من أصل ${ltr(`${amount} ${coin}`)} قبل انتهاء المهلة. المبلغ في أمان: يُرجى التواصل مع ${name(merchant)} وذكر المرجع أدناه.`,
    overpaid: ({ excess, coin, merchant }) =>
      `دفعتم ${ltr(`${excess} ${coin}`)} زيادةً، وهي في أمان. لاستردادها يُرجى التواصل مع ${name(merchant)} وذكر المرجع أدناه.`,
    multiple: () => 'دفعتم بأكثر من تحويل واحد.',
  },
  misdirected: (found, terms) =>
    `وصل ${inWords(found)}، لكن هذه الدفعة بقيمة ${inWords(terms)}. لم يُفقد المبلغ: يُرجى التواصل مع ${name(terms.merchant)} وذكر المرجع أدناه.`,
  alsoPaid: (found, { merchant }) =>
    `وصل منكم أيضًا ${inWords(found)}، وهذا المبلغ في أمان. لاسترداده يُرجى التواصل مع ${name(merchant)} وذكر المرجع أدناه.`,
  claimable: (found, { merchant }) =>
    `لا يزال على ${name(merchant)} قبول هذا التحويل بقيمة ${inWords(found)}، ولا يُعد مدفوعًا قبل ذلك. يُرجى التواصل مع ${name(merchant)} وذكر المرجع أدناه.`,
  heading: (terms) => `${inWords(terms)} إلى ${name(terms.merchant)}`,
  sendLabel: ({ network }, phase) =>
    phase === 'remainder' ? `أرسلوا الباقي على شبكة ${ltr(network)} بالضبط` : `أرسلوا على شبكة ${ltr(network)} بالضبط`,
  explain: (terms) =>
    ({
      amount: `أرسلوا بالضبط ${inWords(terms)}. نتعرف على دفعتكم من الأرقام الأخيرة، فلا تقرّبوا المبلغ.`,
      memo: `أرسلوا بالضبط ${inWords(terms)} مع المذكرة (Memo) ${terms.memo}. نتعرف على دفعتكم من المذكرة: من دونها لا يمكننا العثور عليها.`,
      address: `أرسلوا بالضبط ${inWords(terms)} إلى هذا العنوان. وهو مخصَّص لدفعتكم وحدها.`,
    })[terms.recognition],
  fees: 'الرسوم إضافية.',
  howToPay: 'طريقة الدفع',
  payFromExchange: 'الدفع من منصة تداول',
  claim: {
    title: 'لقد دفعت بالفعل',
    submit: 'البحث عن دفعتي',
    failed: 'تعذّر الإرسال. يُرجى التحقق من اتصالكم والمحاولة مرة أخرى.',
  },
  methods: {
    title: 'الدفع بعملة أخرى أو عبر شبكة أخرى',
    unavailable: 'غير متاح حاليًا',
    failed: 'هذا الخيار غير متاح حاليًا. يُرجى اختيار خيار آخر.',
  },
  payWithWallet: 'الدفع من محفظة',
  payWith: (wallet) => `الدفع بواسطة ${name(wallet)}`,
  openWalletApp: 'فتح تطبيق محفظة',
  showCode: 'عرض رمز QR',
  codes: {
    address: 'العنوان فقط',
    request: 'العنوان والمبلغ',
    requestCaption: 'يحتوي هذا الرمز أيضًا على العملة والمبلغ. بعض المحافظ لا تستطيع قراءته.',
  },
  walletsFailed: 'تعذر تحميل المحافظ. يُرجى التحقق من الاتصال والمحاولة مرة أخرى.',
  deadline: (time) => `ادفعوا قبل ${time}`,
  rate: (rate, time) => `${ltr(rate)}، ثابت حتى ${time}`,
  timeLeft: (remaining) => `متبقٍ ${remaining}`,
  qrLabel: (terms) =>
    `رمز QR لإرسال ${inWords(terms)} إلى العنوان ${ltr(terms.address)}${terms.memo === null ? '' : ` مع المذكرة (Memo) ${terms.memo}`}`,
  qrCaption: ({ memo, network }) =>
    memo === null
      ? `يحتوي هذا الرمز على عنوان ${ltr(network)}. اكتبوا المبلغ أو الصقوه.`
      : `لمحافظ ${ltr(network)}: يحتوي الرمز على العنوان والمبلغ والمذكرة.`,
  addressLabel: ({ network }) => `عنوان ${ltr(network)}`,
  memoLabel: 'المذكرة (Memo، نص)، مطلوبة',
  received: (received, asked, { network }) => `استُلم ${ltr(received)} من أصل ${ltr(asked)} على شبكة ${ltr(network)}`,
  confirmations: (seen, required) => `${seen.digits} من أصل ${CONFIRMATIONS[required.form](required.digits)}`,
  finality: {
    expected: (duration) => `بقي حوالي ${duration}`,
    soon: 'في أي لحظة الآن',
    overdue: 'يستغرق هذا وقتًا أطول من المعتاد. لم تُفقد الدفعة.',
  },
  transactionStatus: { seen: 'قيد التأكيد', final: 'مؤكدة', orphaned: 'أُسقطت' },
  openTransaction: (hash) => `المعاملة ${ltr(hash)} في مستكشف الكتل`,
  labels: {
    amount: 'المبلغ',
    received: 'المُستلَم',
    price: 'السعر',
    network: 'الشبكة',
    merchant: 'المستفيد',
    confirmedAt: 'وقت التأكيد',
    transactions: 'المعاملات',
    order: 'الطلب',
    items: 'المنتجات',
    reference: 'المرجع',
  },
  returnTo: ({ merchant }) => `العودة إلى ${name(merchant)}`,
  openReplacement: 'فتح الدفعة الجديدة',
  print: 'طباعة',
  languageLabel: 'اللغة',
  contact: ({ merchant }) => `التواصل مع ${name(merchant)}`,
  redirect: {
    countdown: (duration, { merchant }) => `ستعودون إلى ${name(merchant)} خلال ${duration}.`,
    stay: 'البقاء في هذه الصفحة',
  },
  close: 'إغلاق',
  testMode: { title: 'وضع الاختبار.', detail: 'عملات هذه الدفعة لا قيمة لها.' },
  loading: 'جارٍ تحميل الدفعة',
  copy: { amount: 'نسخ المبلغ', address: 'نسخ العنوان', memo: 'نسخ المذكرة', reference: 'نسخ المرجع' },
  copied: { amount: 'تم نسخ المبلغ', address: 'تم نسخ العنوان', memo: 'تم نسخ المذكرة', reference: 'تم نسخ المرجع' },
  copyRefused: 'لم يُسمح بالنسخ. يُرجى تحديد النص ونسخه.',
  notFoundTitle: 'لم يُعثر على الدفعة',
  failureTitle: 'يتعذر عرض الدفعة',
  failures: {
    invalid_src: 'لا تحدد هذه الصفحة الدفعة المقصودة. يُرجى إبلاغ المتجر وعدم إرسال أي شيء.',
    not_found: 'لا توجد دفعة في هذا العنوان. يُرجى التحقق من الرابط أو طلب رابط جديد من التاجر، وعدم إرسال أي شيء.',
    rate_limited: 'وردت طلبات كثيرة جدًا من شبكتكم. نعيد المحاولة…',
    server_error: 'يواجه خادم الدفع مشكلة. نعيد المحاولة…',
    invalid_response: 'أرسل خادم الدفع ردًا غير متوقع. نعيد المحاولة…',
    unreachable: 'لا يمكننا الوصول إلى خادم الدفع. نعيد المحاولة…',
  },
  stale: ({ network }) =>
    `يتعذر الوصول إلى خادم الدفع، لذا قد تكون هذه المعلومات قديمة. ما أرسلتموه على شبكة ${ltr(network)} لم يُفقد.`,
  offline: 'أنتم غير متصلين بالإنترنت، لذا قد تكون هذه المعلومات قديمة. سنعيد الاتصال تلقائيًا.',
  retry: 'إعادة المحاولة',
}
