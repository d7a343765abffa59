import type { Terms, Texts } from '../texts.ts'

const inWords = ({ amount, coin, network }: Terms) => `${amount} ${coin} sulla rete ${network}`

export const texts: Texts = {
  language: 'it',
  locale: 'it',
  direction: 'ltr',
  titles: {
    awaiting: 'In attesa di pagamento',
    remainder: 'Pagato in parte',
    checking: 'Verifica della rete',
    processing: 'Pagamento rilevato',
    completed: 'Pagamento completato',
    expired: 'Pagamento scaduto',
    cancelled: 'Pagamento annullato',
  },
  details: {
    awaiting: () => null,
    remainder: () => null,
    checking: ({ network }) =>
      `Il tempo per pagare è scaduto: per favore, non invii più nulla. A breve vedrà qui se un pagamento sulla rete ${network} è arrivato in tempo.`,
    processing: ({ network }) =>
      `Il pagamento è sulla rete ${network} e attende la conferma definitiva. Non deve fare altro; può chiudere questa pagina.`,
    completed: ({ merchant }) => `${merchant} ha ricevuto il Suo pagamento.`,
    expired: ({ merchant }) =>
      `Il tempo per pagare è scaduto: per favore, non invii più nulla all’indirizzo di questo pagamento. ${merchant} può crearne uno nuovo.`,
    cancelled: ({ merchant }) =>
      `${merchant} ha annullato questo pagamento. Per favore, non invii nulla al suo indirizzo.`,
  },
  notices: {
    network_unread: ({ network }) =>
      `La rete ${network} non risponde da almeno 15 minuti. Quanto inviato non è perso: comparirà qui appena la rete sarà di nuovo leggibile.`,
    late: ({ merchant }) =>
      `Sono arrivati fondi dopo la fine del pagamento. Sono stati registrati e ${merchant} deciderà se accettarli o restituirli. La preghiamo di contattare il negozio.`,
    underpaid: ({ merchant }) =>
      `In tempo è arrivato meno dell’importo totale. La somma è stata registrata; La preghiamo di contattare ${merchant}.`,
    overpaid: ({ merchant }) =>
      `È arrivato più di quanto richiesto. La preghiamo di contattare ${merchant} per la restituzione dell’eccedenza.`,
    multiple: () => 'Questo pagamento è stato effettuato con più trasferimenti.',
  },
  heading: (terms) => `${inWords(terms)} a ${terms.merchant}`,
  sendLabel: ({ coin, network }, phase) =>
    phase === 'remainder'
      ? `Invii il resto in ${coin} su ${network}, esattamente`
      : `Invii ${coin} su ${network}, esattamente`,
  explain: (terms) =>
    terms.memo === null
      ? `Invii esattamente ${inWords(terms)}. È l’importo a far riconoscere il Suo pagamento: un importo arrotondato, un’altra valuta o un’altra rete non possono essere abbinati.`
      : `Invii esattamente ${inWords(terms)} con il memo ${terms.memo}. È il memo a far riconoscere il Suo pagamento: senza, i fondi non possono essere abbinati.`,
  fees: 'Le commissioni del wallet o dell’exchange si aggiungono all’importo.',
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
  retry: 'Riprova',
}
