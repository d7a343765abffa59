import type { ExchangeTexts } from '../../exchange.ts'
import type { Sum } from '../../payment-texts.ts'

const inWords = ({ amount, coin, network }: Sum) => `${amount} ${coin} über das ${network}-Netzwerk`

export const texts: ExchangeTexts = {
  language: 'de',
  switch: 'Börsengebühren verändern den Betrag, und hier muss er genau stimmen. Jeder Betrag geht mit:',
  network: (terms) => `Wählen Sie ${terms.exchangeNetwork} als Netzwerk der Auszahlung`,
  amount: (terms) => `Wählen Sie den Betrag so, dass nach Abzug der Börsengebühr genau ${inWords(terms)} ankommen`,
  note: {
    amount: 'Kann die Börse das nicht auf die letzte Stelle genau, verwenden Sie stattdessen eine eigene Wallet.',
    memo: 'Lassen Sie das Memo nicht weg: Ohne Memo können wir die Zahlung nicht zuordnen.',
    address: 'Kommt weniger an, zeigt diese Seite den Rest an.',
  },
  time: (terms) =>
    `Börsen brauchen 2 bis 60 Minuten. Geld, das später ankommt, ist nicht verloren; ${terms.merchant} muss es aber von Hand annehmen.`,
}
