import type { OverTexts, ReceiptMailTexts, ReceiptTexts, RefundTexts, TestPanelTexts, TillTexts } from '../en/pages.ts'

export const refundTexts: RefundTexts = {
  addressPage: {
    title: 'Ihre Rückzahlung',
    amountLabel: 'Sie erhalten zurück',
    ask: ({ coin, network }) =>
      `Geben Sie die ${network}-Adresse ein, die ${coin} erhalten soll: die einer eigenen Wallet oder die Einzahlungsadresse, die Ihre Börse für ${coin} auf ${network} anzeigt. Die Adresse, von der eine Börse gezahlt hat, gehört nicht Ihnen.`,
    warning:
      'Sie können das später nicht ändern, und an eine falsche Adresse gesendetes Geld ist verloren. Bitte prüfen Sie jedes Zeichen.',
    addressLabel: ({ network }) => `${network}-Adresse`,
    memoLabel: 'Memo, falls Ihre Börse eines verlangt',
    paste: 'Einfügen',
    useWallet: ({ wallet }) => `Meine Adresse aus ${wallet} nehmen`,
    submit: 'Weiter',
    check: ({ coin, network }) => `Ist das Ihre Adresse für ${coin} auf ${network}?`,
    confirm: 'Ja, dorthin senden',
    correct: 'Nein, korrigieren',
    invalid: ({ network }) =>
      `An diese Adresse kann auf ${network} nichts gesendet werden. Bitte prüfen Sie jedes Zeichen.`,
    cannotReceive: ({ coin, network }) =>
      `Dieses Konto kann derzeit kein ${coin} auf ${network} empfangen. Bitte verwenden Sie ein anderes.`,
    memoMissing:
      'Dieses Konto verlangt ein Memo: Geben Sie das ein, das Ihre Börse zusammen mit der Adresse anzeigt. Ohne Memo könnte das Geld Ihnen nicht zugeordnet werden.',
    addressSaved: ({ merchant }) => `Die Adresse ist erfasst. ${merchant} sendet das Geld; es erscheint dann hier.`,
    submitted: ({ network }) => `Das Geld ist auf ${network} und wird gerade bestätigt.`,
    completed: 'Das Geld wurde an diese Adresse gesendet.',
    closed: ({ merchant }) =>
      `Diese Rückzahlung ist nicht mehr offen. Bitte wenden Sie sich an ${merchant} und nennen Sie die Referenz unten.`,
  },
  signingPage: {
    title: 'Rückzahlung signieren',
    amountLabel: 'Zu senden',
    ask: ({ amount, coin, network }) =>
      `Senden Sie genau ${amount} ${coin} auf ${network} von der unten genannten Wallet an die unten genannte Adresse: Die Rückzahlung ist abgeschlossen, sobald ${network} die Überweisung bestätigt hat.`,
    once: 'Signieren Sie nur einmal: Eine zweite Überweisung würde doppelt zahlen.',
    unswept:
      'Geld dieser Zahlung liegt noch auf deren eigener Adresse: Es kommt mit der nächsten Abrechnung in diese Wallet. Bis dahin muss die Wallet den Betrag anderswoher haben.',
    openWallet: 'In einer Wallet öffnen',
    from: 'Von Ihrer Wallet',
    to: 'An',
    contract: 'Vertrag des Coins',
    closedTitle: 'Keine Signatur nötig',
    closed: 'Bitte senden Sie nichts. Sie können diese Seite schließen.',
    script: {
      signWith: 'Signieren mit',
      browserWallet: 'einer Wallet in diesem Browser',
      none: 'In diesem Browser wurde keine Wallet gefunden. Senden Sie von Hand, genau wie hier gezeigt.',
      account: 'Die Wallet ist nicht auf dem Konto, das zahlen soll: Wählen Sie es dort und versuchen Sie es erneut.',
      network: 'Die Wallet ist auf einem anderen Netzwerk. Wählen Sie dort dieses und versuchen Sie es erneut:',
      rejected: 'Die Wallet hat abgelehnt. Es wurde nichts gesendet.',
      insufficient: 'Das Konto hat zu wenig von dem Coin. Es wurde nichts gesendet.',
      failed: 'Das hat nicht geklappt, und es wurde nichts gesendet. Bitte versuchen Sie es erneut.',
      confirm: 'Bitte bestätigen Sie die Überweisung in der Wallet.',
      sent: 'Gesendet:',
      unsure:
        'Eine Wallet wurde bereits darum gebeten. Sehen Sie zuerst dort nach; wurde nichts gesendet, stornieren Sie diese Rückzahlung und legen Sie eine neue an.',
    },
  },
}

export const checkText = 'Nach meiner Zahlung sehen'

export const overTexts: OverTexts = {
  title: 'Diese Seite ist geschlossen',
  detail: 'Was sie gezeigt hat, ist seit einiger Zeit abgeschlossen. Bei Fragen wenden Sie sich bitte an den Shop.',
}

export const testPanelTexts: TestPanelTexts = {
  title: 'Testbereich für Entwickler',
  detail: 'Zahlende sehen ihn nie. Diese Schaltflächen führen echte Überweisungen im lokalen Testnetzwerk aus.',
}

export const tillTexts: TillTexts = {
  show: 'Code anzeigen',
  paid: 'Bezahlt',
  next: 'Nächste Zahlung',
  erase: 'Letzte Ziffer löschen',
  closed: ({ merchant }) => `Diese Kasse können nur Personen öffnen, die Zahlungen für ${merchant} annehmen dürfen.`,
  signIn: 'Anmelden',
}

export const receiptTexts: ReceiptTexts = {
  title: 'Quittung',
  scan: 'Scannen Sie den Code, um diese Quittung zu prüfen.',
  check: 'Diese Quittung prüfen',
  save: 'Signierte Quittung speichern',
  note: {
    payment: 'Diese Quittung belegt die Zahlung. Sie ist keine Rechnung.',
    refund: 'Diese Quittung belegt die Rückzahlung. Sie ist keine Rechnung.',
  },
}

export const receiptMailTexts: ReceiptMailTexts = {
  payment: {
    subject: ({ merchant }) => `Ihre Quittung von ${merchant}`,
    text: ({ amount, merchant }) => `Sie haben ${amount} an ${merchant} bezahlt. Das Geld ist angekommen.`,
  },
  refund: {
    subject: ({ merchant }) => `Ihre Erstattung von ${merchant}`,
    text: ({ amount, merchant }) => `${merchant} hat Ihnen ${amount} erstattet.`,
  },
  order: ({ reference }) => `Bestellung: ${reference}`,
  link: 'Ihre Quittung finden Sie hier:',
  attached:
    'Die signierte Quittung hängt an. Bewahren Sie sie auf: Jeder kann sie prüfen, auch wenn es diese Seite nicht mehr gibt.',
  reason: 'Sie bekommen diese E-Mail, weil diese Adresse bei der Zahlung angegeben wurde.',
  sandbox: 'Dies ist ein Test: Es floss kein echtes Geld.',
}
