import type { GaslessTexts, PanelTerms } from '../../wallet-texts.ts'

const inWords = ({ amount, coin, network }: PanelTerms) => `${amount} ${coin} sur le réseau ${network}`

export const texts: GaslessTexts = {
  messages: {
    ready: (terms) => [
      'Payer sans frais de réseau',
      `Signez ${inWords(terms)} dans ${terms.wallet}. Nous payons les frais du réseau : vous n’avez pas besoin de ${terms.currency}.`,
    ],
    signing: (terms) => [
      `Signez dans ${terms.wallet}`,
      `Signez-y exactement ${inWords(terms)}. Aucuns frais ne s’y ajoutent. Gardez cette page ouverte.`,
    ],
    relaying: ({ network }) => [
      `Signé. En attente de ${network}`,
      'Veuillez ne pas payer de nouveau : nous envoyons votre paiement, qui apparaîtra ici dans un instant.',
    ],
    ungiven: ({ currency }) => [
      'Les frais ne peuvent pas être payés pour vous maintenant',
      `Rien n’a été envoyé. Vous pouvez payer de la manière habituelle ; les frais du réseau sont alors payés en ${currency} depuis votre compte.`,
    ],
    unsignable: ({ coin, network, currency }) => [
      'Ce compte doit payer les frais',
      `Ce compte ne permet pas de payer ainsi en ${coin} sur le réseau ${network}. Rien n’a été envoyé. Vous pouvez payer de la manière habituelle, avec des frais en ${currency}, ou avec un autre compte.`,
    ],
    unrelayed: ({ currency }) => [
      'Le paiement n’a pas pu être envoyé pour vous',
      `Ce que vous avez signé n’a pas été exécuté et rien n’a été prélevé sur votre compte. Veuillez payer de la manière habituelle, avec des frais en ${currency}.`,
    ],
    unanswered: () => [
      'Le serveur de paiement ne répond pas',
      'On ignore si votre signature est arrivée. Veuillez réessayer : signer de nouveau ne peut pas payer deux fois.',
    ],
  },
  withoutGas: 'Payer sans frais de réseau',
  ownGas: 'Payer les frais moi-même',
}
