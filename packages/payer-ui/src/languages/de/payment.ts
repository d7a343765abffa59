import type { Sum, Texts } from '../../payment-texts.ts'

const inWords = ({ amount, coin, network }: Sum) => `${amount} ${coin} über das ${network}-Netzwerk`

export const texts: Texts = {
  language: 'de',
  locale: 'de',
  direction: 'ltr',
  titles: {
    awaiting: 'Warten auf Zahlung',
    remainder: 'Teilweise bezahlt',
    checking: 'Netzwerk wird geprüft',
    sent: 'Zahlung gesendet',
    claimed: 'Ihre Transaktion wird gesucht',
    claim_not_found: 'Transaktion nicht gefunden',
    claimable: 'Der Händler ist am Zug',
    unavailable: 'Zurzeit nicht verfügbar',
    network_unread: 'Das Netzwerk antwortet nicht',
    dropped: 'Bitte noch einmal senden',
    wrong_amount: 'Falscher Betrag',
    wrong_coin: 'Falsche Währung oder falsches Netzwerk',
    seen: 'Zahlung gefunden',
    completed: 'Zahlung abgeschlossen',
    overpaid: 'Sie haben zu viel bezahlt',
    twice: 'Sie haben doppelt bezahlt',
    expired: 'Zahlung abgelaufen',
    late: 'Zahlung war schon beendet',
    cancelled: 'Zahlung storniert',
  },
  details: {
    awaiting: () => null,
    remainder: () => null,
    checking: ({ network }) =>
      `Die Zahlungsfrist ist abgelaufen. Bitte senden Sie jetzt nichts mehr. Ob im ${network}-Netzwerk noch rechtzeitig eine Zahlung eingegangen ist, sehen Sie hier.`,
    seen: ({ network }) =>
      `Ihre Zahlung ist im ${network}-Netzwerk angekommen und wird bestätigt. Sie müssen nichts weiter tun und können diese Seite schließen.`,
    completed: ({ merchant }) => `${merchant} hat Ihre Zahlung erhalten.`,
    expired: () => 'Die Zahlungsfrist ist abgelaufen. Bitte senden Sie nichts mehr an die Adresse dieser Zahlung.',
    late: ({ merchant }) =>
      `Ihr Geld kam an, als die Zahlung schon beendet war. Es ist nicht verloren. Ob es angenommen oder zurückgezahlt wird, entscheidet ${merchant}. Bitte nehmen Sie Kontakt auf und nennen Sie die Referenz unten.`,
    cancelled: ({ merchant }) =>
      `${merchant} hat diese Zahlung storniert. Bitte senden Sie nichts an die zugehörige Adresse.`,
  },
  ask: ({ merchant }) =>
    `Wenn Sie noch zahlen möchten, bitten Sie ${merchant} um eine neue Zahlung und nennen Sie die Referenz unten.`,
  notices: {
    network_unread: ({ network }) =>
      `Das ${network}-Netzwerk antwortet seit mindestens 15 Minuten nicht. Bereits Gesendetes ist nicht verloren: Es erscheint hier, sobald das Netzwerk wieder gelesen werden kann.`,
    delayed: ({ network }) =>
      `Die Bestätigung von Zahlungen im ${network}-Netzwerk dauert im Moment länger als üblich. Bereits Gesendetes ist nicht verloren.`,
    reported: ({ network }) =>
      `Eine Wallet hat diese Zahlung gesendet. Sie erscheint hier, sobald sie im ${network}-Netzwerk ist; bitte senden Sie nichts ein zweites Mal.`,
    claimed: ({ network }) =>
      `Wir suchen Ihre Transaktion auf ${network}. Sie erscheint hier, sobald wir sie finden; bitte senden Sie nichts ein zweites Mal.`,
    claim_not_found: ({ network, merchant }) =>
      `Wir finden Ihre Transaktion auf ${network} nicht. Bitte prüfen Sie die Transaktions-ID und das Netzwerk in Ihrer Wallet oder Börse. Stimmt beides, wenden Sie sich bitte an ${merchant}.`,
    claim_unrelated: ({ merchant }) =>
      `Wir haben Ihre Transaktion gefunden, aber sie ist keine Zahlung für diese Bestellung. Bitte wenden Sie sich an ${merchant} und nennen Sie die Referenz unten.`,
    dropped: (terms) =>
      `Das Netzwerk hat Ihre Transaktion verworfen, das Geld ist nicht angekommen. Bitte senden Sie genau ${inWords(terms)} noch einmal, außer wenn Ihre Wallet die Transaktion noch als ausstehend anzeigt.`,
    underpaid: ({ received, amount, coin, merchant }) =>
      `Vor Ablauf der Frist sind ${received} von ${amount} ${coin} angekommen. Das Geld ist sicher: Bitte wenden Sie sich an ${merchant} und nennen Sie die Referenz unten.`,
    overpaid: ({ excess, coin, merchant }) =>
      `Sie haben ${excess} ${coin} zu viel bezahlt. Das Geld ist sicher: Um es zurückzuerhalten, wenden Sie sich bitte an ${merchant} und nennen Sie die Referenz unten.`,
    multiple: () => 'Sie haben in mehreren Überweisungen bezahlt.',
  },
  misdirected: (found, terms) =>
    `Hier sind ${inWords(found)} angekommen; die Zahlung lautet aber auf ${inWords(terms)}. Das Geld ist nicht verloren: Bitte wenden Sie sich an ${terms.merchant} und nennen Sie die Referenz unten.`,
  alsoPaid: (found, { merchant }) =>
    `Sie haben außerdem ${inWords(found)} bezahlt. Das Geld ist sicher: Um es zurückzuerhalten, wenden Sie sich bitte an ${merchant} und nennen Sie die Referenz unten.`,
  claimable: (found, { merchant }) =>
    `${merchant} muss diese Überweisung von ${inWords(found)} noch annehmen. Bis dahin gilt sie nicht als bezahlt. Bitte wenden Sie sich an ${merchant} und nennen Sie die Referenz unten.`,
  heading: (terms) => `${inWords(terms)} an ${terms.merchant}`,
  sendLabel: ({ network }, phase) =>
    phase === 'remainder' ? `Senden Sie den Rest über ${network}, genau` : `Senden Sie über ${network} genau`,
  explain: (terms) =>
    ({
      amount: `Senden Sie genau ${inWords(terms)}. An den letzten Stellen erkennen wir Ihre Zahlung: Bitte runden Sie den Betrag nicht.`,
      memo: `Senden Sie genau ${inWords(terms)} mit dem Memo ${terms.memo}. Am Memo erkennen wir Ihre Zahlung: Ohne Memo können wir sie nicht zuordnen.`,
      address: `Senden Sie genau ${inWords(terms)} an diese Adresse. Sie gilt nur für Ihre Zahlung.`,
    })[terms.recognition],
  fees: 'Gebühren kommen hinzu.',
  howToPay: 'So wird bezahlt',
  payFromExchange: 'Von einer Börse bezahlen',
  claim: {
    title: 'Ich habe schon bezahlt',
    submit: 'Zahlung suchen',
    failed: 'Das konnte nicht gesendet werden. Bitte prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  },
  methods: {
    title: 'Mit anderer Währung oder anderem Netzwerk bezahlen',
    unavailable: 'Zurzeit nicht verfügbar',
    failed: 'Das ist zurzeit nicht verfügbar. Bitte wählen Sie etwas anderes.',
  },
  payWithWallet: 'Mit einer Wallet bezahlen',
  payWith: (wallet) => `Mit ${wallet} bezahlen`,
  openWalletApp: 'Wallet-App öffnen',
  showCode: 'QR-Code anzeigen',
  codes: {
    address: 'Nur Adresse',
    request: 'Adresse und Betrag',
    requestCaption: 'Dieser Code enthält auch Währung und Betrag. Manche Wallets können ihn nicht lesen.',
  },
  walletsFailed:
    'Die Wallets konnten nicht geladen werden. Bitte prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
  deadline: (time) => `Bezahlen Sie bis ${time}`,
  rate: (rate, time) => `${rate}, gilt bis ${time}`,
  timeLeft: (remaining) => `noch ${remaining}`,
  qrLabel: (terms) =>
    `QR-Code zum Senden von ${inWords(terms)} an die Adresse ${terms.address}${terms.memo === null ? '' : ` mit dem Memo ${terms.memo}`}`,
  qrCaption: ({ memo, network }) =>
    memo === null
      ? `Der Code enthält die ${network}-Adresse. Geben Sie den Betrag ein oder fügen Sie ihn ein.`
      : `Für ${network}-Wallets: Der Code enthält Adresse, Betrag und Memo.`,
  addressLabel: ({ network }) => `${network}-Adresse`,
  memoLabel: 'Memo (Text), erforderlich',
  received: (received, asked, { network }) => `${received} von ${asked} über das ${network}-Netzwerk eingegangen`,
  confirmations: (seen, required) =>
    `${seen.digits} von ${required.digits} ${required.form === 'one' ? 'Bestätigung' : 'Bestätigungen'}`,
  finality: {
    expected: (duration) => `Noch etwa ${duration}`,
    soon: 'Jeden Moment',
    overdue: 'Das dauert länger als üblich. Die Zahlung ist nicht verloren.',
  },
  transactionStatus: { seen: 'Wird bestätigt', final: 'Bestätigt', orphaned: 'Verworfen' },
  openTransaction: (hash) => `Transaktion ${hash} in einem Block-Explorer`,
  labels: {
    amount: 'Betrag',
    received: 'Eingegangen',
    price: 'Preis',
    network: 'Netzwerk',
    merchant: 'Empfänger',
    confirmedAt: 'Bestätigt',
    transactions: 'Transaktionen',
    order: 'Bestellung',
    items: 'Artikel',
    reference: 'Referenz',
  },
  returnTo: ({ merchant }) => `Zurück zu ${merchant}`,
  openReplacement: 'Neue Zahlung öffnen',
  print: 'Drucken',
  languageLabel: 'Sprache',
  contact: ({ merchant }) => `${merchant} kontaktieren`,
  redirect: {
    countdown: (duration, { merchant }) => `Sie werden in ${duration} zu ${merchant} zurückgeleitet.`,
    stay: 'Auf dieser Seite bleiben',
  },
  close: 'Schließen',
  testMode: { title: 'Testmodus.', detail: 'Die Coins dieser Zahlung haben keinen Wert.' },
  loading: 'Die Zahlung wird geladen',
  copy: {
    amount: 'Betrag kopieren',
    address: 'Adresse kopieren',
    memo: 'Memo kopieren',
    reference: 'Referenz kopieren',
  },
  copied: { amount: 'Betrag kopiert', address: 'Adresse kopiert', memo: 'Memo kopiert', reference: 'Referenz kopiert' },
  copyRefused: 'Das Kopieren wurde nicht erlaubt. Bitte markieren Sie den Text und kopieren Sie ihn.',
  notFoundTitle: 'Zahlung nicht gefunden',
  failureTitle: 'Die Zahlung kann nicht angezeigt werden',
  failures: {
    invalid_src:
      'Diese Seite gibt nicht an, welche Zahlung gemeint ist. Bitte informieren Sie den Händler und senden Sie nichts.',
    not_found:
      'Unter dieser Adresse gibt es keine Zahlung. Bitte prüfen Sie den Link oder bitten Sie den Händler um einen neuen, und senden Sie nichts.',
    rate_limited: 'Aus Ihrem Netzwerk kamen zu viele Anfragen. Neuer Versuch…',
    server_error: 'Der Zahlungsserver hat ein Problem. Neuer Versuch…',
    invalid_response: 'Der Zahlungsserver hat unerwartet geantwortet. Neuer Versuch…',
    unreachable: 'Wir erreichen den Zahlungsserver nicht. Neuer Versuch…',
  },
  stale: ({ network }) =>
    `Der Zahlungsserver ist nicht erreichbar, diese Anzeige kann daher veraltet sein. Was Sie über das ${network}-Netzwerk gesendet haben, ist nicht verloren.`,
  offline: 'Sie sind offline, daher sind diese Angaben möglicherweise veraltet. Wir verbinden uns von selbst wieder.',
  retry: 'Erneut versuchen',
}
