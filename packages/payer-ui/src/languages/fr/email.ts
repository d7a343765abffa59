import type { EmailTexts } from '../../wallet-texts.ts'

export const texts: EmailTexts = {
  language: 'fr',
  label: 'E-mail pour votre reçu (facultatif)',
  submit: 'M’envoyer le reçu',
  done: 'Nous vous enverrons le reçu par e-mail une fois le paiement terminé.',
  invalid: 'Ce n’est pas une adresse e-mail.',
  failed: 'Cela n’a pas fonctionné. Veuillez réessayer.',
}
