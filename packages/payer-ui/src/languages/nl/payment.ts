import type { Sum, Texts } from '../../payment-texts.ts'

const inWords = ({ amount, coin, network }: Sum) => `${amount} ${coin} via het ${network}-netwerk`

export const texts: Texts = {
  language: 'nl',
  locale: 'nl',
  direction: 'ltr',
  titles: {
    awaiting: 'Wachten op betaling',
    remainder: 'Gedeeltelijk betaald',
    checking: 'Netwerk wordt gecontroleerd',
    sent: 'Betaling verstuurd',
    claimed: 'Uw transactie wordt gezocht',
    claim_not_found: 'Transactie niet gevonden',
    claimable: 'Wachten op de winkel',
    unavailable: 'Nu niet beschikbaar',
    network_unread: 'Het netwerk antwoordt niet',
    dropped: 'Stuur het opnieuw',
    wrong_amount: 'Verkeerd bedrag',
    wrong_coin: 'Verkeerde munt of verkeerd netwerk',
    seen: 'Betaling gevonden',
    completed: 'Betaling voltooid',
    overpaid: 'U hebt te veel betaald',
    twice: 'U hebt dubbel betaald',
    expired: 'Betaling verlopen',
    late: 'Betaling was al beëindigd',
    cancelled: 'Betaling geannuleerd',
  },
  details: {
    awaiting: () => null,
    remainder: () => null,
    checking: ({ network }) =>
      `De betaaltermijn is voorbij; stuur nu niets meer. Of er op tijd een betaling via het ${network}-netwerk is aangekomen, ziet u hier.`,
    seen: ({ network }) =>
      `Uw betaling staat op het ${network}-netwerk en we bevestigen haar. U hoeft niets meer te doen en kunt deze pagina sluiten.`,
    completed: ({ merchant }) => `${merchant} heeft uw betaling ontvangen.`,
    expired: () => 'De betaaltermijn is voorbij; stuur niets meer naar het adres van deze betaling.',
    late: ({ merchant }) =>
      `Uw geld kwam binnen nadat deze betaling was beëindigd. Het is veilig. ${merchant} beslist of het wordt geaccepteerd of teruggestuurd: neem contact op met de winkel en noem de referentie hieronder.`,
    cancelled: ({ merchant }) => `${merchant} heeft deze betaling geannuleerd. Stuur niets naar het adres ervan.`,
  },
  ask: ({ merchant }) =>
    `Wilt u nog betalen, vraag ${merchant} dan om een nieuwe betaling en noem de referentie hieronder.`,
  notices: {
    network_unread: ({ network }) =>
      `Het ${network}-netwerk antwoordt al minstens 15 minuten niet. Wat is verstuurd, is niet verloren: het verschijnt hier zodra het netwerk weer gelezen kan worden.`,
    delayed: ({ network }) =>
      `Het bevestigen van betalingen op het ${network}-netwerk duurt op dit moment langer dan gewoonlijk. Wat is verstuurd, is niet verloren.`,
    reported: ({ network }) =>
      `Een wallet heeft deze betaling verstuurd. Ze verschijnt hier zodra ze op het ${network}-netwerk staat; stuur niets een tweede keer.`,
    claimed: ({ network }) =>
      `We zoeken uw transactie op ${network}. Ze verschijnt hier zodra we haar vinden; stuur niets een tweede keer.`,
    claim_not_found: ({ network, merchant }) =>
      `We kunnen uw transactie op ${network} niet vinden. Controleer de transactie-ID en het netwerk in uw wallet of exchange. Kloppen beide, neem dan contact op met ${merchant}.`,
    claim_unrelated: ({ merchant }) =>
      `We hebben uw transactie gevonden, maar ze is geen betaling voor deze bestelling. Neem contact op met ${merchant} en noem de referentie hieronder.`,
    dropped: (terms) =>
      `Het netwerk heeft uw transactie verworpen, dus het geld is niet aangekomen. Stuur opnieuw precies ${inWords(terms)}, tenzij uw wallet de transactie nog als in behandeling toont.`,
    underpaid: ({ received, amount, coin, merchant }) =>
      `We ontvingen ${received} van ${amount} ${coin} voordat de tijd om was. Het geld is veilig: neem contact op met ${merchant} en noem de referentie hieronder.`,
    overpaid: ({ excess, coin, merchant }) =>
      `U hebt ${excess} ${coin} te veel betaald. Het geld is veilig: neem contact op met ${merchant} en noem de referentie hieronder om het terug te krijgen.`,
    multiple: () => 'U hebt in meer dan één overboeking betaald.',
  },
  misdirected: (found, terms) =>
    `Er is ${inWords(found)} aangekomen, maar deze betaling is voor ${inWords(terms)}. Het geld is niet verloren: neem contact op met ${terms.merchant} en noem de referentie hieronder.`,
  alsoPaid: (found, { merchant }) =>
    `U hebt ook ${inWords(found)} betaald. Het geld is veilig: neem contact op met ${merchant} en noem de referentie hieronder om het terug te krijgen.`,
  claimable: (found, { merchant }) =>
    `${merchant} moet deze overboeking van ${inWords(found)} nog accepteren. Tot dan geldt ze niet als betaald. Neem contact op met ${merchant} en noem de referentie hieronder.`,
  heading: (terms) => `${inWords(terms)} aan ${terms.merchant}`,
  sendLabel: ({ network }, phase) =>
    phase === 'remainder' ? `Stuur de rest via ${network}, precies` : `Stuur via ${network} precies`,
  explain: (terms) =>
    ({
      amount: `Stuur precies ${inWords(terms)}. Aan de laatste cijfers herkennen we uw betaling: rond het bedrag niet af.`,
      memo: `Stuur precies ${inWords(terms)} met de memo ${terms.memo}. Aan de memo herkennen we uw betaling: zonder memo kunnen we haar niet vinden.`,
      address: `Stuur precies ${inWords(terms)} naar dit adres. Het is alleen voor uw betaling.`,
    })[terms.recognition],
  fees: 'Kosten komen erbij.',
  howToPay: 'Hoe te betalen',
  payFromExchange: 'Betalen vanaf een exchange',
  claim: {
    title: 'Ik heb al betaald',
    submit: 'Zoek mijn betaling',
    failed: 'Dit kon niet worden verzonden. Controleer uw verbinding en probeer het opnieuw.',
  },
  methods: {
    title: 'Met een andere munt of via een ander netwerk betalen',
    unavailable: 'Nu niet beschikbaar',
    failed: 'Dit is nu niet beschikbaar. Kies een andere mogelijkheid.',
  },
  payWithWallet: 'Betalen met een wallet',
  payWith: (wallet) => `Betalen met ${wallet}`,
  openWalletApp: 'Wallet-app openen',
  showCode: 'QR-code tonen',
  codes: {
    address: 'Alleen adres',
    request: 'Adres en bedrag',
    requestCaption: 'Deze code bevat ook de munt en het bedrag. Sommige wallets kunnen hem niet lezen.',
  },
  walletsFailed: 'De wallets konden niet worden geladen. Controleer uw verbinding en probeer het opnieuw.',
  deadline: (time) => `Betaal vóór ${time}`,
  rate: (rate, time) => `${rate}, geldig tot ${time}`,
  timeLeft: (remaining) => `nog ${remaining}`,
  qrLabel: (terms) =>
    `QR-code om ${inWords(terms)} te sturen naar het adres ${terms.address}${terms.memo === null ? '' : ` met de memo ${terms.memo}`}`,
  qrCaption: ({ memo, network }) =>
    memo === null
      ? `Deze code bevat het ${network}-adres. Typ of plak het bedrag.`
      : `Voor ${network}-wallets: de code bevat adres, bedrag en memo.`,
  addressLabel: ({ network }) => `${network}-adres`,
  memoLabel: 'Memo (tekst), verplicht',
  received: (received, asked, { network }) => `${received} van ${asked} ontvangen via het ${network}-netwerk`,
  confirmations: (seen, required) =>
    `${seen.digits} van ${required.digits} ${required.form === 'one' ? 'bevestiging' : 'bevestigingen'}`,
  finality: {
    expected: (duration) => `Nog ongeveer ${duration}`,
    soon: 'Elk moment',
    overdue: 'Dit duurt langer dan gewoonlijk. De betaling is niet verloren.',
  },
  transactionStatus: { seen: 'Wordt bevestigd', final: 'Bevestigd', orphaned: 'Verworpen' },
  openTransaction: (hash) => `Transactie ${hash} in een blockexplorer`,
  labels: {
    amount: 'Bedrag',
    received: 'Ontvangen',
    price: 'Prijs',
    network: 'Netwerk',
    merchant: 'Ontvanger',
    confirmedAt: 'Bevestigd',
    transactions: 'Transacties',
    order: 'Bestelling',
    items: 'Artikelen',
    reference: 'Referentie',
  },
  returnTo: ({ merchant }) => `Terug naar ${merchant}`,
  openReplacement: 'Nieuwe betaling openen',
  print: 'Afdrukken',
  languageLabel: 'Taal',
  contact: ({ merchant }) => `Contact opnemen met ${merchant}`,
  redirect: {
    countdown: (duration, { merchant }) => `U gaat over ${duration} terug naar ${merchant}.`,
    stay: 'Op deze pagina blijven',
  },
  close: 'Sluiten',
  testMode: { title: 'Testmodus.', detail: 'De munten van deze betaling hebben geen waarde.' },
  loading: 'De betaling wordt geladen',
  copy: {
    amount: 'Bedrag kopiëren',
    address: 'Adres kopiëren',
    memo: 'Memo kopiëren',
    reference: 'Referentie kopiëren',
  },
  copied: {
    amount: 'Bedrag gekopieerd',
    address: 'Adres gekopieerd',
    memo: 'Memo gekopieerd',
    reference: 'Referentie gekopieerd',
  },
  copyRefused: 'Kopiëren is niet toegestaan. Selecteer de tekst en kopieer die zelf.',
  notFoundTitle: 'Betaling niet gevonden',
  failureTitle: 'De betaling kan niet worden getoond',
  failures: {
    invalid_src: 'Deze pagina geeft niet aan om welke betaling het gaat. Meld dit aan de winkel en stuur niets.',
    not_found: 'Op dit adres is geen betaling. Controleer de link of vraag de winkel om een nieuwe, en stuur niets.',
    rate_limited: 'Er kwamen te veel verzoeken van uw netwerk. Nieuwe poging…',
    server_error: 'De betaalserver heeft een probleem. Nieuwe poging…',
    invalid_response: 'De betaalserver gaf een onverwacht antwoord. Nieuwe poging…',
    unreachable: 'We kunnen de betaalserver niet bereiken. Nieuwe poging…',
  },
  stale: ({ network }) =>
    `De betaalserver is niet bereikbaar, dus deze gegevens zijn mogelijk verouderd. Wat u via het ${network}-netwerk hebt gestuurd, is niet verloren.`,
  offline: 'U bent offline, dus deze gegevens zijn mogelijk verouderd. We maken vanzelf weer verbinding.',
  retry: 'Opnieuw proberen',
}
