import type { EmailTexts } from '../../wallet-texts.ts'

export const texts: EmailTexts = {
  language: 'de',
  label: 'E-Mail für Ihre Quittung (freiwillig)',
  submit: 'Quittung an mich senden',
  done: 'Wir senden Ihnen die Quittung per E-Mail, sobald die Zahlung abgeschlossen ist.',
  invalid: 'Das ist keine E-Mail-Adresse.',
  failed: 'Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.',
}
