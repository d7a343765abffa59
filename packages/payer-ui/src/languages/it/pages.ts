import type { OverTexts, ReceiptMailTexts, ReceiptTexts, RefundTexts, TestPanelTexts, TillTexts } from '../en/pages.ts'

export const refundTexts: RefundTexts = {
  addressPage: {
    title: 'Il Suo rimborso',
    amountLabel: 'Le viene restituito',
    ask: ({ coin, network }) =>
      `Inserisca l’indirizzo ${network} che deve ricevere ${coin}: quello di un Suo portafoglio, o l’indirizzo di deposito che il Suo exchange mostra per ${coin} su ${network}. L’indirizzo da cui ha pagato un exchange non è Suo.`,
    warning:
      'Non potrà cambiarlo in seguito, e i fondi inviati a un indirizzo sbagliato vanno persi. Controlli ogni carattere.',
    addressLabel: ({ network }) => `Indirizzo ${network}`,
    memoLabel: 'Memo, se il Suo exchange ne chiede uno',
    paste: 'Incolla',
    useWallet: ({ wallet }) => `Usa il mio indirizzo di ${wallet}`,
    submit: 'Continua',
    check: ({ coin, network }) => `È questo il Suo indirizzo per ${coin} su ${network}?`,
    confirm: 'Sì, inviare qui',
    correct: 'No, correggerlo',
    invalid: ({ network }) => `Su ${network} non si può inviare nulla a questo indirizzo. Controlli ogni carattere.`,
    cannotReceive: ({ coin, network }) =>
      `Questo conto non può ricevere ${coin} su ${network} al momento. Ne usi un altro.`,
    memoMissing:
      'Questo conto richiede un memo: inserisca quello che il Suo exchange mostra con l’indirizzo. Senza, i fondi non potrebbero esserLe attribuiti.',
    addressSaved: ({ merchant }) => `L’indirizzo è registrato. ${merchant} invia i fondi, che compariranno qui.`,
    submitted: ({ network }) => `I fondi sono su ${network} e li stiamo confermando.`,
    completed: 'I fondi sono stati inviati a questo indirizzo.',
    closed: ({ merchant }) =>
      `Questo rimborso non è più aperto. Contatti ${merchant} e indichi il riferimento qui sotto.`,
  },
  signingPage: {
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
    closedTitle: 'Nessuna firma richiesta',
    closed: 'Non invii nulla. Può chiudere questa pagina.',
    script: {
      signWith: 'Firmare con',
      browserWallet: 'un portafoglio di questo browser',
      none: 'In questo browser non è stato trovato alcun portafoglio. Invii a mano, esattamente come indicato qui.',
      account: 'Il portafoglio non è sul conto che deve pagare: lo scelga lì e riprovi.',
      network: 'Il portafoglio è su un’altra rete. Scelga lì questa e riprovi:',
      rejected: 'Il portafoglio ha rifiutato. Non è stato inviato nulla.',
      insufficient: 'Il conto non ha abbastanza moneta. Non è stato inviato nulla.',
      failed: 'Non ha funzionato e non è stato inviato nulla. Riprovi.',
      confirm: 'Confermi il trasferimento nel portafoglio.',
      sent: 'Inviato:',
      unsure:
        'A un portafoglio è già stato chiesto di inviare. Controlli prima lì; se non è stato inviato nulla, annulli questo rimborso e ne crei un altro.',
    },
  },
}

export const checkText = 'Controlla se il mio pagamento è arrivato'

export const overTexts: OverTexts = {
  title: 'Questa pagina è chiusa',
  detail: 'Ciò che mostrava è terminato da tempo. Per qualsiasi domanda, contatti il negozio.',
}

export const testPanelTexts: TestPanelTexts = {
  title: 'Pannello di prova per sviluppatori',
  detail: 'Chi paga non lo vede mai. Questi pulsanti eseguono trasferimenti reali sulla rete di prova locale.',
}

export const tillTexts: TillTexts = {
  show: 'Mostra il codice',
  paid: 'Pagato',
  next: 'Pagamento successivo',
  erase: 'Cancella l’ultima cifra',
  closed: ({ merchant }) => `Solo chi può incassare per ${merchant} può aprire questa cassa.`,
  signIn: 'Accedi',
}

export const receiptTexts: ReceiptTexts = {
  title: 'Ricevuta',
  scan: 'Scansioni il codice per verificare questa ricevuta.',
  check: 'Verifica questa ricevuta',
  save: 'Salva la ricevuta firmata',
  note: {
    payment: 'Questa ricevuta prova il pagamento. Non è una fattura.',
    refund: 'Questa ricevuta prova il rimborso. Non è una fattura.',
  },
}

export const receiptMailTexts: ReceiptMailTexts = {
  payment: {
    subject: ({ merchant }) => `La tua ricevuta da ${merchant}`,
    text: ({ amount, merchant }) => `Hai pagato ${amount} a ${merchant}. Il denaro è arrivato.`,
  },
  refund: {
    subject: ({ merchant }) => `Il tuo rimborso da ${merchant}`,
    text: ({ amount, merchant }) => `${merchant} ti ha rimborsato ${amount}.`,
  },
  order: ({ reference }) => `Ordine: ${reference}`,
  link: 'La tua ricevuta è qui:',
  attached:
    'La ricevuta firmata è allegata. Conservala: chiunque può verificarla, anche se questa pagina non esiste più.',
  reason: 'Ricevi questa e-mail perché questo indirizzo è stato indicato durante il pagamento.',
  sandbox: 'Questo è un test: non è stato trasferito denaro reale.',
}
