import type { MethodTexts } from '../../payment-texts.ts'

export const texts: MethodTexts = {
  title: 'الدفع بعملة أخرى أو عبر شبكة أخرى',
  unavailable: 'غير متاح حاليًا',
  failed: 'هذا الخيار غير متاح حاليًا. يُرجى اختيار خيار آخر.',
}
