import type { Language, Terms } from '@crypto-checkout/payer-ui'

type RefundTerms = Pick<Terms, 'coin' | 'network' | 'merchant'>

/** The texts of the page on which a payer enters the address for a refund. */
export type RefundTexts = {
  readonly title: string
  /** Above the amount. */
  readonly amountLabel: string
  readonly ask: (terms: RefundTerms) => string
  /** Says that the entry cannot be undone. */
  readonly warning: string
  readonly addressLabel: (terms: RefundTerms) => string
  readonly memoLabel: string
  readonly submit: string
  readonly invalid: (terms: RefundTerms) => string
  readonly cannotReceive: (terms: RefundTerms) => string
  /** The account accepts nothing without a memo. */
  readonly memoMissing: string
  readonly given: (terms: RefundTerms) => string
  readonly submitted: (terms: RefundTerms) => string
  readonly completed: string
  readonly closed: (terms: RefundTerms) => string
}

const ltr = (text: string) => `\u2066${text}\u2069`

export const refundTexts: Readonly<Record<Language, RefundTexts>> = {
  en: {
    title: 'Your refund',
    amountLabel: 'You get back',
    ask: ({ coin, network }) =>
      `Enter the address that receives your ${coin} on ${network}: from your own wallet, or the deposit address that your exchange shows for ${coin} on ${network}. Do not enter the address that an exchange paid from: it is not yours.`,
    warning: "You can't change this later, and money sent to a wrong address is lost. Please check every character.",
    addressLabel: ({ network }) => `${network} address`,
    memoLabel: 'Memo, if your exchange asks for one',
    submit: 'Use this address',
    invalid: ({ network }) => `We cannot send to this address on ${network}. Please check every character.`,
    cannotReceive: ({ coin, network }) => `This account cannot receive ${coin} on ${network} now. Please use another.`,
    memoMissing:
      'This account needs a memo: enter the one that your exchange shows with the address. Without it your exchange cannot tell that the money is yours.',
    given: ({ merchant }) => `We have your address. ${merchant} sends the money next, and you will see it here.`,
    submitted: ({ network }) => `The money is on ${network}, and we're confirming it.`,
    completed: 'The money has been sent to this address.',
    closed: ({ merchant }) => `This refund is closed. Please contact ${merchant}.`,
  },
  de: {
    title: 'Ihre Rückzahlung',
    amountLabel: 'Sie erhalten zurück',
    ask: ({ coin, network }) =>
      `Geben Sie die ${network}-Adresse ein, die ${coin} erhalten soll: die einer eigenen Wallet oder die Einzahlungsadresse, die Ihre Börse für ${coin} auf ${network} anzeigt. Die Adresse, von der eine Börse gezahlt hat, gehört nicht Ihnen.`,
    warning:
      'Sie können das später nicht ändern, und an eine falsche Adresse gesendetes Geld ist verloren. Bitte prüfen Sie jedes Zeichen.',
    addressLabel: ({ network }) => `${network}-Adresse`,
    memoLabel: 'Memo, falls Ihre Börse eines verlangt',
    submit: 'Diese Adresse verwenden',
    invalid: ({ network }) =>
      `An diese Adresse kann auf ${network} nichts gesendet werden. Bitte prüfen Sie jedes Zeichen.`,
    cannotReceive: ({ coin, network }) =>
      `Dieses Konto kann derzeit kein ${coin} auf ${network} empfangen. Bitte verwenden Sie ein anderes.`,
    memoMissing:
      'Dieses Konto verlangt ein Memo: Geben Sie das ein, das Ihre Börse zusammen mit der Adresse anzeigt. Ohne Memo könnte das Geld Ihnen nicht zugeordnet werden.',
    given: ({ merchant }) => `Die Adresse ist erfasst. ${merchant} sendet das Geld; es erscheint dann hier.`,
    submitted: ({ network }) => `Das Geld ist auf ${network} und wird gerade bestätigt.`,
    completed: 'Das Geld wurde an diese Adresse gesendet.',
    closed: ({ merchant }) => `Diese Rückzahlung ist nicht mehr offen. Bitte wenden Sie sich an ${merchant}.`,
  },
  es: {
    title: 'Su reembolso',
    amountLabel: 'Recibe de vuelta',
    ask: ({ coin, network }) =>
      `Indique la dirección de ${network} que debe recibir ${coin}: la de una cartera propia o la dirección de depósito que su plataforma muestra para ${coin} en ${network}. La dirección desde la que pagó una plataforma no es suya.`,
    warning:
      'No podrá cambiarla después, y los fondos enviados a una dirección errónea se pierden. Por favor, compruebe cada carácter.',
    addressLabel: ({ network }) => `Dirección de ${network}`,
    memoLabel: 'Memo, si su plataforma lo pide',
    submit: 'Usar esta dirección',
    invalid: ({ network }) =>
      `No se puede enviar nada a esta dirección en ${network}. Por favor, compruebe cada carácter.`,
    cannotReceive: ({ coin, network }) =>
      `Esta cuenta no puede recibir ${coin} en ${network} ahora. Por favor, use otra.`,
    memoMissing:
      'Esta cuenta exige un memo: indique el que su plataforma muestra junto a la dirección. Sin él no se sabría que los fondos son suyos.',
    given: ({ merchant }) => `La dirección ha quedado registrada. ${merchant} envía los fondos, que aparecerán aquí.`,
    submitted: ({ network }) => `Los fondos están en ${network} y los estamos confirmando.`,
    completed: 'Los fondos se han enviado a esta dirección.',
    closed: ({ merchant }) => `Este reembolso ya no está abierto. Por favor, póngase en contacto con ${merchant}.`,
  },
  fr: {
    title: 'Votre remboursement',
    amountLabel: 'Vous est rendu',
    ask: ({ coin, network }) =>
      `Indiquez l’adresse ${network} qui doit recevoir ${coin} : celle d’un portefeuille à vous, ou l’adresse de dépôt que votre plateforme affiche pour ${coin} sur ${network}. L’adresse depuis laquelle une plateforme a payé n’est pas la vôtre.`,
    warning:
      'Vous ne pourrez plus la modifier, et les fonds envoyés à une mauvaise adresse sont perdus. Veuillez vérifier chaque caractère.',
    addressLabel: ({ network }) => `Adresse ${network}`,
    memoLabel: 'Mémo, si votre plateforme en demande un',
    submit: 'Utiliser cette adresse',
    invalid: ({ network }) =>
      `Rien ne peut être envoyé à cette adresse sur ${network}. Veuillez vérifier chaque caractère.`,
    cannotReceive: ({ coin, network }) =>
      `Ce compte ne peut pas recevoir ${coin} sur ${network} pour le moment. Veuillez en utiliser un autre.`,
    memoMissing:
      'Ce compte exige un mémo : indiquez celui que votre plateforme affiche avec l’adresse. Sans lui, les fonds ne pourraient pas vous être attribués.',
    given: ({ merchant }) => `L’adresse est enregistrée. ${merchant} envoie les fonds, qui apparaîtront ici.`,
    submitted: ({ network }) => `Les fonds sont sur ${network} et nous les confirmons.`,
    completed: 'Les fonds ont été envoyés à cette adresse.',
    closed: ({ merchant }) => `Ce remboursement n’est plus ouvert. Veuillez contacter ${merchant}.`,
  },
  it: {
    title: 'Il Suo rimborso',
    amountLabel: 'Le viene restituito',
    ask: ({ coin, network }) =>
      `Inserisca l’indirizzo ${network} che deve ricevere ${coin}: quello di un Suo portafoglio, o l’indirizzo di deposito che il Suo exchange mostra per ${coin} su ${network}. L’indirizzo da cui ha pagato un exchange non è Suo.`,
    warning:
      'Non potrà cambiarlo in seguito, e i fondi inviati a un indirizzo sbagliato vanno persi. Controlli ogni carattere.',
    addressLabel: ({ network }) => `Indirizzo ${network}`,
    memoLabel: 'Memo, se il Suo exchange ne chiede uno',
    submit: 'Usare questo indirizzo',
    invalid: ({ network }) => `Su ${network} non si può inviare nulla a questo indirizzo. Controlli ogni carattere.`,
    cannotReceive: ({ coin, network }) =>
      `Questo conto non può ricevere ${coin} su ${network} al momento. Ne usi un altro.`,
    memoMissing:
      'Questo conto richiede un memo: inserisca quello che il Suo exchange mostra con l’indirizzo. Senza, i fondi non potrebbero esserLe attribuiti.',
    given: ({ merchant }) => `L’indirizzo è registrato. ${merchant} invia i fondi, che compariranno qui.`,
    submitted: ({ network }) => `I fondi sono su ${network} e li stiamo confermando.`,
    completed: 'I fondi sono stati inviati a questo indirizzo.',
    closed: ({ merchant }) => `Questo rimborso non è più aperto. La preghiamo di contattare ${merchant}.`,
  },
  nl: {
    title: 'Uw terugbetaling',
    amountLabel: 'U krijgt terug',
    ask: ({ coin, network }) =>
      `Vul het ${network}-adres in dat ${coin} moet ontvangen: dat van een eigen wallet, of het stortingsadres dat uw beurs toont voor ${coin} op ${network}. Het adres waarvan een beurs heeft betaald, is niet van u.`,
    warning: 'U kunt dit later niet wijzigen, en geld naar een verkeerd adres is verloren. Controleer elk teken.',
    addressLabel: ({ network }) => `${network}-adres`,
    memoLabel: 'Memo, als uw beurs daarom vraagt',
    submit: 'Dit adres gebruiken',
    invalid: ({ network }) => `Naar dit adres kan op ${network} niets worden gestuurd. Controleer elk teken.`,
    cannotReceive: ({ coin, network }) =>
      `Dit account kan nu geen ${coin} op ${network} ontvangen. Gebruik een ander account.`,
    memoMissing:
      'Dit account vraagt om een memo: vul het memo in dat uw beurs bij het adres toont. Zonder memo is niet te zien dat het geld van u is.',
    given: ({ merchant }) => `Het adres is geregistreerd. ${merchant} stuurt het geld, dat dan hier verschijnt.`,
    submitted: ({ network }) => `Het geld staat op ${network} en we bevestigen het.`,
    completed: 'Het geld is naar dit adres gestuurd.',
    closed: ({ merchant }) => `Deze terugbetaling is niet meer open. Neem contact op met ${merchant}.`,
  },
  pl: {
    title: 'Zwrot środków',
    amountLabel: 'Kwota zwrotu',
    ask: ({ coin, network }) =>
      `Prosimy podać adres w sieci ${network}, który ma otrzymać ${coin}: własnego portfela albo adres wpłaty, który giełda pokazuje dla ${coin} w sieci ${network}. Adres, z którego zapłaciła giełda, nie należy do Państwa.`,
    warning:
      'Później nie można go zmienić, a środki przesłane na błędny adres przepadają. Prosimy sprawdzić każdy znak.',
    addressLabel: ({ network }) => `Adres w sieci ${network}`,
    memoLabel: 'Memo, jeśli giełda go wymaga',
    submit: 'Użyj tego adresu',
    invalid: ({ network }) => `Na ten adres w sieci ${network} nie można nic przesłać. Prosimy sprawdzić każdy znak.`,
    cannotReceive: ({ coin, network }) =>
      `To konto nie może teraz otrzymać ${coin} w sieci ${network}. Prosimy podać inne.`,
    memoMissing:
      'To konto wymaga memo: prosimy podać to, które giełda pokazuje przy adresie. Bez niego nie będzie wiadomo, że środki należą do Państwa.',
    given: ({ merchant }) => `Adres został zapisany. Sprzedawca ${merchant} przesyła środki, co będzie widać tutaj.`,
    submitted: ({ network }) => `Środki są w sieci ${network} i właśnie je potwierdzamy.`,
    completed: 'Środki zostały przesłane na ten adres.',
    closed: ({ merchant }) => `Ten zwrot nie jest już otwarty. Prosimy o kontakt ze sprzedawcą ${merchant}.`,
  },
  pt: {
    title: 'Seu reembolso',
    amountLabel: 'Você recebe de volta',
    ask: ({ coin, network }) =>
      `Informe o endereço ${network} que deve receber ${coin}: o de uma carteira sua, ou o endereço de depósito que a sua corretora mostra para ${coin} na ${network}. O endereço do qual uma corretora pagou não é seu.`,
    warning:
      'Não será possível alterá-lo depois, e fundos enviados a um endereço errado são perdidos. Por favor, verifique cada caractere.',
    addressLabel: ({ network }) => `Endereço ${network}`,
    memoLabel: 'Memo, se a sua corretora pedir um',
    submit: 'Usar este endereço',
    invalid: ({ network }) =>
      `Nada pode ser enviado a este endereço na ${network}. Por favor, verifique cada caractere.`,
    cannotReceive: ({ coin, network }) =>
      `Esta conta não pode receber ${coin} na ${network} agora. Por favor, use outra.`,
    memoMissing:
      'Esta conta exige um memo: informe o que a sua corretora mostra junto com o endereço. Sem ele, não se saberia que os fundos são seus.',
    given: ({ merchant }) => `O endereço está registrado. ${merchant} envia os fundos, que aparecerão aqui.`,
    submitted: ({ network }) => `Os fundos estão na ${network} e estamos confirmando.`,
    completed: 'Os fundos foram enviados a este endereço.',
    closed: ({ merchant }) => `Este reembolso não está mais aberto. Por favor, entre em contato com ${merchant}.`,
  },
  tr: {
    title: 'İadeniz',
    amountLabel: 'Geri aldığınız tutar',
    ask: ({ coin, network }) =>
      `${coin} alacak ${network} adresini girin: kendi cüzdanınızın adresi ya da borsanızın ${network} üzerinde ${coin} için gösterdiği yatırma adresi. Bir borsanın ödeme yaptığı adres sizin değildir.`,
    warning: 'Bunu sonra değiştiremezsiniz ve yanlış adrese giden para kaybolur. Lütfen her karakteri kontrol edin.',
    addressLabel: ({ network }) => `${network} adresi`,
    memoLabel: 'Memo (borsanız istiyorsa)',
    submit: 'Bu adresi kullan',
    invalid: ({ network }) =>
      `${network} üzerinde bu adrese hiçbir şey gönderilemez. Lütfen her karakteri kontrol edin.`,
    cannotReceive: ({ coin, network }) =>
      `Bu hesap şu anda ${network} üzerinde ${coin} alamıyor. Lütfen başka bir hesap kullanın.`,
    memoMissing:
      'Bu hesap bir memo istiyor: borsanızın adresle birlikte gösterdiği memoyu girin. Onsuz paranın size ait olduğu anlaşılamaz.',
    given: ({ merchant }) => `Adres kaydedildi. Parayı ${merchant} gönderir; burada görünecektir.`,
    submitted: ({ network }) => `Para ${network} üzerinde ve onaylanıyor.`,
    completed: 'Para bu adrese gönderildi.',
    closed: ({ merchant }) => `Bu iade artık açık değil. Lütfen ${merchant} ile iletişime geçin.`,
  },
  ja: {
    title: '返金',
    amountLabel: '返金額',
    ask: ({ coin, network }) =>
      `${coin} を受け取る ${network} のアドレスを入力してください。ご自身のウォレットのアドレス、または取引所が ${network} の ${coin} 用に表示する入金アドレスです。取引所からの送金元アドレスは、お客様のものではありません。`,
    warning: '後から変更することはできません。誤ったアドレスに送られた資金は失われます。一文字ずつご確認ください。',
    addressLabel: ({ network }) => `${network} アドレス`,
    memoLabel: 'メモ（取引所が求める場合）',
    submit: 'このアドレスを使う',
    invalid: ({ network }) => `${network} ではこのアドレスに送ることができません。一文字ずつご確認ください。`,
    cannotReceive: ({ coin, network }) =>
      `このアカウントは現在 ${network} で ${coin} を受け取れません。別のアカウントをお使いください。`,
    memoMissing:
      'このアカウントにはメモが必要です。取引所がアドレスと一緒に表示するメモを入力してください。メモがないと、お客様の資金と判別できません。',
    given: ({ merchant }) => `アドレスを記録しました。${merchant} が返金すると、ここに表示されます。`,
    submitted: ({ network }) => `返金は ${network} に届き、確認中です。`,
    completed: 'このアドレスに返金されました。',
    closed: ({ merchant }) => `この返金は受付を終了しました。${merchant} にお問い合わせください。`,
  },
  zh: {
    title: '您的退款',
    amountLabel: '退回金额',
    ask: ({ coin, network }) =>
      `请输入用于接收 ${coin} 的 ${network} 地址：您自己钱包的地址，或交易所为 ${network} 上的 ${coin} 显示的充值地址。交易所付款时所用的地址不属于您。`,
    warning: '提交后无法更改，退到错误地址的款项将无法找回。请核对每一个字符。',
    addressLabel: ({ network }) => `${network} 地址`,
    memoLabel: '备注（如交易所要求）',
    submit: '使用此地址',
    invalid: ({ network }) => `无法在 ${network} 上退款到此地址。请核对每一个字符。`,
    cannotReceive: ({ coin, network }) => `此账户目前无法在 ${network} 上接收 ${coin}。请使用其他账户。`,
    memoMissing: '此账户要求填写备注：请输入交易所随地址一起显示的备注。没有备注，将无法识别款项属于您。',
    given: ({ merchant }) => `地址已记录。${merchant} 退款后会显示在这里。`,
    submitted: ({ network }) => `退款已在 ${network} 上，我们正在确认。`,
    completed: '款项已退到此地址。',
    closed: ({ merchant }) => `此退款已不再开放。请联系 ${merchant}。`,
  },
  ar: {
    title: 'المبلغ المسترد',
    amountLabel: 'يعود إليكم',
    ask: ({ coin, network }) =>
      `أدخلوا عنوان ${ltr(network)} الذي سيستلم ${ltr(coin)}: عنوان محفظة خاصة بكم، أو عنوان الإيداع الذي تعرضه منصة التداول لعملة ${ltr(coin)} على ${ltr(network)}. العنوان الذي دفعت منه منصة تداول ليس عنوانكم.`,
    warning: 'لا يمكنكم تغييره لاحقًا، والأموال التي تصل إلى عنوان خاطئ تضيع. يُرجى التحقق من كل حرف.',
    addressLabel: ({ network }) => `عنوان ${ltr(network)}`,
    memoLabel: 'المذكرة (Memo) إن طلبتها منصة التداول',
    submit: 'استخدام هذا العنوان',
    invalid: ({ network }) => `لا يمكن الإرسال إلى هذا العنوان على ${ltr(network)}. يُرجى التحقق من كل حرف.`,
    cannotReceive: ({ coin, network }) =>
      `لا يمكن لهذا الحساب استلام ${ltr(coin)} على ${ltr(network)} الآن. يُرجى استخدام حساب آخر.`,
    memoMissing:
      'يطلب هذا الحساب مذكرة (Memo): أدخلوا المذكرة التي تعرضها منصة التداول مع العنوان. من دونها لا يمكن معرفة أن الأموال لكم.',
    given: ({ merchant }) => `سُجّل العنوان. يرسل ${ltr(merchant)} الأموال، وسيظهر ذلك هنا.`,
    submitted: ({ network }) => `الأموال على ${ltr(network)} ونحن نؤكدها.`,
    completed: 'أُرسلت الأموال إلى هذا العنوان.',
    closed: ({ merchant }) => `لم يعد هذا الاسترداد مفتوحًا. يُرجى التواصل مع ${ltr(merchant)}.`,
  },
}
