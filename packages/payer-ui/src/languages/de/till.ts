import type { TillTexts } from '../../page-texts.ts'

export const texts: TillTexts = {
  show: 'Code anzeigen',
  paid: 'Bezahlt',
  next: 'Nächste Zahlung',
  erase: 'Letzte Ziffer löschen',
  closed: ({ merchant }) => `Diese Kasse können nur Personen öffnen, die Zahlungen für ${merchant} annehmen dürfen.`,
  signIn: 'Anmelden',
}
