import type { Sum, Texts } from '../texts.ts'

const inWords = ({ amount, coin, network }: Sum) => `${amount} ${coin} sulla rete ${network}`

export const texts: Texts = {
  language: 'it',
  locale: 'it',
  direction: 'ltr',
  titles: {
    awaiting: 'In attesa di pagamento',
    remainder: 'Pagato in parte',
    checking: 'Verifica della rete',
    seen: 'Pagamento rilevato',
    confirming: 'Conferma del pagamento in corso',
    completed: 'Pagamento completato',
    expired: 'Pagamento scaduto',
    late: 'Pagato troppo tardi',
    cancelled: 'Pagamento annullato',
  },
  details: {
    awaiting: () => null,
    remainder: () => null,
    checking: ({ network }) =>
      `Il tempo per pagare è scaduto: per favore, non invii più nulla. Vedrà qui se un pagamento sulla rete ${network} è arrivato in tempo.`,
    seen: ({ network }) =>
      `Il pagamento è sulla rete ${network} e attende la conferma definitiva. Non deve fare altro; può chiudere questa pagina.`,
    confirming: ({ network }) =>
      `Il pagamento è sulla rete ${network} e diventa definitivo da solo, blocco dopo blocco. Non deve fare altro; può chiudere questa pagina.`,
    completed: ({ merchant }) => `${merchant} ha ricevuto il Suo pagamento.`,
    expired: ({ merchant }) =>
      `Il tempo per pagare è scaduto: per favore, non invii più nulla all’indirizzo di questo pagamento. ${merchant} può crearne uno nuovo.`,
    late: ({ merchant }) =>
      `Sono arrivati fondi dopo la fine del pagamento. Sono stati registrati e ${merchant} deciderà se accettarli o restituirli. La preghiamo di contattare il negozio.`,
    cancelled: ({ merchant }) =>
      `${merchant} ha annullato questo pagamento. Per favore, non invii nulla al suo indirizzo.`,
  },
  notices: {
    network_unread: ({ network }) =>
      `La rete ${network} non risponde da almeno 15 minuti. Quanto inviato non è perso: comparirà qui appena la rete sarà di nuovo leggibile.`,
    delayed: ({ network }) =>
      `Al momento la conferma dei pagamenti sulla rete ${network} richiede più tempo del solito. Quanto inviato non è perso.`,
    reported: ({ network }) =>
      `Un wallet ha inviato questo pagamento. Apparirà qui non appena sarà sulla rete ${network}; non invii nulla una seconda volta.`,
    dropped: (terms) =>
      `La rete ha scartato la Sua transazione, quindi il denaro non è arrivato. Invii di nuovo esattamente ${inWords(terms)}, a meno che il Suo wallet non mostri ancora la transazione come in sospeso.`,
    underpaid: ({ merchant }) =>
      `In tempo è arrivato meno dell’importo totale. La somma è stata registrata; La preghiamo di contattare ${merchant}.`,
    overpaid: ({ merchant }) =>
      `È arrivato più di quanto richiesto. La preghiamo di contattare ${merchant} per la restituzione dell’eccedenza.`,
    multiple: () => 'Questo pagamento è stato effettuato con più trasferimenti.',
  },
  misdirected: (found, terms) =>
    `All’indirizzo di questo pagamento sono arrivati ${inWords(found)}, ma il pagamento è di ${inWords(terms)}. Non è possibile abbinarli automaticamente, ma non sono persi: contatti ${terms.merchant} e indichi il riferimento qui sotto.`,
  claimable: (found, { merchant }) =>
    `${inWords(found)} sono stati inviati in modo che ${merchant} debba prima riscuoterli; fino ad allora non valgono come pagati. Contatti ${merchant} e indichi il riferimento qui sotto.`,
  heading: (terms) => `${inWords(terms)} a ${terms.merchant}`,
  sendLabel: ({ coin, network }, phase) =>
    phase === 'remainder'
      ? `Invii il resto in ${coin} su ${network}, esattamente`
      : `Invii ${coin} su ${network}, esattamente`,
  explain: (terms) =>
    ({
      amount: `Invii esattamente ${inWords(terms)}. È l’importo a far riconoscere il Suo pagamento: un importo arrotondato, un’altra valuta o un’altra rete non possono essere abbinati.`,
      memo: `Invii esattamente ${inWords(terms)} con il memo ${terms.memo}. È il memo a far riconoscere il Suo pagamento: senza, i fondi non possono essere abbinati.`,
      address: `Invii esattamente ${inWords(terms)} a questo indirizzo. Vale solo per questo pagamento: un’altra valuta o un’altra rete non possono essere abbinate.`,
    })[terms.recognition],
  fees: 'Le commissioni del wallet o dell’exchange si aggiungono all’importo.',
  exchange: {
    title: 'Pagamento da un exchange',
    detail: (terms) =>
      terms.memo === null
        ? `Scelga ${terms.network} come rete del prelievo e imposti l’importo in modo che, tolta la commissione dell’exchange, arrivino esattamente ${terms.amount} ${terms.coin}.${terms.recognition === 'amount' ? ' Se l’exchange non può farlo fino all’ultima cifra, usi invece un proprio wallet.' : ''}`
        : `Scelga ${terms.network} come rete del prelievo, indichi il memo ${terms.memo} e imposti l’importo in modo che, tolta la commissione dell’exchange, arrivino esattamente ${terms.amount} ${terms.coin}.`,
  },
  payWithWallet: ({ coin, network }) => `Pagare ${coin} su ${network} con un wallet`,
  walletsFailed: 'Non è stato possibile caricare i wallet. Controlli la connessione e riprovi.',
  deadline: ({ coin, network }, time) => `Paghi in ${coin} sulla rete ${network} entro: ${time}.`,
  timeLeft: (remaining) => `ancora ${remaining}`,
  qrLabel: (terms) =>
    `Codice QR per inviare ${inWords(terms)} all’indirizzo ${terms.address}${terms.memo === null ? '' : ` con il memo ${terms.memo}`}`,
  qrCaption: ({ memo, network }) =>
    memo === null
      ? `Il codice contiene solo l’indirizzo ${network}. Inserisca Lei l’importo.`
      : `Per i wallet ${network}: il codice contiene indirizzo, importo e memo.`,
  addressLabel: ({ network }) => `Indirizzo ${network}`,
  memoLabel: 'Memo (testo), obbligatorio',
  received: (received, asked, { network }) => `Ricevuti ${received} su ${asked} sulla rete ${network}`,
  confirmations: (seen, required) =>
    `${seen.digits} ${seen.form === 'one' ? 'conferma' : 'conferme'} su ${required.digits}`,
  finality: {
    expected: (duration) => `Definitivo tra circa ${duration}`,
    soon: 'Dovrebbe essere definitivo da un momento all’altro',
    overdue: 'Ci vuole più tempo del solito. Il pagamento non è perso.',
  },
  transactionStatus: { seen: 'In conferma', final: 'Definitiva', orphaned: 'Scartata dalla rete' },
  openTransaction: (hash) => `Transazione ${hash} in un block explorer`,
  labels: {
    amount: 'Importo',
    received: 'Ricevuto',
    price: 'Prezzo',
    network: 'Rete',
    merchant: 'Beneficiario',
    confirmedAt: 'Confermato',
    transactions: 'Transazioni',
    reference: 'Riferimento',
  },
  returnTo: ({ merchant }) => `Torna al sito di ${merchant}`,
  redirect: {
    countdown: (duration, { merchant }) => `Tornerà al sito di ${merchant} tra ${duration}.`,
    stay: 'Resta su questa pagina',
  },
  close: 'Chiudi',
  testMode: { title: 'Modalità di prova.', detail: 'Le monete di questo pagamento non hanno alcun valore.' },
  loading: 'Caricamento del pagamento',
  copy: { amount: 'Copia l’importo', address: 'Copia l’indirizzo', memo: 'Copia il memo' },
  copied: { amount: 'Importo copiato', address: 'Indirizzo copiato', memo: 'Memo copiato' },
  copyRefused: 'La copia non è stata consentita. Selezioni il testo e lo copi.',
  notFoundTitle: 'Pagamento non trovato',
  failureTitle: 'Impossibile mostrare il pagamento',
  failures: {
    invalid_src: 'Questa pagina non indica di quale pagamento si tratta. Avvisi il negozio e non invii nulla.',
    not_found:
      'A questo indirizzo non c’è alcun pagamento. Controlli il link o ne chieda uno nuovo al negozio, e non invii nulla.',
    rate_limited: 'Troppe richieste dalla Sua rete. Nuovo tentativo tra un momento.',
    server_error: 'Il server dei pagamenti ha un problema. Nuovo tentativo tra un momento.',
    invalid_response: 'Il server dei pagamenti ha dato una risposta inattesa. Nuovo tentativo tra un momento.',
    unreachable: 'Il server dei pagamenti non è raggiungibile. Nuovo tentativo tra un momento.',
  },
  stale: ({ network }) =>
    `Il server dei pagamenti non è raggiungibile: queste informazioni potrebbero non essere aggiornate. Quanto ha inviato sulla rete ${network} non è perso.`,
  offline:
    'Lei è offline: queste informazioni potrebbero non essere aggiornate. L’aggiornamento riprenderà da solo appena tornerà la connessione.',
  retry: 'Riprova',
}
