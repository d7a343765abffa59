import type { ExchangeTexts } from '../../exchange.ts'
import type { Sum } from '../../payment-texts.ts'

const inWords = ({ amount, coin, network }: Sum) => `${amount} ${coin} sur le réseau ${network}`

export const texts: ExchangeTexts = {
  language: 'fr',
  switch:
    'Les frais des plateformes changent le montant, et ici il doit être exact. N’importe quel montant convient avec :',
  network: (terms) => `Choisissez ${terms.exchangeNetwork} comme réseau du retrait`,
  amount: (terms) => `Fixez le montant pour que, frais de la plateforme déduits, exactement ${inWords(terms)} arrivent`,
  note: {
    amount: 'Si la plateforme ne peut pas le faire au dernier chiffre près, utilisez plutôt votre propre portefeuille.',
    memo: 'N’oubliez pas le mémo : sans lui, nous ne pouvons pas reconnaître votre paiement.',
    address: 'Si moins arrive, cette page demandera le reste.',
  },
  time: (terms) =>
    `Les plateformes mettent de 2 à 60 minutes. L’argent qui arrive plus tard n’est pas perdu, mais ${terms.merchant} doit l’accepter à la main.`,
}
