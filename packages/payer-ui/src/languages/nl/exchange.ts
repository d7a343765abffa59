import type { ExchangeTexts } from '../../exchange.ts'
import type { Sum } from '../../payment-texts.ts'

const inWords = ({ amount, coin, network }: Sum) => `${amount} ${coin} via het ${network}-netwerk`

export const texts: ExchangeTexts = {
  language: 'nl',
  switch: 'Kosten van exchanges veranderen het bedrag, en hier moet het precies kloppen. Elk bedrag kan met:',
  network: (terms) => `Kies ${terms.exchangeNetwork} als netwerk van de opname`,
  amount: (terms) =>
    `Stel het bedrag zo in dat er na aftrek van de kosten van de exchange precies ${inWords(terms)} aankomt`,
  note: {
    amount: 'Kan de exchange dat niet tot op het laatste cijfer, gebruik dan een eigen wallet.',
    memo: 'Laat de memo niet weg: zonder memo herkennen wij uw betaling niet.',
    address: 'Komt er minder aan, dan vraagt deze pagina om de rest.',
  },
  time: (terms) =>
    `Exchanges doen er 2 tot 60 minuten over. Geld dat later aankomt is niet verloren, maar ${terms.merchant} moet het met de hand accepteren.`,
}
