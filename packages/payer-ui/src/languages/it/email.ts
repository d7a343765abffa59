import type { EmailTexts } from '../../wallet-texts.ts'

export const texts: EmailTexts = {
  language: 'it',
  label: 'E-mail per la ricevuta (facoltativa)',
  submit: 'Inviami la ricevuta',
  done: 'Ti invieremo la ricevuta via e-mail quando il pagamento sarà completato.',
  invalid: 'Questo non è un indirizzo e-mail.',
  failed: 'Non ha funzionato. Riprova.',
}
