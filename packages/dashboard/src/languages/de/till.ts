import type { Texts } from '../en/index.ts'

export const till: Texts['till'] = {
  amount: 'Betrag',
  keypad: 'Ziffernblock',
  clear: 'Löschen',
  back: 'Letzte Ziffer löschen',
  take: 'Kassieren',
  settings: 'Währung und Coin',
  scan: 'Zum Zahlen scannen',
  code: 'Ein QR-Code der Seite des Zahlers',
  waiting: 'Wartet auf die Zahlung …',
  partly: (missing) => `Ein Teil ist da. Es fehlen ${missing}.`,
  processing: 'Das Geld ist unterwegs. Einen Moment …',
  paid: 'Bezahlt',
  ended: 'Nicht bezahlt',
  endedHint: 'Die Zeit ist um, oder die Zahlung wurde abgebrochen.',
  next: 'Nächster Kunde',
  cancel: 'Abbrechen',
  seePayment: 'Zahlung ansehen',
  outside: (minimum, maximum) =>
    maximum === '' ? `Geben Sie mindestens ${minimum} ein.` : `Geben Sie ${minimum} bis ${maximum} ein.`,
  linkClosed: 'Dieser Link legt jetzt keine Zahlungen an.',
  linkElsewhere: 'Dieser Link gehört zur anderen Umgebung.',
  leaveLink: 'Ohne den Link',
}
