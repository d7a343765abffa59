import type { PanelTerms, WalletTexts } from '../../wallet-texts.ts'

const inWords = ({ amount, coin, network }: PanelTerms) => `${amount} ${coin} sulla rete ${network}`

export const texts: WalletTexts = {
  language: 'it',
  locale: 'it',
  direction: 'ltr',
  messages: {
    opening: () => ['Ricerca dei wallet', null],
    unreachable: () => [
      'Il server dei pagamenti non è raggiungibile',
      'Non è stato inviato nulla. Controlli la connessione e riprovi.',
    ],
    contradiction: ({ merchant }) => [
      'Per favore, non paghi',
      `I dati di questo pagamento si contraddicono, perciò a nessun wallet è stato chiesto nulla. Avvisi ${merchant} e non invii nulla.`,
    ],
    choosing: (terms) => ['Scelga un wallet', `Le chiederà di confermare esattamente ${inWords(terms)}.`],
    apps: ({ coin, network }) => [
      'Aprire in un’app wallet',
      `L’app apre questo pagamento nel proprio browser, dove può inviare ${coin} su ${network}.`,
    ],
    handover: (terms) => [
      'Aprire in un’app wallet',
      `Su questo dispositivo si apre un’app wallet, dove confermerà ${inWords(terms)}. Se non se ne apre nessuna, torni indietro e copi i dati.`,
    ],
    none: ({ coin, network }) => [
      'Nessun wallet trovato',
      `In questo browser non c’è un wallet che possa inviare ${coin} su ${network}. Scansioni il codice con il wallet del Suo telefono, oppure apra questa pagina in un browser che ne ha uno.`,
    ],
    pairing: () => [
      'Collegare un wallet',
      'Scansioni questo codice con il Suo wallet e consenta la connessione. Il codice serve solo a collegare il wallet; il pagamento si conferma dopo.',
    ],
    pairingHere: () => [
      'Collegare un wallet',
      'Apra qui il Suo wallet o scansioni questo codice con uno su un altro dispositivo, e consenta la connessione. Così si collega solo il wallet; il pagamento si conferma dopo.',
    ],
    connecting: ({ wallet }) => [
      `Connessione a ${wallet}`,
      'Apra il wallet, lo sblocchi se lo richiede e consenta la connessione.',
    ],
    switching: ({ wallet, network }) => [
      `Passare a ${network}`,
      `${wallet} è su un’altra rete. Consenta il passaggio a ${network}.`,
    ],
    checking: () => ['Verifica dell’account', null],
    offered: ({ amount, coin, network }) => [
      'Pagare con un’altra valuta',
      `Scelga con che cosa pagare. ${network} lo cambia lungo la strada: arrivano esattamente ${amount} ${coin} e si preleva solo il prezzo di quel momento.`,
    ],
    sending: (terms) => [`Confermi in ${terms.wallet}`, `Confermi lì ${inWords(terms)}. Tenga aperta questa pagina.`],
    silent: ({ wallet }) => [
      `${wallet} non ha ancora risposto`,
      'Cerchi la richiesta: dietro questa finestra, nell’icona accanto alla barra degli indirizzi o nella sua app. Se l’ha già confermata, attenda qui: il Suo pagamento apparirà tra un momento.',
    ],
    unknown: (terms) => [
      'Guardi prima nel Suo wallet',
      `${terms.wallet} non ha comunicato se ha inviato ${inWords(terms)}. Se lì trova il trasferimento, non lo invii di nuovo: apparirà qui non appena sarà sulla rete ${terms.network}.`,
    ],
    sent: ({ network }) => [
      `Inviato. In attesa di ${network}`,
      'Per favore, non paghi di nuovo: il Suo pagamento apparirà qui tra un momento.',
    ],
    rejected: () => ['Rifiutato nel wallet', 'Non è stato inviato nulla. Può riprovare o pagare in un altro modo.'],
    pending: ({ wallet }) => [
      'C’è già una richiesta aperta',
      `${wallet} attende ancora la Sua risposta a una richiesta precedente. Risponda lì, poi riprovi.`,
    ],
    locked: ({ wallet }) => [
      'Il wallet è bloccato',
      `Sblocchi ${wallet}, consenta a questa pagina di vedere un account e riprovi. Non è stato inviato nulla.`,
    ],
    account: ({ wallet }) => [
      'L’account non è disponibile',
      `${wallet} non consente a questa pagina di usare quell’account. Scelga l’account che deve pagare e riprovi. Non è stato inviato nulla.`,
    ],
    network: ({ wallet, network }) => [
      `Il wallet non è su ${network}`,
      `Questo pagamento è possibile solo su ${network}. Passi a ${network} in ${wallet} e riprovi. Non è stato inviato nulla.`,
    ],
    insufficient: ({ missing, coin, network }) => [
      `${coin} insufficienti`,
      `A questo account mancano ${missing} ${coin} sulla rete ${network}; le monete su altre reti non contano. Non è stato inviato nulla.`,
    ],
    gas: ({ currency, network }) => [
      'Non basta per la commissione',
      `L’account ha bisogno di un po’ di ${currency} su ${network} per la commissione della rete. Non è stato inviato nulla.`,
    ],
    disconnected: ({ wallet }) => [
      `${wallet} non risponde`,
      'Lo apra, controlli la connessione e poi riprovi. Non è stato inviato nulla.',
    ],
    failed: ({ wallet }) => [
      `${wallet} segnala un errore`,
      'Non è stato inviato nulla. Può riprovare o pagare in un altro modo.',
    ],
    trustline: ({ coin, network }) => [
      `Nessun ${coin} su questo account`,
      `Non è configurato per ${coin} su ${network}. Scelga un altro account. Non è stato inviato nulla.`,
    ],
    offers: ({ network }) => [
      'Al momento nessuna offerta',
      `Non è stato inviato nulla. Le offerte su ${network} cambiano di continuo: guardi di nuovo o paghi in un altro modo.`,
    ],
    refused: () => [
      'Il trasferimento non è stato accettato',
      'Non è stato inviato nulla. Può riprovare o pagare in un altro modo.',
    ],
    expired: () => [
      'Il codice è scaduto',
      'Era valido cinque minuti. Riprovi per averne uno nuovo. Non è stato inviato nulla.',
    ],
    relay: () => [
      'WalletConnect non è raggiungibile',
      'Controlli la connessione e riprovi, oppure paghi in un altro modo. Non è stato inviato nulla.',
    ],
  },
  browserWallet: 'Wallet del browser',
  walletConnectHint: 'Un wallet su un altro dispositivo o in un’app',
  pairingQr: 'Codice QR che collega un wallet tramite WalletConnect',
  openIn: (wallet) => `Aprire in ${wallet}`,
  openInWallet: 'Aprire in un wallet',
  openInAnyWallet: 'Aprire in un altro wallet',
  from: (account) => `Dall’account ${account}`,
  retry: 'Riprova',
  otherAccount: 'Usare un altro account',
  otherAsset: 'Pagare con un’altra valuta',
  atMost: (amount) => `Al massimo ${amount}`,
  otherWallet: 'Scegliere un altro wallet',
  back: 'Pagare in un altro modo',
  nothingWasSent: 'Non è stato inviato nulla: riprova',
  itFailed: 'Il mio wallet dice che non è riuscito',
}
