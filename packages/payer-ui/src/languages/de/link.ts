import type { LinkTexts } from '../en/link.ts'

export const texts: LinkTexts = {
  price: 'Sie zahlen',
  amountLabel: ({ currency }) => `Betrag in ${currency}`,
  bounds: ({ minimum, maximum }) => (maximum === null ? `Mindestens ${minimum}` : `Von ${minimum} bis ${maximum}`),
  refused: ({ minimum, maximum }) =>
    maximum === null
      ? `Bitte geben Sie einen Betrag von mindestens ${minimum} ein, zum Beispiel 12,50.`
      : `Bitte geben Sie einen Betrag von ${minimum} bis ${maximum} ein, zum Beispiel 12,50.`,
  payIn: ({ coin, network }) => `Sie zahlen mit ${coin} auf ${network}.`,
  choice: 'Die Währung der Zahlung wählen Sie im nächsten Schritt.',
  pay: 'Zahlen',
  again: 'Noch einmal zahlen',
  failed: ({ merchant }) =>
    `Im Moment ist keine Zahlung möglich. Bitte versuchen Sie es später noch einmal, oder wenden Sie sich an ${merchant}.`,
  closed: {
    inactive: 'Dieser Zahlungslink ist ausgeschaltet',
    expired: 'Dieser Zahlungslink ist abgelaufen',
    exhausted: 'Dieser Zahlungslink ist aufgebraucht',
  },
  ask: ({ merchant }) =>
    `Wenn Sie noch zahlen möchten, bitten Sie ${merchant} um einen neuen Link und nennen Sie die Referenz unten.`,
  notFoundTitle: 'Zahlungslink nicht gefunden',
  notFound: 'Bitte prüfen Sie die Adresse, oder fragen Sie den Absender nach einem neuen Link.',
  scan: 'Zum Zahlen scannen',
}
