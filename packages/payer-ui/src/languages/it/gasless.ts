import type { GaslessTexts, PanelTerms } from '../../wallet-texts.ts'

const inWords = ({ amount, coin, network }: PanelTerms) => `${amount} ${coin} sulla rete ${network}`

export const texts: GaslessTexts = {
  messages: {
    ready: (terms) => [
      'Pagare senza commissione di rete',
      `Firmi ${inWords(terms)} in ${terms.wallet}. La commissione della rete la paghiamo noi: non Le serve ${terms.currency}.`,
    ],
    signing: (terms) => [
      `Firmi in ${terms.wallet}`,
      `Firmi lì esattamente ${inWords(terms)}. Non si aggiunge alcuna commissione. Tenga aperta questa pagina.`,
    ],
    relaying: ({ network }) => [
      `Firmato. In attesa di ${network}`,
      'Per favore, non paghi di nuovo: stiamo inviando il Suo pagamento, che apparirà qui tra un momento.',
    ],
    ungiven: ({ currency }) => [
      'Ora la commissione non può essere pagata per Lei',
      `Non è stato inviato nulla. Può pagare nel modo consueto; la commissione della rete viene allora pagata in ${currency} dal Suo account.`,
    ],
    unsignable: ({ coin, network, currency }) => [
      'Questo account deve pagare la commissione',
      `Da questo account non si può pagare così in ${coin} sulla rete ${network}. Non è stato inviato nulla. Può pagare nel modo consueto, con una commissione in ${currency}, o con un altro account.`,
    ],
    unrelayed: ({ currency }) => [
      'Non è stato possibile inviare il pagamento per Lei',
      `Ciò che ha firmato non è stato eseguito e dal Suo account non è stato prelevato nulla. Paghi nel modo consueto, con una commissione in ${currency}.`,
    ],
    unanswered: () => [
      'Il server di pagamento non risponde',
      'Non si sa se la Sua firma sia arrivata. Riprovi: firmare di nuovo non può pagare due volte.',
    ],
  },
  withoutGas: 'Pagare senza commissione di rete',
  ownGas: 'Pago io la commissione',
}
