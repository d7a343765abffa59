import type { OverTexts, ReceiptMailTexts, ReceiptTexts, RefundTexts, TestPanelTexts, TillTexts } from '../en/pages.ts'

/** Keeps Latin text and numbers together and in their own order (Unicode isolates, UAX 9). */
const ltr = (text: string) => `\u2066${text}\u2069`

export const refundTexts: RefundTexts = {
  addressPage: {
    title: 'المبلغ المسترد',
    amountLabel: 'يعود إليكم',
    ask: ({ coin, network }) =>
      `أدخلوا عنوان ${ltr(network)} الذي سيستلم ${ltr(coin)}: عنوان محفظة خاصة بكم، أو عنوان الإيداع الذي تعرضه منصة التداول لعملة ${ltr(coin)} على ${ltr(network)}. العنوان الذي دفعت منه منصة تداول ليس عنوانكم.`,
    warning: 'لا يمكنكم تغييره لاحقًا، والأموال التي تصل إلى عنوان خاطئ تضيع. يُرجى التحقق من كل حرف.',
    addressLabel: ({ network }) => `عنوان ${ltr(network)}`,
    memoLabel: 'المذكرة (Memo) إن طلبتها منصة التداول',
    paste: 'لصق',
    useWallet: ({ wallet }) => `استخدام عنواني في ${wallet}`,
    submit: 'متابعة',
    check: ({ coin, network }) => `هل هذا عنوانكم لعملة ${ltr(coin)} على ${ltr(network)}؟`,
    confirm: 'نعم، أرسلوها إليه',
    correct: 'لا، أريد تصحيحه',
    invalid: ({ network }) => `لا يمكن الإرسال إلى هذا العنوان على ${ltr(network)}. يُرجى التحقق من كل حرف.`,
    cannotReceive: ({ coin, network }) =>
      `لا يمكن لهذا الحساب استلام ${ltr(coin)} على ${ltr(network)} الآن. يُرجى استخدام حساب آخر.`,
    memoMissing:
      'يطلب هذا الحساب مذكرة (Memo): أدخلوا المذكرة التي تعرضها منصة التداول مع العنوان. من دونها لا يمكن معرفة أن الأموال لكم.',
    addressSaved: ({ merchant }) => `سُجّل العنوان. يرسل ${ltr(merchant)} الأموال، وسيظهر ذلك هنا.`,
    submitted: ({ network }) => `الأموال على ${ltr(network)} ونحن نؤكدها.`,
    completed: 'أُرسلت الأموال إلى هذا العنوان.',
    closed: ({ merchant }) => `لم يعد هذا الاسترداد مفتوحًا. يُرجى التواصل مع ${ltr(merchant)} وذكر المرجع أدناه.`,
  },
  signingPage: {
    title: 'توقيع استرداد',
    amountLabel: 'المبلغ المطلوب إرساله',
    ask: ({ amount, coin, network }) =>
      `أرسلوا ${ltr(`${amount} ${coin}`)} بالضبط على ${ltr(network)} من المحفظة أدناه إلى العنوان أدناه: يكتمل الاسترداد تلقائيًا عندما تؤكد ${ltr(network)} التحويل.`,
    once: 'وقّعوا مرة واحدة فقط: تحويل ثانٍ يعني الدفع مرتين.',
    unswept:
      'لا تزال أموال هذه الدفعة على عنوانها الخاص: تصل إلى هذه المحفظة مع التسوية التالية. حتى ذلك الحين يجب أن يتوفر المبلغ في المحفظة من مصدر آخر.',
    openWallet: 'فتح في محفظة',
    from: 'من محفظتكم',
    to: 'إلى',
    contract: 'عقد العملة',
    closedTitle: 'لا حاجة إلى توقيع',
    closed: 'يُرجى عدم إرسال أي شيء. يمكنكم إغلاق هذه الصفحة.',
    script: {
      signWith: 'التوقيع بواسطة',
      browserWallet: 'محفظة في هذا المتصفح',
      none: 'لم يُعثر على محفظة في هذا المتصفح. أرسلوا يدويًا كما هو موضح هنا تمامًا.',
      account: 'المحفظة ليست على الحساب الذي يجب أن يدفع: اختاروه فيها ثم أعيدوا المحاولة.',
      network: 'المحفظة على شبكة أخرى. اختاروا فيها هذه الشبكة ثم أعيدوا المحاولة:',
      rejected: 'رفضت المحفظة. لم يُرسل شيء.',
      insufficient: 'رصيد الحساب من العملة غير كافٍ. لم يُرسل شيء.',
      failed: 'لم ينجح ذلك ولم يُرسل شيء. يُرجى إعادة المحاولة.',
      confirm: 'يُرجى تأكيد التحويل في المحفظة.',
      sent: 'أُرسل:',
      unsure: 'طُلب من محفظة إرسال هذا من قبل. تحققوا منها أولًا؛ فإن لم يُرسل شيء فألغوا هذا الاسترداد وأنشئوا غيره.',
    },
  },
}

export const checkText = 'تحقّق من وصول دفعتي'

export const overTexts: OverTexts = {
  title: 'انتهت صلاحية هذه الصفحة',
  detail: 'انتهى ما كانت تعرضه منذ فترة. إذا كان لديك سؤال، فيُرجى التواصل مع المتجر.',
}

export const testPanelTexts: TestPanelTexts = {
  title: 'لوحة اختبار للمطورين',
  detail: 'لا يراها الدافعون أبدًا. تُجري هذه الأزرار تحويلات حقيقية على شبكة الاختبار المحلية.',
}

export const tillTexts: TillTexts = {
  show: 'عرض الرمز',
  paid: 'تم الدفع',
  next: 'الدفعة التالية',
  erase: 'حذف الرقم الأخير',
  closed: ({ merchant }) => `لا يفتح هذا الصندوق إلا من يحق له استلام الدفعات لصالح ${merchant}.`,
  signIn: 'تسجيل الدخول',
}

export const receiptTexts: ReceiptTexts = {
  title: 'إيصال',
  scan: 'امسحوا الرمز للتحقق من هذا الإيصال.',
  check: 'التحقق من هذا الإيصال',
  save: 'حفظ الإيصال الموقّع',
  note: {
    payment: 'يثبت هذا الإيصال الدفع، وليس فاتورة.',
    refund: 'يثبت هذا الإيصال ردّ المبلغ، وليس فاتورة.',
  },
}

export const receiptMailTexts: ReceiptMailTexts = {
  payment: {
    subject: ({ merchant }) => `إيصالك من ${merchant}`,
    text: ({ amount, merchant }) => `لقد دفعت ${amount} إلى ${merchant}. وقد وصل المبلغ.`,
  },
  refund: {
    subject: ({ merchant }) => `ردّ المبلغ من ${merchant}`,
    text: ({ amount, merchant }) => `ردّ إليك ${merchant} مبلغ ${amount}.`,
  },
  order: ({ reference }) => `رقم الطلب: ${reference}`,
  link: 'إيصالك هنا:',
  attached: 'الإيصال الموقّع مرفق بهذه الرسالة. احتفظ به، إذ يمكن لأي شخص التحقق منه حتى لو لم تعد هذه الصفحة موجودة.',
  reason: 'وصلتك هذه الرسالة لأن هذا العنوان أُدخل عند الدفع.',
  sandbox: 'هذا اختبار: لم تُحوَّل أموال حقيقية.',
}
