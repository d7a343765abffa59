import type { EmailTexts } from '../../wallet-texts.ts'

export const texts: EmailTexts = {
  language: 'ar',
  label: 'البريد الإلكتروني لإيصالكم (اختياري)',
  submit: 'أرسلوا لي الإيصال',
  done: 'سنرسل إليكم الإيصال بالبريد الإلكتروني بعد اكتمال الدفع.',
  invalid: 'هذا ليس عنوان بريد إلكتروني.',
  failed: 'تعذّر ذلك. يُرجى المحاولة مرة أخرى.',
}
