import type { TillTexts } from '../../page-texts.ts'

export const texts: TillTexts = {
  show: 'Pokaż kod',
  paid: 'Zapłacono',
  next: 'Następna płatność',
  erase: 'Usuń ostatnią cyfrę',
  closed: ({ merchant }) => `Tę kasę mogą otworzyć tylko osoby, które mogą przyjmować płatności dla ${merchant}.`,
  signIn: 'Zaloguj się',
}
