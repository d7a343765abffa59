import type { ExchangeTexts } from '../../exchange.ts'
import type { Sum } from '../../payment-texts.ts'

const inWords = ({ amount, coin, network }: Sum) => `${amount} ${coin} sulla rete ${network}`

export const texts: ExchangeTexts = {
  language: 'it',
  switch: 'Le commissioni degli exchange cambiano l’importo, e qui deve essere esatto. Qualsiasi importo va bene con:',
  network: (terms) => `Scelga ${terms.exchangeNetwork} come rete del prelievo`,
  amount: (terms) =>
    `Imposti l’importo in modo che, tolta la commissione dell’exchange, arrivino esattamente ${inWords(terms)}`,
  note: {
    amount: 'Se l’exchange non può farlo fino all’ultima cifra, usi invece un proprio wallet.',
    memo: 'Non ometta il memo: senza non possiamo riconoscere il Suo pagamento.',
    address: 'Se arriva meno, questa pagina chiederà il resto.',
  },
  time: (terms) =>
    `Gli exchange impiegano da 2 a 60 minuti. Il denaro che arriva dopo non è perso, ma ${terms.merchant} deve accettarlo a mano.`,
}
