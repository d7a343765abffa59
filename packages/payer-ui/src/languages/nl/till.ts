import type { TillTexts } from '../../page-texts.ts'

export const texts: TillTexts = {
  show: 'Code tonen',
  paid: 'Betaald',
  next: 'Volgende betaling',
  erase: 'Laatste cijfer wissen',
  closed: ({ merchant }) => `Alleen mensen die betalingen voor ${merchant} mogen aannemen, kunnen deze kassa openen.`,
  signIn: 'Inloggen',
}
