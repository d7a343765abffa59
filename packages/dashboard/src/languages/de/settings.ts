import type { Texts } from '../en/index.ts'

export const settings: Texts['settings'] = {
  shop: {
    title: 'Was Zahler sehen',
    reason: 'In Sandbox und Produktion dasselbe.',
    name: 'Name des Shops',
    logo: 'Logo',
    logoHint: 'Eine Datei im Format PNG, WebP oder JPEG mit höchstens 100 KiB.',
    removeLogo: 'Logo entfernen',
    tooLarge: 'Diese Datei ist zu groß: höchstens 100 KiB.',
    ownColour: 'Eine eigene Farbe verwenden',
    colour: 'Farbe',
    colourHint:
      'Knöpfe bekommen diese Farbe. Wo sie Text ist, wird sie so dunkel oder hell gemacht, dass man sie lesen kann.',
    supportEmail: 'E-Mail-Adresse für Zahler, die Hilfe brauchen',
    supportUrl: 'Webseite für Zahler, die Hilfe brauchen',
    preview: 'So wird die Zahlungsseite aussehen',
    light: 'Am Tag',
    dark: 'In der Nacht',
    pay: 'Mit einer Wallet zahlen',
    other: 'Anders zahlen',
    save: 'Speichern, was Zahler sehen',
  },
  wallets: {
    title: 'Ihre Wallets',
    reason:
      'Wohin das Geld geht. Zahlungen aus dem Formular, Zahlungslinks und die Kasse verwenden diese Wallets, ebenso die Coins und Netzwerke, die Zahler wählen.',
    onNetwork: (network) => `Auf ${network}`,
    hint: 'Nur eine Adresse, von der Sie selbst senden können. Auf der Adresse einer Börse kann Geld verloren gehen.',
    none: 'Hier ist kein Netzwerk eingerichtet.',
    save: 'Wallets speichern',
    check: {
      title: (network) => `Ist das Ihre Wallet für ${network}?`,
      reason: 'Ab jetzt geht Geld an diese Adresse:',
      signReason:
        'In diesem Browser ist eine Wallet. Ihre Signatur beweist, dass die Adresse Ihnen gehört. Sie bewegt kein Geld.',
      sign: 'Mit der Wallet signieren',
      declined: 'Die Wallet hat nicht signiert. Versuchen Sie es noch einmal, oder tippen Sie das Ende ein.',
      otherWallet:
        'Die Wallet in diesem Browser zeigt eine andere Adresse. Wählen Sie in ihr das richtige Konto, oder tippen Sie das Ende ein.',
      proven: 'Die Wallet hat signiert: Die Adresse gehört Ihnen.',
      ending: (count) => `Die letzten ${count} Zeichen der Adresse`,
      endingHint: 'Lesen Sie sie in Ihrer Wallet ab, nicht auf dieser Seite.',
      wrongEnding: 'So endet die Adresse nicht. Vergleichen Sie sie ganz mit Ihrer Wallet.',
      submit: 'Diese Wallet verwenden',
      unchanged: 'Nichts wurde gespeichert: Eine neue Wallet wurde nicht geprüft.',
    },
  },
  region: {
    title: 'Uhr und Währung',
    reason: 'Tage, Zeiträume und Seiten folgen dieser Zeitzone. Die Zeiten der API bleiben in UTC.',
    timeZone: 'Zeitzone des Shops',
    timeZoneHint: 'Eine Änderung gilt ab jetzt. Zeiträume, die zu Ende sind, bleiben, wie sie sind.',
    unset: 'Noch keine: UTC',
    currencyHint: 'Kasse und Formulare beginnen mit ihr.',
    save: 'Uhr und Währung speichern',
    question: {
      title: 'Wo ist Ihr Shop?',
      reason: 'Tage und Abrechnungszeiträume folgen ab jetzt dieser Zeitzone, in der Sandbox und in der Produktion.',
      submit: 'Übernehmen',
      later: 'Später',
    },
  },
  settlement: {
    title: 'Abrechnungen',
    reason: 'Eine Abrechnung fasst die Zahlungen eines Zeitraums zusammen, für Ihre Bücher.',
    currency: 'Coin, in dem Sie abrechnen wollen',
    currencyHint:
      'Noch wird nichts umgetauscht: Jeder Coin wird so abgerechnet, wie er ankam, was immer Sie hier wählen.',
    frequency: 'Einen Zeitraum abschließen',
    frequencies: { daily: 'Jeden Tag', weekly: 'Jede Woche', monthly: 'Jeden Monat', manual: 'Nur von Hand' },
    weekday: 'Am',
    weekdays: {
      monday: 'Montag',
      tuesday: 'Dienstag',
      wednesday: 'Mittwoch',
      thursday: 'Donnerstag',
      friday: 'Freitag',
      saturday: 'Samstag',
      sunday: 'Sonntag',
    },
    dayOfMonth: 'Am Tag',
    dayHint: 'Kürzere Monate verwenden ihren letzten Tag.',
    time: 'Um',
    timeZone: 'Zeitzone dieser Uhrzeit',
    shopZone: 'Die Zeitzone des Shops',
    save: 'Abrechnungen speichern',
  },
  rules: {
    title: 'Regeln für Zahlungen',
    reason:
      'Für verspätetes und fehlendes Geld behalten Zahlungen die Regeln, mit denen sie erstellt wurden. Was Zahler sagen dürfen, ändert sich sofort.',
    latePayments: 'Geld, das nach dem Ende kommt',
    late: {
      review: 'Mir zeigen, ich entscheide',
      accept: 'Schließt die Zahlung ab, wenn es innerhalb von 24 Stunden kommt',
    },
    tolerance: 'Prozent des Betrags, die fehlen dürfen',
    toleranceHint: (most, own) => `Höchstens ${most}. Die Regel des Servers ist ${own}.`,
    claims: 'Zahler, die sagen, dass sie gezahlt haben',
    claim: {
      on: 'Dürfen die Transaktion nennen und signieren',
      off: 'Werden gebeten, sich an Sie zu wenden',
    },
    claimsOff: 'Der Betreiber des Servers hat bestimmt, dass Zahler keine Transaktionen nennen können.',
    save: 'Regeln speichern',
  },
  receipts: {
    title: 'Quittungen an Kunden',
    reason:
      'Kunden bekommen die signierte Quittung per E-Mail, wenn ihre Zahlung abgeschlossen ist und wenn sie erstattet wird. Dafür braucht der Server einen Mailserver.',
    customerReceipts: 'Quittungen per E-Mail',
    choices: { off: 'Keine', given: 'An die Adressen, die Ihr Shop angibt', asked: 'Auch die Zahlungsseite fragt' },
    days: 'Tage, nach denen eine Adresse gelöscht wird',
    daysHint: 'Von 1 bis 730. Wählen Sie keine Quittungen, werden alle Adressen sofort gelöscht.',
    save: 'Quittungen speichern',
  },
  notifications: {
    title: 'E-Mails an Sie',
    reason: (email) =>
      `Was ${email} zu diesem Shop in dieser Umgebung per E-Mail bekommt. Höchstens 30 in einer Stunde. Andere wählen selbst.`,
    kinds: {
      payment_completed: 'Eine Zahlung ist abgeschlossen',
      money_to_check: 'Geld kam zu spät oder passt zu keiner Zahlung',
      refund_to_sign: 'Eine Erstattung ist zu signieren',
      webhook_failing: 'Zustellungen an einen Webhook schlagen fehl, oder er wurde abgeschaltet',
      monthly_report:
        'Der Bericht jedes Monats am Ersten des nächsten: was ankam und zurückging, Gebühren, was offen ist',
    },
    address: {
      unconfirmed: (email) => `${email} ist noch nicht bestätigt. Bis dahin wird nichts dorthin gesendet.`,
      send: 'Code senden',
      sent: (time) =>
        `Am ${time} wurde ein Code dorthin gesendet. Er gilt eine halbe Stunde. Sehen Sie auch im Spam-Ordner nach.`,
      isSent: 'Ein Code ist unterwegs.',
      code: 'Code',
      confirm: 'Bestätigen',
      again: 'Neuen Code senden',
      confirmed: 'Ihre Adresse ist bestätigt.',
    },
    unavailable:
      'Dieser Server sendet noch keine E-Mails. Sein Betreiber kann in der Konfiguration einen Mailserver nennen:',
    save: 'E-Mails speichern',
  },
  policy: {
    title: 'Was der Betreiber bestimmt',
    reason: 'Diese Regeln stehen in der Konfiguration des Servers. Wer ihn betreibt, kann sie ändern.',
    minTransfer: 'Kleinere Überweisungen werden nur zusammengezählt',
    retention: 'Ereignisse und Zustellungen werden aufbewahrt',
    days: (count) => (count === 1 ? 'einen Tag' : `${count} Tage`),
  },
}
