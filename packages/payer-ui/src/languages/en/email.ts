import type { EmailTexts } from '../../wallet-texts.ts'

export const texts: EmailTexts = {
  language: 'en',
  label: 'E-mail for your receipt (optional)',
  submit: 'Send me the receipt',
  done: 'We will e-mail you the receipt once the payment is complete.',
  invalid: 'This is not an e-mail address.',
  failed: 'That did not work. Please try again.',
}
