import type { Texts } from '../en/index.ts'

export const overview: Texts['overview'] = {
  coinOn: (coin, network) => `${coin} auf ${network}`,
  payments: (count) => (count === 1 ? '1 Zahlung' : `${count} Zahlungen`),
  others: 'Andere',
  chart: (from, to) => `Eingegangen nach Tagen, vom ${from} bis zum ${to}. Die Zahlen stehen in der Tabelle darunter.`,
  day: (date, sum) => `${date}: ${sum}`,
  received: {
    title: 'Eingegangen',
    period: 'Zeitraum',
    days: (count) => `${count} Tage`,
    afterRefunds: 'nach Erstattungen',
    before: (days) => `${days} Tage davor:`,
    table: 'Als Tabelle zeigen',
    day: 'Tag',
    amount: 'Eingegangen',
    payments: 'Zahlungen',
    none: 'In diesen Tagen wurde keine Zahlung abgeschlossen.',
    noneDetail: 'Zahlungen erscheinen hier, sobald sie endgültig sind.',
    create: 'Zahlung anlegen',
    daysOf: (zone) => `Tage der Zeitzone ${zone}.`,
  },
  needs: { title: 'Zu erledigen', nothing: 'Nichts zu erledigen.' },
  attention: {
    books: {
      title: 'Die Bücher gehen nicht auf: nichts auszahlen',
      advice: 'Beträge hier weichen von dem ab, was das Netzwerk zeigt. Senden Sie kein Geld, bis das geklärt ist.',
    },
    claimedTransfers: {
      title: 'Zahler sagen, dass sie bezahlt haben',
      advice: 'Sie haben Geld genannt, das zu keiner Zahlung gehört. Prüfen Sie es und ordnen Sie es zu.',
    },
    unattributedTransfers: {
      title: 'Geld ohne Zahlung',
      advice: 'Ordnen Sie es der Zahlung zu, für die es gedacht war.',
    },
    latePayments: {
      title: 'Zahlungen, die nach ihrem Ende bezahlt wurden',
      advice: 'Nehmen Sie das Geld an oder schicken Sie es zurück.',
    },
    underpaidPayments: {
      title: 'Zahlungen, für die zu wenig kam',
      advice: 'Nehmen Sie an, was gekommen ist, oder schicken Sie es zurück.',
    },
    refundsToSign: {
      title: 'Erstattungen zum Unterschreiben',
      advice: 'Das Geld verlässt Ihre Wallet, sobald Sie unterschreiben.',
    },
    refundsToCollect: {
      title: 'Erstattungen ohne Adresse',
      advice: 'Der Zahler hat noch nicht gesagt, wohin das Geld gehen soll.',
    },
    failedSettlements: { title: 'Gescheiterte Abrechnungen', advice: 'Sehen Sie nach, was sie aufgehalten hat.' },
    pendingSettlements: { title: 'Laufende Abrechnungen', advice: 'Das Geld ist unterwegs zu Ihrer Wallet.' },
    disabledWebhooks: {
      title: 'Abgeschaltete Webhooks',
      advice: 'Sie sind zu lange gescheitert. Reparieren Sie den Empfänger und schalten Sie sie wieder ein.',
    },
    failingWebhooks: { title: 'Scheiternde Webhooks', advice: 'Der Empfänger nimmt sie zurzeit nicht an.' },
    failedDeliveries: {
      title: 'Aufgegebene Zustellungen',
      advice: 'Ihr System hat diese Ereignisse der letzten sieben Tage verpasst. Senden Sie sie noch einmal.',
    },
    networks: {
      title: 'Gestörte Netzwerke',
      advice: 'Zahlungen können dort länger dauern. Sehen Sie nach, was fehlt.',
    },
    gas: {
      title: 'Konten, denen Netzwerkgebühren fehlen',
      advice: 'Der Checkout kann kein Geld senden, bis Sie sie auffüllen.',
    },
  },
  checklist: {
    title: 'Richten Sie Ihren Shop ein',
    progress: (done, all) => `${done} von ${all} erledigt`,
    done: 'erledigt',
    dismiss: 'Ausblenden',
  },
  steps: {
    wallet: {
      title: 'Tragen Sie Ihre Wallet ein',
      detail: 'Wohin das Geld geht, für jedes Netzwerk.',
      done: 'Eine Wallet ist eingetragen',
    },
    payment: {
      title: 'Nehmen Sie eine erste Zahlung an',
      detail: 'Legen Sie eine an und bezahlen Sie sie selbst.',
      done: 'Eine Zahlung wurde abgeschlossen',
    },
    key: {
      title: 'Erzeugen Sie einen API-Schlüssel',
      detail: 'Mit ihm legt Ihr Shopsystem Zahlungen an.',
      done: 'Es gibt einen API-Schlüssel',
    },
    webhook: {
      title: 'Richten Sie einen Webhook ein',
      detail: 'Ihr Shopsystem erfährt sofort von jeder Zahlung.',
      done: 'Es gibt einen Webhook',
    },
    logo: { title: 'Fügen Sie Ihr Logo hinzu', detail: 'Zahler sehen, wen sie bezahlen.', done: 'Es gibt ein Logo' },
    support: {
      title: 'Sagen Sie Zahlern, wie man Sie erreicht',
      detail: 'Eine E-Mail-Adresse oder eine Seite für Fragen.',
      done: 'Zahler können Sie erreichen',
    },
    secondWay: {
      title: 'Richten Sie einen zweiten Weg zur Anmeldung ein',
      detail: 'Ein weiterer Passkey oder ein Passwort, falls Sie Ihr Gerät verlieren.',
      done: 'Sie können sich auf zwei Wegen anmelden',
    },
    colleague: {
      title: 'Laden Sie jemanden ein',
      detail: 'Ein zweiter Inhaber hilft, wenn Sie sich nicht mehr anmelden können.',
      done: 'Auch andere können sich anmelden',
    },
  },
  /** Before the first payment. */
  lack: {
    noMethods: 'Hier ist kein Netzwerk eingerichtet',
    noMethodsHint: 'Wer den Server betreibt, kann eines einrichten.',
    noWallets: 'Es ist keine Wallet hinterlegt',
    noWalletsHint:
      'Hinterlegen Sie zuerst die Wallets Ihres Shops in den Einstellungen. Nur dorthin können Sie Zahlungen annehmen.',
    toSettings: 'Zu den Einstellungen',
  },
}
