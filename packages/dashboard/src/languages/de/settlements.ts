import type { Texts } from '../en/index.ts'

export const settlements: Texts['settlements'] = {
  none: 'Noch keine Abrechnungen',
  noneHint: 'Eine Abrechnung zählt zusammen, was in einem Zeitraum einging und zurückging, nach Wallet und Coin.',
  noMatch: 'Keine Abrechnung passt',
  status: { pending: 'In Arbeit', completed: 'Abgeschlossen', failed: 'Gescheitert' },
  columns: { amount: 'Betrag', status: 'Status', payments: 'Zahlungen', period: 'Zeitraum', wallet: 'Wallet' },
  schedule: 'Wann Zeiträume enden',
  frequency: {
    daily: (time, zone) => `Täglich um ${time} (${zone})`,
    weekly: (time, zone, day) => `Jeden ${day} um ${time} (${zone})`,
    monthly: (time, zone, day) => `Jeden Monat am ${day}. um ${time} (${zone})`,
    manual: 'Nur von Hand',
  },
  weekdays: {
    monday: 'Montag',
    tuesday: 'Dienstag',
    wednesday: 'Mittwoch',
    thursday: 'Donnerstag',
    friday: 'Freitag',
    saturday: 'Samstag',
    sunday: 'Sonntag',
  },
  change: 'In den Einstellungen ändern',
  close: 'Zeitraum jetzt abschließen',
  closeReason: 'Alles Geld, das noch in keiner Abrechnung ist, wird jetzt abgerechnet. Der nächste Zeitraum beginnt.',
  closed: (count) =>
    count === 0
      ? 'Es gab nichts abzurechnen.'
      : count === 1
        ? 'Eine Abrechnung wurde angelegt.'
        : `${count} Abrechnungen wurden angelegt.`,
  detail: {
    toList: 'Alle Abrechnungen',
    report: 'Bericht herunterladen (CSV)',
    payments: 'Zahlungen darin',
    refunds: 'Erstattet',
    net: 'Nach Erstattungen',
    unattributed: 'Ohne Zahlung, außerdem',
    entries: 'Ihre Buchungen',
    noEntries: 'Eine frühere Version hat sie aus Zahlungen gebildet.',
    allPayments: 'Ihre Zahlungen ansehen',
    amount: 'Betrag',
    period: 'Zeitraum',
    from: 'Von',
    until: 'Bis',
    method: 'Wie',
    methods: {
      direct: 'Die Zahler sendeten es an die Wallet',
      deposit: 'Es wird von den Adressen der Zahlungen zur Wallet gesammelt',
    },
    destination: 'Wallet',
    route: 'Umtausch',
    fee: 'Kosten des Sendens',
    failure: 'Warum sie scheiterte',
    created: 'Angelegt',
    completed: 'Abgeschlossen',
  },
  conversion: {
    title: 'Umtausch',
    status: {
      waiting: 'Wartet',
      burned: 'Verbrannt',
      attested: 'Bestätigt',
      delivered: 'Zugestellt',
      released: 'Nicht umgetauscht',
      failed: 'Gescheitert',
    },
    meanings: {
      waiting: 'Das Geld ist unterwegs und noch nicht verbrannt.',
      burned: 'Das Geld ist auf seinem Netzwerk verbrannt. Es wartet auf die Signatur von Circle.',
      attested: 'Circle hat signiert. Das Geld wartet darauf, auf dem anderen Netzwerk neu zu entstehen.',
      delivered: 'Das Geld ist endgültig in Ihrer Wallet auf dem anderen Netzwerk.',
      released:
        'Mindestens ein Teil konnte nicht umgetauscht werden. Er ist in Ihrer Wallet auf dem Netzwerk, auf dem er war.',
      failed: 'Kein Geld hat das Konto des Umtauschs erreicht.',
    },
    sent: 'Gesendet',
    received: 'Angekommen',
    fee: 'Kosten des Wegs',
    network: 'Auf das Netzwerk',
    wallet: 'An die Wallet',
    account: 'Über das Konto',
    transactions: 'Transaktionen',
    deliver: {
      title: 'Selbst zustellen',
      hint: (network) =>
        `Dieser Server stellt zu, sobald sein Schlüssel auf ${network} Gas bezahlen kann. Mit diesem Aufruf kann es auch jedes andere Konto. Das Geld kann nur in Ihre Wallet gehen.`,
    },
    release: {
      title: 'Ohne Umtausch nehmen',
      hint: (network) =>
        `Ihre Wallet auf ${network} kann mit diesem Aufruf nehmen, was noch nicht verbrannt ist. Es wird dann nicht umgetauscht.`,
    },
    call: { from: 'Absender', contract: 'Vertrag', function: 'Funktion', data: 'Daten' },
  },
}
