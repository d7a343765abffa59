import type { EmailTexts } from '../../wallet-texts.ts'

export const texts: EmailTexts = {
  language: 'tr',
  label: 'Makbuzunuz için e-posta (isteğe bağlı)',
  submit: 'Makbuzu bana gönder',
  done: 'Ödeme tamamlanınca makbuzu e-postayla göndereceğiz.',
  invalid: 'Bu bir e-posta adresi değil.',
  failed: 'Olmadı. Lütfen tekrar deneyin.',
}
