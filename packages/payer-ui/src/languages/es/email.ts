import type { EmailTexts } from '../../wallet-texts.ts'

export const texts: EmailTexts = {
  language: 'es',
  label: 'Correo para su recibo (opcional)',
  submit: 'Enviarme el recibo',
  done: 'Le enviaremos el recibo por correo cuando se complete el pago.',
  invalid: 'Esto no es una dirección de correo.',
  failed: 'No ha funcionado. Inténtelo de nuevo.',
}
