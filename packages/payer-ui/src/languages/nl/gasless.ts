import type { GaslessTexts, PanelTerms } from '../../wallet-texts.ts'

const inWords = ({ amount, coin, network }: PanelTerms) => `${amount} ${coin} via het ${network}-netwerk`

export const texts: GaslessTexts = {
  messages: {
    ready: (terms) => [
      'Betalen zonder netwerkkosten',
      `Onderteken ${inWords(terms)} in ${terms.wallet}. Wij betalen de netwerkkosten: u hebt geen ${terms.currency} nodig.`,
    ],
    signing: (terms) => [
      `Onderteken in ${terms.wallet}`,
      `Onderteken daar precies ${inWords(terms)}. Er komen geen kosten bij. Houd deze pagina open.`,
    ],
    relaying: ({ network }) => [
      `Ondertekend. Wachten op ${network}`,
      'Betaal niet nog een keer: we versturen uw betaling en ze verschijnt hier zo.',
    ],
    ungiven: ({ currency }) => [
      'De kosten kunnen nu niet voor u worden betaald',
      `Er is niets verstuurd. U kunt op de gewone manier betalen; de netwerkkosten worden dan in ${currency} van uw rekening betaald.`,
    ],
    unsignable: ({ coin, network, currency }) => [
      'Deze rekening moet de kosten zelf betalen',
      `Vanaf deze rekening kan ${coin} op het ${network}-netwerk niet zo worden betaald. Er is niets verstuurd. U kunt op de gewone manier betalen, met kosten in ${currency}, of met een andere rekening.`,
    ],
    unrelayed: ({ currency }) => [
      'De betaling kon niet voor u worden verstuurd',
      `Wat u hebt ondertekend is niet uitgevoerd en er is niets van uw rekening afgeschreven. Betaal op de gewone manier, met kosten in ${currency}.`,
    ],
    unanswered: () => [
      'De betaalserver antwoordt niet',
      'Het is niet bekend of uw handtekening is aangekomen. Probeer het opnieuw: nog eens ondertekenen kan niet dubbel betalen.',
    ],
  },
  withoutGas: 'Betalen zonder netwerkkosten',
  ownGas: 'Kosten zelf betalen',
}
