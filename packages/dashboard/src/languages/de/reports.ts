import type { Texts } from '../en/index.ts'

export const reports: Texts['reports'] = {
  span: 'Tage',
  from: 'Von',
  to: 'Bis',
  thisMonth: 'Dieser Monat',
  lastMonth: 'Voriger Monat',
  none: 'In diesen Tagen hat sich kein Geld bewegt',
  noneHint: 'Geld, das ankommt, zurückgeht oder ausgezahlt wird, erscheint hier, sobald es endgültig ist.',
  totals: {
    title: 'Nach Währung, nach Erstattungen',
    received: 'Erhalten',
    refunded: 'Erstattet',
    payments: (count) => (count === 1 ? '1 Zahlung wurde abgeschlossen.' : `${count} Zahlungen wurden abgeschlossen.`),
    hint: 'Werte zum Kurs der jeweiligen Zahlung.',
  },
  coins: {
    title: 'Nach Coin',
    coin: 'Coin',
    received: 'Erhalten',
    refunded: 'Erstattet',
    net: 'Nach Erstattungen',
    paidOut: 'Zur Wallet gebracht',
    coinFees: 'Vom Coin einbehalten',
    destroyed: 'Vom Herausgeber vernichtet',
  },
  withoutValue: { title: 'Ohne Wert', reason: 'Warum' },
  fees: {
    title: 'Netzwerkgebühren',
    kind: 'Wofür',
    amount: 'Betrag',
    count: 'Transaktionen',
    unknown: 'Betrag nicht bekannt',
  },
  open: {
    title: 'Jetzt offen',
    nothing: 'Zurzeit ist nichts offen.',
    what: 'Was',
    count: 'Anzahl',
    sum: 'Betrag',
    kinds: {
      unattributedTransfers: 'Geld ohne Zahlung',
      partlyPaidPayments: 'Teilweise bezahlte Zahlungen',
      waitingRefunds: 'Laufende Erstattungen',
    },
  },
}
