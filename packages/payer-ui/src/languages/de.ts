import type { Sum, Texts } from '../texts.ts'

const inWords = ({ amount, coin, network }: Sum) => `${amount} ${coin} über das ${network}-Netzwerk`

export const texts: Texts = {
  language: 'de',
  locale: 'de',
  direction: 'ltr',
  titles: {
    awaiting: 'Warten auf Zahlung',
    remainder: 'Teilweise bezahlt',
    checking: 'Netzwerk wird geprüft',
    seen: 'Zahlung gefunden',
    confirming: 'Zahlung wird bestätigt',
    completed: 'Zahlung abgeschlossen',
    expired: 'Zahlung abgelaufen',
    late: 'Zu spät bezahlt',
    cancelled: 'Zahlung storniert',
  },
  details: {
    awaiting: () => null,
    remainder: () => null,
    checking: ({ network }) =>
      `Die Zahlungsfrist ist abgelaufen. Bitte senden Sie jetzt nichts mehr. Ob im ${network}-Netzwerk noch rechtzeitig eine Zahlung eingegangen ist, sehen Sie hier.`,
    seen: ({ network }) =>
      `Die Zahlung ist im ${network}-Netzwerk angekommen und wartet auf die endgültige Bestätigung. Sie müssen nichts weiter tun und können diese Seite schließen.`,
    confirming: ({ network }) =>
      `Die Zahlung ist im ${network}-Netzwerk und wird von selbst Block für Block endgültig. Sie müssen nichts weiter tun und können diese Seite schließen.`,
    completed: ({ merchant }) => `${merchant} hat Ihre Zahlung erhalten.`,
    expired: ({ merchant }) =>
      `Die Zahlungsfrist ist abgelaufen. Bitte senden Sie nichts mehr an die Adresse dieser Zahlung. ${merchant} kann Ihnen eine neue Zahlung erstellen.`,
    late: ({ merchant }) =>
      `Nach dem Ende der Zahlung ist noch Geld eingegangen. Es ist erfasst; ob es angenommen oder zurückgezahlt wird, entscheidet ${merchant}. Bitte nehmen Sie Kontakt auf.`,
    cancelled: ({ merchant }) =>
      `${merchant} hat diese Zahlung storniert. Bitte senden Sie nichts an die zugehörige Adresse.`,
  },
  notices: {
    network_unread: ({ network }) =>
      `Das ${network}-Netzwerk antwortet seit mindestens 15 Minuten nicht. Bereits Gesendetes ist nicht verloren: Es erscheint hier, sobald das Netzwerk wieder gelesen werden kann.`,
    delayed: ({ network }) =>
      `Die Bestätigung von Zahlungen im ${network}-Netzwerk dauert im Moment länger als üblich. Bereits Gesendetes ist nicht verloren.`,
    reported: ({ network }) =>
      `Eine Wallet hat diese Zahlung gesendet. Sie erscheint hier, sobald sie im ${network}-Netzwerk ist; bitte senden Sie nichts ein zweites Mal.`,
    dropped: (terms) =>
      `Das Netzwerk hat Ihre Transaktion verworfen, das Geld ist nicht angekommen. Bitte senden Sie genau ${inWords(terms)} noch einmal, außer wenn Ihre Wallet die Transaktion noch als ausstehend anzeigt.`,
    underpaid: ({ merchant }) =>
      `Innerhalb der Frist ist weniger als der volle Betrag eingegangen. Der Eingang ist erfasst; bitte wenden Sie sich an ${merchant}.`,
    overpaid: ({ merchant }) =>
      `Es ist mehr eingegangen als gefordert. Bitte wenden Sie sich an ${merchant}, um den Überschuss zurückzuerhalten.`,
    multiple: () => 'Diese Zahlung bestand aus mehreren Transaktionen.',
  },
  misdirected: (found, terms) =>
    `An der Adresse dieser Zahlung sind ${inWords(found)} angekommen; gefordert sind ${inWords(terms)}. Das lässt sich nicht von selbst zuordnen, ist aber nicht verloren: Bitte wenden Sie sich an ${terms.merchant} und nennen Sie die Referenz unten.`,
  claimable: (found, { merchant }) =>
    `${inWords(found)} wurden so gesendet, dass ${merchant} sie erst abholen muss; vorher gelten sie nicht als bezahlt. Bitte wenden Sie sich an ${merchant} und nennen Sie die Referenz unten.`,
  heading: (terms) => `${inWords(terms)} an ${terms.merchant}`,
  sendLabel: ({ coin, network }, phase) =>
    phase === 'remainder'
      ? `Senden Sie den Rest in ${coin} über ${network}, genau`
      : `Senden Sie ${coin} über ${network}, genau`,
  explain: (terms) =>
    ({
      amount: `Senden Sie genau ${inWords(terms)}. Am Betrag wird Ihre Zahlung erkannt: Ein gerundeter Betrag, eine andere Währung oder ein anderes Netzwerk kann ihr nicht zugeordnet werden.`,
      memo: `Senden Sie genau ${inWords(terms)} mit dem Memo ${terms.memo}. Am Memo wird Ihre Zahlung erkannt: Ohne Memo kann das Geld Ihrer Zahlung nicht zugeordnet werden.`,
      address: `Senden Sie genau ${inWords(terms)} an diese Adresse. Sie gilt nur für diese Zahlung: Eine andere Währung oder ein anderes Netzwerk kann ihr nicht zugeordnet werden.`,
    })[terms.recognition],
  fees: 'Gebühren einer Wallet oder einer Börse kommen zum Betrag hinzu.',
  exchange: {
    title: 'Zahlung von einer Börse aus',
    detail: (terms) =>
      terms.memo === null
        ? `Wählen Sie ${terms.network} als Netzwerk der Auszahlung und den Betrag so, dass nach Abzug der Börsengebühr genau ${terms.amount} ${terms.coin} ankommen.${terms.recognition === 'amount' ? ' Kann die Börse das nicht auf die letzte Stelle genau, verwenden Sie stattdessen eine eigene Wallet.' : ''}`
        : `Wählen Sie ${terms.network} als Netzwerk der Auszahlung, geben Sie das Memo ${terms.memo} an und wählen Sie den Betrag so, dass nach Abzug der Börsengebühr genau ${terms.amount} ${terms.coin} ankommen.`,
  },
  payWithWallet: ({ coin, network }) => `${coin} über ${network} mit einer Wallet zahlen`,
  walletsFailed:
    'Die Wallets konnten nicht geladen werden. Bitte prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
  deadline: ({ coin, network }, time) => `Bezahlen Sie in ${coin} über das ${network}-Netzwerk bis ${time}.`,
  timeLeft: (remaining) => `noch ${remaining}`,
  qrLabel: (terms) =>
    `QR-Code zum Senden von ${inWords(terms)} an die Adresse ${terms.address}${terms.memo === null ? '' : ` mit dem Memo ${terms.memo}`}`,
  qrCaption: ({ memo, network }) =>
    memo === null
      ? `Der Code enthält nur die ${network}-Adresse. Geben Sie den Betrag selbst ein.`
      : `Für ${network}-Wallets: Der Code enthält Adresse, Betrag und Memo.`,
  addressLabel: ({ network }) => `${network}-Adresse`,
  memoLabel: 'Memo (Text), erforderlich',
  received: (received, asked, { network }) => `${received} von ${asked} über das ${network}-Netzwerk eingegangen`,
  confirmations: (seen, required) =>
    `${seen.digits} von ${required.digits} ${required.form === 'one' ? 'Bestätigung' : 'Bestätigungen'}`,
  finality: {
    expected: (duration) => `Endgültig in etwa: ${duration}`,
    soon: 'Die Zahlung sollte jeden Moment endgültig sein',
    overdue: 'Das dauert länger als üblich. Die Zahlung ist nicht verloren.',
  },
  transactionStatus: { seen: 'Wird bestätigt', final: 'Endgültig', orphaned: 'Vom Netzwerk verworfen' },
  openTransaction: (hash) => `Transaktion ${hash} in einem Block-Explorer`,
  labels: {
    amount: 'Betrag',
    received: 'Eingegangen',
    price: 'Preis',
    network: 'Netzwerk',
    merchant: 'Empfänger',
    confirmedAt: 'Bestätigt',
    transactions: 'Transaktionen',
    reference: 'Referenz',
  },
  returnTo: ({ merchant }) => `Zurück zu ${merchant}`,
  redirect: {
    countdown: (duration, { merchant }) => `Sie werden in ${duration} zu ${merchant} zurückgeleitet.`,
    stay: 'Auf dieser Seite bleiben',
  },
  close: 'Schließen',
  testMode: { title: 'Testmodus.', detail: 'Die Coins dieser Zahlung haben keinen Wert.' },
  loading: 'Die Zahlung wird geladen',
  copy: { amount: 'Betrag kopieren', address: 'Adresse kopieren', memo: 'Memo kopieren' },
  copied: { amount: 'Betrag kopiert', address: 'Adresse kopiert', memo: 'Memo kopiert' },
  copyRefused: 'Das Kopieren wurde nicht erlaubt. Bitte markieren Sie den Text und kopieren Sie ihn.',
  notFoundTitle: 'Zahlung nicht gefunden',
  failureTitle: 'Die Zahlung kann nicht angezeigt werden',
  failures: {
    invalid_src:
      'Diese Seite gibt nicht an, welche Zahlung gemeint ist. Bitte informieren Sie den Händler und senden Sie nichts.',
    not_found:
      'Unter dieser Adresse gibt es keine Zahlung. Bitte prüfen Sie den Link oder bitten Sie den Händler um einen neuen, und senden Sie nichts.',
    rate_limited: 'Aus Ihrem Netzwerk kamen zu viele Anfragen. In Kürze wird es erneut versucht.',
    server_error: 'Auf dem Zahlungsserver ist ein Fehler aufgetreten. In Kürze wird es erneut versucht.',
    invalid_response: 'Der Zahlungsserver hat unerwartet geantwortet. In Kürze wird es erneut versucht.',
    unreachable: 'Der Zahlungsserver ist nicht erreichbar. In Kürze wird es erneut versucht.',
  },
  stale: ({ network }) =>
    `Der Zahlungsserver ist nicht erreichbar, diese Anzeige kann daher veraltet sein. Was Sie über das ${network}-Netzwerk gesendet haben, ist nicht verloren.`,
  offline:
    'Sie sind offline, daher sind diese Angaben möglicherweise veraltet. Sobald wieder eine Verbindung besteht, geht es von selbst weiter.',
  retry: 'Erneut versuchen',
}
