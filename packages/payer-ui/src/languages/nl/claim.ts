import type { ClaimTexts, FoundMoney } from '../../wallet-texts.ts'

const inWords = ({ amount, coin, network }: FoundMoney) => `${amount} ${coin} op ${network}`

export const texts: ClaimTexts = {
  language: 'nl',
  ask: ({ network }) =>
    `Plak de transactie-ID uit uw wallet of exchange, of een link ernaar. We zoeken haar op ${network}.`,
  unnamed: (found, time) =>
    `Om ${time} is ${inWords(found)} binnengekomen zonder vermelding van een betaling. Hebt u dat verstuurd?`,
  label: 'Transactie-ID',
  invalid: 'Dit is geen transactie-ID. Die heeft 64 letters en cijfers, soms na 0x.',
  found: (terms) =>
    `We hebben ${inWords(terms)} gevonden. Hebt u dit verstuurd? Onderteken een bericht met het account waar het vandaan kwam, dan telt het voor deze betaling. Ondertekenen verplaatst geen geld en kost niets.`,
  sign: (wallet) => `Ondertekenen met ${wallet}`,
  browserWallet: 'Browserwallet',
  none: ({ account }) => `Deze browser heeft geen wallet. Open deze pagina in een browser met het account ${account}.`,
  exchange: ({ merchant }) =>
    `Heeft een exchange het voor u verstuurd? Neem dan contact op met ${merchant} en noem de referentie hieronder.`,
  signing: ({ wallet }) => `Onderteken het bericht in ${wallet}. Houd deze pagina open.`,
  problems: {
    rejected: () => 'U hebt geweigerd in de wallet. Er is niets veranderd; u kunt het opnieuw proberen.',
    account: ({ account }) =>
      `Het geld kwam van het account ${account}. Kies dat account in uw wallet en probeer het opnieuw.`,
    refused: ({ merchant }) =>
      `Een handtekening kan dit niet oplossen. Uw geld is niet verloren: neem contact op met ${merchant} en noem de referentie hieronder.`,
    failed: () => 'We hebben geen antwoord gekregen. Controleer uw wallet en uw verbinding en probeer het opnieuw.',
  },
}
