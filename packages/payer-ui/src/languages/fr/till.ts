import type { TillTexts } from '../../page-texts.ts'

export const texts: TillTexts = {
  show: 'Afficher le code',
  paid: 'Payé',
  next: 'Paiement suivant',
  erase: 'Effacer le dernier chiffre',
  closed: ({ merchant }) => `Seules les personnes autorisées à encaisser pour ${merchant} peuvent ouvrir cette caisse.`,
  signIn: 'Se connecter',
}
