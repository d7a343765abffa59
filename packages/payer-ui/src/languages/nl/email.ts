import type { EmailTexts } from '../../wallet-texts.ts'

export const texts: EmailTexts = {
  language: 'nl',
  label: 'E-mail voor je betaalbewijs (optioneel)',
  submit: 'Stuur me het betaalbewijs',
  done: 'We mailen je het betaalbewijs zodra de betaling is voltooid.',
  invalid: 'Dit is geen e-mailadres.',
  failed: 'Dat is niet gelukt. Probeer het opnieuw.',
}
