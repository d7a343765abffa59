import type { TillTexts } from '../../page-texts.ts'

export const texts: TillTexts = {
  show: 'Mostra il codice',
  paid: 'Pagato',
  next: 'Pagamento successivo',
  erase: 'Cancella l’ultima cifra',
  closed: ({ merchant }) => `Solo chi può incassare per ${merchant} può aprire questa cassa.`,
  signIn: 'Accedi',
}
