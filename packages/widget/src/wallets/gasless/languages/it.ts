import type { GaslessTexts, PanelTerms } from '../../texts.ts'

const inWords = ({ amount, coin, network }: PanelTerms) => `${amount} ${coin} sulla rete ${network}`

export const texts: GaslessTexts = {
  messages: {
    ready: (terms) => [
      'Pagare senza gas?',
      `Firmi ${inWords(terms)} in ${terms.wallet} e la commissione della rete viene pagata per Lei: non Le serve ${terms.currency}.`,
    ],
    signing: (terms) => [
      `Firmi in ${terms.wallet}`,
      `Firmi lì esattamente ${inWords(terms)}. Non si aggiunge alcuna commissione. Tenga aperta questa pagina.`,
    ],
    relaying: ({ network }) => [
      'Firmato. Per favore, non paghi di nuovo',
      `Il pagamento viene inviato per Lei e apparirà qui non appena sarà sulla rete ${network}.`,
    ],
    ungiven: ({ currency }) => [
      'Ora la commissione non può essere pagata per Lei',
      `Non è stato inviato nulla. Può pagare nel modo consueto; la commissione della rete viene allora pagata in ${currency} dal Suo account.`,
    ],
    unsignable: ({ coin, network, currency }) => [
      'Questo account non può pagare senza gas',
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
  withoutGas: 'Paga senza gas',
  ownGas: 'Pago io la commissione',
}
