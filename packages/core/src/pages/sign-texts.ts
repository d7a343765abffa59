import type { Language, Sum } from '@crypto-checkout/payer-ui'

/** The texts of the page on which a merchant's wallet signs a refund. */
export type SignTexts = {
  readonly title: string
  /** Above the amount. */
  readonly amountLabel: string
  readonly ask: (sum: Sum) => string
  readonly once: string
  /** Says where the money is while it is not in the wallet yet. */
  readonly unswept: string
  readonly openWallet: string
  readonly from: string
  readonly to: string
  readonly contract: string
  /** The refund cannot be signed, or no longer. */
  readonly closed: string
  /** For the page's script. */
  readonly script: Readonly<
    Record<
      | 'signWith'
      | 'browserWallet'
      | 'none'
      | 'account'
      /** The network's name follows. */
      | 'network'
      | 'rejected'
      | 'insufficient'
      | 'failed'
      | 'asked'
      | 'sent'
      | 'unsure',
      string
    >
  >
}

const ltr = (text: string) => `\u2066${text}\u2069`

export const signTexts: Readonly<Record<Language, SignTexts>> = {
  en: {
    title: 'Sign a refund',
    amountLabel: 'To be sent',
    ask: ({ amount, coin, network }) =>
      `Send exactly ${amount} ${coin} on ${network} from the wallet below to the address below. The refund is complete once ${network} has confirmed the transfer.`,
    once: 'Sign it only once: a second transfer would pay twice.',
    unswept:
      "Some money of this payment is still at the payment's own address. The next settlement brings it to this wallet. Until then the wallet needs the amount from elsewhere.",
    openWallet: 'Open in a wallet',
    from: 'From your wallet',
    to: 'To',
    contract: 'Contract of the coin',
    closed: 'This refund needs no signature. Please send nothing.',
    script: {
      signWith: 'Sign with',
      browserWallet: 'a wallet in this browser',
      none: 'We found no wallet in this browser. Send it from your wallet by hand, exactly as shown here.',
      account: 'The wallet uses another account. Choose the account shown here, and try again.',
      network: 'The wallet is on another network. Switch it to this one, and try again:',
      rejected: 'The wallet refused. Nothing was sent.',
      insufficient: 'The account has too little of the coin, or cannot send it. Nothing was sent.',
      failed: 'That did not work, and nothing was sent. Please try again.',
      asked: 'Please confirm the transfer in the wallet.',
      sent: 'Sent:',
      unsure:
        'We already asked a wallet to send this. Check there first. If it sent nothing, cancel this refund and make another.',
    },
  },
  de: {
    title: 'Rückzahlung signieren',
    amountLabel: 'Zu senden',
    ask: ({ amount, coin, network }) =>
      `Senden Sie genau ${amount} ${coin} auf ${network} von der unten genannten Wallet an die unten genannte Adresse: Die Rückzahlung ist abgeschlossen, sobald ${network} die Überweisung bestätigt hat.`,
    once: 'Signieren Sie nur einmal: Eine zweite Überweisung würde doppelt zahlen.',
    unswept:
      'Geld dieser Zahlung liegt noch auf deren eigener Adresse: Es kommt mit der nächsten Abrechnung in diese Wallet. Bis dahin muss die Wallet den Betrag anderswoher haben.',
    openWallet: 'In einer Wallet öffnen',
    from: 'Von Ihrer Wallet',
    to: 'An',
    contract: 'Vertrag des Coins',
    closed: 'Diese Rückzahlung wartet nicht auf eine Signatur. Bitte senden Sie nichts.',
    script: {
      signWith: 'Signieren mit',
      browserWallet: 'einer Wallet in diesem Browser',
      none: 'In diesem Browser wurde keine Wallet gefunden. Senden Sie von Hand, genau wie hier gezeigt.',
      account: 'Die Wallet ist nicht auf dem Konto, das zahlen soll: Wählen Sie es dort und versuchen Sie es erneut.',
      network: 'Die Wallet ist auf einem anderen Netzwerk. Wählen Sie dort dieses und versuchen Sie es erneut:',
      rejected: 'Die Wallet hat abgelehnt. Es wurde nichts gesendet.',
      insufficient: 'Das Konto hat zu wenig von dem Coin. Es wurde nichts gesendet.',
      failed: 'Das hat nicht geklappt, und es wurde nichts gesendet. Bitte versuchen Sie es erneut.',
      asked: 'Bitte bestätigen Sie die Überweisung in der Wallet.',
      sent: 'Gesendet:',
      unsure:
        'Eine Wallet wurde bereits darum gebeten. Sehen Sie zuerst dort nach; wurde nichts gesendet, stornieren Sie diese Rückzahlung und legen Sie eine neue an.',
    },
  },
  es: {
    title: 'Firmar un reembolso',
    amountLabel: 'Por enviar',
    ask: ({ amount, coin, network }) =>
      `Envíe exactamente ${amount} ${coin} en ${network} desde la cartera indicada abajo a la dirección indicada abajo: el reembolso se completa por sí solo cuando ${network} confirma la transferencia.`,
    once: 'Fírmelo una sola vez: una segunda transferencia pagaría dos veces.',
    unswept:
      'Los fondos de este pago siguen en la dirección propia del pago: llegan a esta cartera con la próxima liquidación. Hasta entonces la cartera necesita el importe de otra parte.',
    openWallet: 'Abrir en una cartera',
    from: 'Desde su cartera',
    to: 'A',
    contract: 'Contrato de la moneda',
    closed: 'Este reembolso no espera ninguna firma. Por favor, no envíe nada.',
    script: {
      signWith: 'Firmar con',
      browserWallet: 'una cartera de este navegador',
      none: 'No se encontró ninguna cartera en este navegador. Envíelo a mano, exactamente como se muestra aquí.',
      account: 'La cartera no está en la cuenta que debe pagar: elíjala allí e inténtelo de nuevo.',
      network: 'La cartera está en otra red. Elija allí esta e inténtelo de nuevo:',
      rejected: 'La cartera lo rechazó. No se envió nada.',
      insufficient: 'La cuenta no tiene suficiente moneda. No se envió nada.',
      failed: 'No ha funcionado y no se envió nada. Por favor, inténtelo de nuevo.',
      asked: 'Confirme la transferencia en la cartera.',
      sent: 'Enviado:',
      unsure:
        'Ya se pidió a una cartera que lo enviara. Mire allí primero; si no se envió nada, cancele este reembolso y cree otro.',
    },
  },
  fr: {
    title: 'Signer un remboursement',
    amountLabel: 'À envoyer',
    ask: ({ amount, coin, network }) =>
      `Envoyez exactement ${amount} ${coin} sur ${network} depuis le portefeuille ci-dessous vers l’adresse ci-dessous : le remboursement se termine de lui-même dès que ${network} a confirmé le transfert.`,
    once: 'Signez une seule fois : un second transfert paierait deux fois.',
    unswept:
      'Les fonds de ce paiement sont encore sur son adresse propre : ils arrivent dans ce portefeuille avec le prochain règlement. D’ici là, le portefeuille doit disposer du montant par ailleurs.',
    openWallet: 'Ouvrir dans un portefeuille',
    from: 'Depuis votre portefeuille',
    to: 'Vers',
    contract: 'Contrat de la monnaie',
    closed: 'Ce remboursement n’attend pas de signature. N’envoyez rien.',
    script: {
      signWith: 'Signer avec',
      browserWallet: 'un portefeuille de ce navigateur',
      none: 'Aucun portefeuille n’a été trouvé dans ce navigateur. Envoyez à la main, exactement comme indiqué ici.',
      account: 'Le portefeuille n’est pas sur le compte qui doit payer : choisissez-le et réessayez.',
      network: 'Le portefeuille est sur un autre réseau. Choisissez-y celui-ci et réessayez :',
      rejected: 'Le portefeuille a refusé. Rien n’a été envoyé.',
      insufficient: 'Le compte n’a pas assez de cette monnaie. Rien n’a été envoyé.',
      failed: 'Cela n’a pas fonctionné et rien n’a été envoyé. Veuillez réessayer.',
      asked: 'Veuillez confirmer le transfert dans le portefeuille.',
      sent: 'Envoyé :',
      unsure:
        'Un portefeuille a déjà été sollicité. Regardez-y d’abord ; si rien n’a été envoyé, annulez ce remboursement et créez-en un autre.',
    },
  },
  it: {
    title: 'Firmare un rimborso',
    amountLabel: 'Da inviare',
    ask: ({ amount, coin, network }) =>
      `Invii esattamente ${amount} ${coin} su ${network} dal portafoglio indicato sotto all’indirizzo indicato sotto: il rimborso si completa da solo quando ${network} ha confermato il trasferimento.`,
    once: 'Firmi una sola volta: un secondo trasferimento pagherebbe due volte.',
    unswept:
      'I fondi di questo pagamento sono ancora sul suo indirizzo: arrivano in questo portafoglio con la prossima liquidazione. Fino ad allora il portafoglio deve avere l’importo da altrove.',
    openWallet: 'Aprire in un portafoglio',
    from: 'Dal Suo portafoglio',
    to: 'A',
    contract: 'Contratto della moneta',
    closed: 'Questo rimborso non attende una firma. Non invii nulla.',
    script: {
      signWith: 'Firmare con',
      browserWallet: 'un portafoglio di questo browser',
      none: 'In questo browser non è stato trovato alcun portafoglio. Invii a mano, esattamente come indicato qui.',
      account: 'Il portafoglio non è sul conto che deve pagare: lo scelga lì e riprovi.',
      network: 'Il portafoglio è su un’altra rete. Scelga lì questa e riprovi:',
      rejected: 'Il portafoglio ha rifiutato. Non è stato inviato nulla.',
      insufficient: 'Il conto non ha abbastanza moneta. Non è stato inviato nulla.',
      failed: 'Non ha funzionato e non è stato inviato nulla. Riprovi.',
      asked: 'Confermi il trasferimento nel portafoglio.',
      sent: 'Inviato:',
      unsure:
        'A un portafoglio è già stato chiesto di inviare. Controlli prima lì; se non è stato inviato nulla, annulli questo rimborso e ne crei un altro.',
    },
  },
  nl: {
    title: 'Terugbetaling ondertekenen',
    amountLabel: 'Te versturen',
    ask: ({ amount, coin, network }) =>
      `Stuur precies ${amount} ${coin} op ${network} vanuit de wallet hieronder naar het adres hieronder: de terugbetaling is voltooid zodra ${network} de overboeking heeft bevestigd.`,
    once: 'Onderteken slechts één keer: een tweede overboeking zou dubbel betalen.',
    unswept:
      'Geld van deze betaling staat nog op het eigen adres van de betaling: het komt met de volgende afrekening in deze wallet. Tot dan moet de wallet het bedrag van elders hebben.',
    openWallet: 'In een wallet openen',
    from: 'Van uw wallet',
    to: 'Naar',
    contract: 'Contract van de munt',
    closed: 'Deze terugbetaling wacht niet op een handtekening. Stuur niets.',
    script: {
      signWith: 'Ondertekenen met',
      browserWallet: 'een wallet in deze browser',
      none: 'In deze browser is geen wallet gevonden. Verstuur met de hand, precies zoals hier staat.',
      account: 'De wallet staat niet op het account dat moet betalen: kies het daar en probeer opnieuw.',
      network: 'De wallet staat op een ander netwerk. Kies daar dit netwerk en probeer opnieuw:',
      rejected: 'De wallet weigerde. Er is niets verstuurd.',
      insufficient: 'Het account heeft te weinig van de munt. Er is niets verstuurd.',
      failed: 'Dat lukte niet en er is niets verstuurd. Probeer het opnieuw.',
      asked: 'Bevestig de overboeking in de wallet.',
      sent: 'Verstuurd:',
      unsure:
        'Een wallet is hier al om gevraagd. Kijk eerst daar; als er niets is verstuurd, annuleer deze terugbetaling en maak een nieuwe.',
    },
  },
  pl: {
    title: 'Podpisanie zwrotu',
    amountLabel: 'Do wysłania',
    ask: ({ amount, coin, network }) =>
      `Prosimy wysłać dokładnie ${amount} ${coin} w sieci ${network} z portfela podanego niżej na adres podany niżej: zwrot zakończy się sam, gdy sieć ${network} potwierdzi przelew.`,
    once: 'Prosimy podpisać tylko raz: drugi przelew zapłaciłby dwukrotnie.',
    unswept:
      'Środki z tej płatności są jeszcze na jej własnym adresie: trafią do tego portfela z następnym rozliczeniem. Do tego czasu portfel musi mieć tę kwotę z innego źródła.',
    openWallet: 'Otwórz w portfelu',
    from: 'Z Państwa portfela',
    to: 'Na adres',
    contract: 'Kontrakt monety',
    closed: 'Ten zwrot nie czeka na podpis. Prosimy nic nie wysyłać.',
    script: {
      signWith: 'Podpisz w:',
      browserWallet: 'portfel w tej przeglądarce',
      none: 'W tej przeglądarce nie znaleziono portfela. Prosimy wysłać ręcznie, dokładnie jak podano.',
      account: 'Portfel nie jest na koncie, które ma zapłacić: prosimy je tam wybrać i spróbować ponownie.',
      network: 'Portfel jest w innej sieci. Prosimy wybrać w nim tę sieć i spróbować ponownie:',
      rejected: 'Portfel odmówił. Nic nie wysłano.',
      insufficient: 'Na koncie jest za mało tej monety. Nic nie wysłano.',
      failed: 'Nie udało się i nic nie wysłano. Prosimy spróbować ponownie.',
      asked: 'Prosimy potwierdzić przelew w portfelu.',
      sent: 'Wysłano:',
      unsure:
        'Portfel został już o to poproszony. Prosimy najpierw tam sprawdzić; jeśli nic nie wysłano, prosimy anulować ten zwrot i utworzyć nowy.',
    },
  },
  pt: {
    title: 'Assinar um reembolso',
    amountLabel: 'A enviar',
    ask: ({ amount, coin, network }) =>
      `Envie exatamente ${amount} ${coin} na ${network} da carteira abaixo para o endereço abaixo: o reembolso é concluído sozinho quando a ${network} confirmar a transferência.`,
    once: 'Assine uma única vez: uma segunda transferência pagaria duas vezes.',
    unswept:
      'Os fundos deste pagamento ainda estão no endereço próprio dele: chegam a esta carteira com a próxima liquidação. Até lá a carteira precisa ter o valor de outra origem.',
    openWallet: 'Abrir em uma carteira',
    from: 'Da sua carteira',
    to: 'Para',
    contract: 'Contrato da moeda',
    closed: 'Este reembolso não espera assinatura. Por favor, não envie nada.',
    script: {
      signWith: 'Assinar com',
      browserWallet: 'uma carteira deste navegador',
      none: 'Nenhuma carteira foi encontrada neste navegador. Envie à mão, exatamente como mostrado aqui.',
      account: 'A carteira não está na conta que deve pagar: escolha-a lá e tente de novo.',
      network: 'A carteira está em outra rede. Escolha lá esta e tente de novo:',
      rejected: 'A carteira recusou. Nada foi enviado.',
      insufficient: 'A conta não tem moeda suficiente. Nada foi enviado.',
      failed: 'Não funcionou, e nada foi enviado. Tente de novo.',
      asked: 'Confirme a transferência na carteira.',
      sent: 'Enviado:',
      unsure:
        'Já foi pedido a uma carteira que enviasse. Veja lá primeiro; se nada foi enviado, cancele este reembolso e crie outro.',
    },
  },
  tr: {
    title: 'İadeyi imzala',
    amountLabel: 'Gönderilecek',
    ask: ({ amount, coin, network }) =>
      `Aşağıdaki cüzdandan aşağıdaki adrese ${network} üzerinde tam olarak ${amount} ${coin} gönderin: ${network} transferi onaylayınca iade kendiliğinden tamamlanır.`,
    once: 'Yalnızca bir kez imzalayın: ikinci bir transfer iki kez öder.',
    unswept:
      'Bu ödemenin parası hâlâ ödemenin kendi adresinde: bir sonraki mutabakatla bu cüzdana gelir. O zamana kadar cüzdanda tutarın başka bir kaynaktan bulunması gerekir.',
    openWallet: 'Bir cüzdanda aç',
    from: 'Cüzdanınızdan',
    to: 'Alıcı',
    contract: 'Coin sözleşmesi',
    closed: 'Bu iade imza beklemiyor. Lütfen hiçbir şey göndermeyin.',
    script: {
      signWith: 'Şununla imzala:',
      browserWallet: 'bu tarayıcıdaki cüzdan',
      none: 'Bu tarayıcıda cüzdan bulunamadı. Burada gösterildiği gibi elle gönderin.',
      account: 'Cüzdan ödeyecek hesapta değil: orada seçip yeniden deneyin.',
      network: 'Cüzdan başka bir ağda. Orada şu ağı seçip yeniden deneyin:',
      rejected: 'Cüzdan reddetti. Hiçbir şey gönderilmedi.',
      insufficient: 'Hesapta yeterli coin yok. Hiçbir şey gönderilmedi.',
      failed: 'Olmadı ve hiçbir şey gönderilmedi. Lütfen yeniden deneyin.',
      asked: 'Lütfen transferi cüzdanda onaylayın.',
      sent: 'Gönderildi:',
      unsure:
        'Bir cüzdandan bunu göndermesi istendi. Önce oraya bakın; hiçbir şey gönderilmediyse bu iadeyi iptal edip yenisini oluşturun.',
    },
  },
  ja: {
    title: '返金に署名',
    amountLabel: '送金額',
    ask: ({ amount, coin, network }) =>
      `下記のウォレットから下記のアドレスへ、${network} で正確に ${amount} ${coin} を送金してください。${network} で送金が確認されると返金は自動的に完了します。`,
    once: '署名は一度だけにしてください。二度送ると二重に支払われます。',
    unswept:
      'この支払いの資金はまだ支払い専用のアドレスにあり、次回の精算でこのウォレットに入ります。それまでは、ウォレットに別途この金額が必要です。',
    openWallet: 'ウォレットで開く',
    from: '送金元のウォレット',
    to: '送金先',
    contract: 'コインのコントラクト',
    closed: 'この返金は署名を待っていません。何も送金しないでください。',
    script: {
      signWith: '署名する:',
      browserWallet: 'このブラウザーのウォレット',
      none: 'このブラウザーにウォレットが見つかりません。ここに示すとおりに手動で送金してください。',
      account: 'ウォレットが送金元のアカウントになっていません。選び直してもう一度お試しください。',
      network: 'ウォレットが別のネットワークになっています。次のネットワークを選んで、もう一度お試しください:',
      rejected: 'ウォレットが拒否しました。何も送金されていません。',
      insufficient: 'アカウントの残高が足りません。何も送金されていません。',
      failed: 'うまくいかず、何も送金されていません。もう一度お試しください。',
      asked: 'ウォレットで送金を承認してください。',
      sent: '送金しました:',
      unsure:
        'すでにウォレットに送金を依頼しています。まずウォレットを確認し、送金されていなければこの返金をキャンセルして新しく作成してください。',
    },
  },
  zh: {
    title: '签署退款',
    amountLabel: '应转金额',
    ask: ({ amount, coin, network }) =>
      `请从下方的钱包向下方的地址在 ${network} 上准确转出 ${amount} ${coin}：${network} 确认转账后，退款会自动完成。`,
    once: '请只签署一次：再次转账会重复付款。',
    unswept: '此笔付款的款项仍在其专用地址上，将随下一次结算转入此钱包。在此之前，钱包需另有足够的余额。',
    openWallet: '在钱包中打开',
    from: '付款钱包',
    to: '收款地址',
    contract: '代币合约',
    closed: '此退款不需要签署。请不要转账。',
    script: {
      signWith: '签署方式：',
      browserWallet: '此浏览器中的钱包',
      none: '在此浏览器中未找到钱包。请完全按照此处所示手动转账。',
      account: '钱包当前不是付款账户：请在钱包中选择后重试。',
      network: '钱包当前在其他网络上。请在钱包中选择以下网络后重试：',
      rejected: '钱包已拒绝。没有转出任何款项。',
      insufficient: '账户中的代币不足。没有转出任何款项。',
      failed: '操作未成功，没有转出任何款项。请重试。',
      asked: '请在钱包中确认转账。',
      sent: '已转出：',
      unsure: '此前已请求钱包转账。请先在钱包中查看；如未转出，请取消此退款并重新创建。',
    },
  },
  ar: {
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
    closed: 'هذا الاسترداد لا ينتظر توقيعًا. يُرجى عدم إرسال أي شيء.',
    script: {
      signWith: 'التوقيع بواسطة',
      browserWallet: 'محفظة في هذا المتصفح',
      none: 'لم يُعثر على محفظة في هذا المتصفح. أرسلوا يدويًا كما هو موضح هنا تمامًا.',
      account: 'المحفظة ليست على الحساب الذي يجب أن يدفع: اختاروه فيها ثم أعيدوا المحاولة.',
      network: 'المحفظة على شبكة أخرى. اختاروا فيها هذه الشبكة ثم أعيدوا المحاولة:',
      rejected: 'رفضت المحفظة. لم يُرسل شيء.',
      insufficient: 'رصيد الحساب من العملة غير كافٍ. لم يُرسل شيء.',
      failed: 'لم ينجح ذلك ولم يُرسل شيء. يُرجى إعادة المحاولة.',
      asked: 'يُرجى تأكيد التحويل في المحفظة.',
      sent: 'أُرسل:',
      unsure: 'طُلب من محفظة إرسال هذا من قبل. تحققوا منها أولًا؛ فإن لم يُرسل شيء فألغوا هذا الاسترداد وأنشئوا غيره.',
    },
  },
}
