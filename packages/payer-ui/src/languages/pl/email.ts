import type { EmailTexts } from '../../wallet-texts.ts'

export const texts: EmailTexts = {
  language: 'pl',
  label: 'E-mail do potwierdzenia (opcjonalnie)',
  submit: 'Wyślij mi potwierdzenie',
  done: 'Wyślemy potwierdzenie e-mailem, gdy płatność zostanie zakończona.',
  invalid: 'To nie jest adres e-mail.',
  failed: 'Nie udało się. Spróbuj ponownie.',
}
