import type { Sum, Texts } from '../../payment-texts.ts'

const inWords = ({ amount, coin, network }: Sum) => `${amount} ${coin} sulla rete ${network}`

export const texts: Texts = {
  language: 'it',
  locale: 'it',
  direction: 'ltr',
  titles: {
    awaiting: 'In attesa di pagamento',
    remainder: 'Pagato in parte',
    checking: 'Verifica della rete',
    sent: 'Pagamento inviato',
    claimed: 'Ricerca della Sua transazione',
    claim_not_found: 'Transazione non trovata',
    claimable: 'In attesa del negozio',
    unavailable: 'Non disponibile al momento',
    network_unread: 'La rete non risponde',
    dropped: 'Lo invii di nuovo, per favore',
    wrong_amount: 'Importo sbagliato',
    wrong_coin: 'Moneta o rete sbagliata',
    seen: 'Pagamento rilevato',
    completed: 'Pagamento completato',
    overpaid: 'Ha pagato troppo',
    twice: 'Ha pagato due volte',
    expired: 'Pagamento scaduto',
    late: 'Il pagamento era già terminato',
    cancelled: 'Pagamento annullato',
  },
  details: {
    awaiting: () => null,
    remainder: () => null,
    checking: ({ network }) =>
      `Il tempo per pagare è scaduto: per favore, non invii più nulla. Vedrà qui se un pagamento sulla rete ${network} è arrivato in tempo.`,
    seen: ({ network }) =>
      `Il Suo pagamento è sulla rete ${network} e lo stiamo confermando. Non deve fare altro; può chiudere questa pagina.`,
    completed: ({ merchant }) => `${merchant} ha ricevuto il Suo pagamento.`,
    expired: () => 'Il tempo per pagare è scaduto: per favore, non invii più nulla all’indirizzo di questo pagamento.',
    late: ({ merchant }) =>
      `Il Suo denaro è arrivato quando il pagamento era già terminato. È al sicuro. ${merchant} decide se accettarlo o restituirlo: contatti il negozio e indichi il riferimento qui sotto.`,
    cancelled: ({ merchant }) =>
      `${merchant} ha annullato questo pagamento. Per favore, non invii nulla al suo indirizzo.`,
  },
  ask: ({ merchant }) =>
    `Se desidera ancora pagare, chieda a ${merchant} un nuovo pagamento e indichi il riferimento qui sotto.`,
  notices: {
    network_unread: ({ network }) =>
      `La rete ${network} non risponde da almeno 15 minuti. Quanto inviato non è perso: comparirà qui appena la rete sarà di nuovo leggibile.`,
    delayed: ({ network }) =>
      `Al momento la conferma dei pagamenti sulla rete ${network} richiede più tempo del solito. Quanto inviato non è perso.`,
    reported: ({ network }) =>
      `Un wallet ha inviato questo pagamento. Apparirà qui non appena sarà sulla rete ${network}; non invii nulla una seconda volta.`,
    claimed: ({ network }) =>
      `Stiamo cercando la Sua transazione su ${network}. Apparirà qui appena la troviamo; non invii nulla una seconda volta.`,
    claim_not_found: ({ network, merchant }) =>
      `Non troviamo la Sua transazione su ${network}. Controlli l’ID della transazione e la rete nel wallet o nell’exchange. Se sono corretti, contatti ${merchant}.`,
    claim_unrelated: ({ merchant }) =>
      `Abbiamo trovato la Sua transazione, ma non è un pagamento per questo ordine. Contatti ${merchant} e indichi il riferimento qui sotto.`,
    dropped: (terms) =>
      `La rete ha scartato la Sua transazione, quindi il denaro non è arrivato. Invii di nuovo esattamente ${inWords(terms)}, a meno che il Suo wallet non mostri ancora la transazione come in sospeso.`,
    underpaid: ({ received, amount, coin, merchant }) =>
      `Abbiamo ricevuto ${received} su ${amount} ${coin} prima della scadenza. Il denaro è al sicuro: contatti ${merchant} e indichi il riferimento qui sotto.`,
    overpaid: ({ excess, coin, merchant }) =>
      `Ha pagato ${excess} ${coin} di troppo. Il denaro è al sicuro: per riaverlo, contatti ${merchant} e indichi il riferimento qui sotto.`,
    multiple: () => 'Ha pagato con più di un trasferimento.',
  },
  misdirected: (found, terms) =>
    `Sono arrivati ${inWords(found)}, ma questo pagamento è di ${inWords(terms)}. Il denaro non è perso: contatti ${terms.merchant} e indichi il riferimento qui sotto.`,
  alsoPaid: (found, { merchant }) =>
    `Ha pagato anche ${inWords(found)}. Il denaro è al sicuro: per riaverlo, contatti ${merchant} e indichi il riferimento qui sotto.`,
  claimable: (found, { merchant }) =>
    `${merchant} deve ancora accettare questo trasferimento di ${inWords(found)}. Fino ad allora non vale come pagato. Contatti ${merchant} e indichi il riferimento qui sotto.`,
  heading: (terms) => `${inWords(terms)} a ${terms.merchant}`,
  sendLabel: ({ network }, phase) =>
    phase === 'remainder' ? `Invii il resto su ${network}, esattamente` : `Invii su ${network} esattamente`,
  explain: (terms) =>
    ({
      amount: `Invii esattamente ${inWords(terms)}. Le ultime cifre ci dicono che è Suo: non arrotondi l’importo.`,
      memo: `Invii esattamente ${inWords(terms)} con il memo ${terms.memo}. Il memo ci dice che è Suo: senza, non possiamo abbinare il pagamento.`,
      address: `Invii esattamente ${inWords(terms)} a questo indirizzo. Vale solo per il Suo pagamento.`,
    })[terms.recognition],
  fees: 'Le commissioni sono a parte.',
  howToPay: 'Come pagare',
  payFromExchange: 'Pagare da un exchange',
  claim: {
    title: 'Ho già pagato',
    submit: 'Trova il mio pagamento',
    failed: 'Invio non riuscito. Controlli la connessione e riprovi.',
  },
  methods: {
    title: 'Pagare con un’altra moneta o rete',
    unavailable: 'Non disponibile al momento',
    failed: 'Questa opzione non è disponibile al momento. Ne scelga un’altra.',
  },
  payWithWallet: 'Pagare con un wallet',
  payWith: (wallet) => `Pagare con ${wallet}`,
  openWalletApp: 'Aprire un’app wallet',
  showCode: 'Mostra il codice QR',
  codes: {
    address: 'Solo indirizzo',
    request: 'Indirizzo e importo',
    requestCaption: 'Questo codice contiene anche la moneta e l’importo. Alcuni wallet non sanno leggerlo.',
  },
  walletsFailed: 'Non è stato possibile caricare i wallet. Controlli la connessione e riprovi.',
  deadline: (time) => `Paghi entro: ${time}`,
  rate: (rate, time) => `${rate}, valido fino a: ${time}`,
  timeLeft: (remaining) => `ancora ${remaining}`,
  qrLabel: (terms) =>
    `Codice QR per inviare ${inWords(terms)} all’indirizzo ${terms.address}${terms.memo === null ? '' : ` con il memo ${terms.memo}`}`,
  qrCaption: ({ memo, network }) =>
    memo === null
      ? `Questo codice contiene l’indirizzo ${network}. Digiti o incolli l’importo.`
      : `Per i wallet ${network}: il codice contiene indirizzo, importo e memo.`,
  addressLabel: ({ network }) => `Indirizzo ${network}`,
  memoLabel: 'Memo (testo), obbligatorio',
  received: (received, asked, { network }) => `Ricevuti ${received} su ${asked} sulla rete ${network}`,
  confirmations: (seen, required) =>
    `${seen.digits} ${seen.form === 'one' ? 'conferma' : 'conferme'} su ${required.digits}`,
  finality: {
    expected: (duration) => `Ancora circa ${duration}`,
    soon: 'Da un momento all’altro',
    overdue: 'Ci vuole più tempo del solito. Il pagamento non è perso.',
  },
  transactionStatus: { seen: 'In conferma', final: 'Confermata', orphaned: 'Scartata' },
  openTransaction: (hash) => `Transazione ${hash} in un block explorer`,
  labels: {
    amount: 'Importo',
    received: 'Ricevuto',
    price: 'Prezzo',
    network: 'Rete',
    merchant: 'Beneficiario',
    confirmedAt: 'Confermato',
    transactions: 'Transazioni',
    order: 'Ordine',
    items: 'Articoli',
    reference: 'Riferimento',
  },
  returnTo: ({ merchant }) => `Torna al sito di ${merchant}`,
  openReplacement: 'Apri il nuovo pagamento',
  print: 'Stampa',
  languageLabel: 'Lingua',
  contact: ({ merchant }) => `Contatta ${merchant}`,
  redirect: {
    countdown: (duration, { merchant }) => `Tornerà al sito di ${merchant} tra ${duration}.`,
    stay: 'Resta su questa pagina',
  },
  close: 'Chiudi',
  testMode: { title: 'Modalità di prova.', detail: 'Le monete di questo pagamento non hanno alcun valore.' },
  loading: 'Caricamento del pagamento',
  copy: {
    amount: 'Copia l’importo',
    address: 'Copia l’indirizzo',
    memo: 'Copia il memo',
    reference: 'Copia il riferimento',
  },
  copied: {
    amount: 'Importo copiato',
    address: 'Indirizzo copiato',
    memo: 'Memo copiato',
    reference: 'Riferimento copiato',
  },
  copyRefused: 'La copia non è stata consentita. Selezioni il testo e lo copi.',
  notFoundTitle: 'Pagamento non trovato',
  failureTitle: 'Impossibile mostrare il pagamento',
  failures: {
    invalid_src: 'Questa pagina non indica di quale pagamento si tratta. Avvisi il negozio e non invii nulla.',
    not_found:
      'A questo indirizzo non c’è alcun pagamento. Controlli il link o ne chieda uno nuovo al negozio, e non invii nulla.',
    rate_limited: 'Troppe richieste dalla Sua rete. Nuovo tentativo…',
    server_error: 'Il server dei pagamenti ha un problema. Nuovo tentativo…',
    invalid_response: 'Il server dei pagamenti ha dato una risposta inattesa. Nuovo tentativo…',
    unreachable: 'Non riusciamo a raggiungere il server dei pagamenti. Nuovo tentativo…',
  },
  stale: ({ network }) =>
    `Il server dei pagamenti non è raggiungibile: queste informazioni potrebbero non essere aggiornate. Quanto ha inviato sulla rete ${network} non è perso.`,
  offline: 'Lei è offline: queste informazioni potrebbero non essere aggiornate. Ci ricollegheremo da soli.',
  retry: 'Riprova',
}
