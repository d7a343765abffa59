import type { LinkTexts } from '../en/link.ts'

export const texts: LinkTexts = {
  price: 'Vous payez',
  amountLabel: ({ currency }) => `Montant en ${currency}`,
  bounds: ({ minimum, maximum }) => (maximum === null ? `Au moins ${minimum}` : `De ${minimum} à ${maximum}`),
  refused: ({ minimum, maximum }) =>
    maximum === null
      ? `Veuillez indiquer un montant d’au moins ${minimum}, par exemple 12,50.`
      : `Veuillez indiquer un montant de ${minimum} à ${maximum}, par exemple 12,50.`,
  payIn: ({ coin, network }) => `Vous payez en ${coin} sur ${network}.`,
  choice: 'Vous choisirez la monnaie à l’étape suivante.',
  pay: 'Payer',
  again: 'Effectuer un autre paiement',
  failed: ({ merchant }) =>
    `Aucun paiement n’est possible pour le moment. Veuillez réessayer plus tard ou contacter ${merchant}.`,
  closed: {
    inactive: 'Ce lien de paiement est désactivé',
    expired: 'Ce lien de paiement a expiré',
    exhausted: 'Ce lien de paiement est épuisé',
  },
  ask: ({ merchant }) =>
    `Si vous souhaitez encore payer, demandez un nouveau lien à ${merchant} en indiquant la référence ci-dessous.`,
  notFoundTitle: 'Lien de paiement introuvable',
  notFound: 'Veuillez vérifier l’adresse, ou demander un nouveau lien à son expéditeur.',
  scan: 'Scannez pour payer',
}
