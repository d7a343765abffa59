import type { MethodTexts } from '../../payment-texts.ts'

export const texts: MethodTexts = {
  title: 'Başka bir para birimi veya ağla ödeyin',
  unavailable: 'Şu anda kullanılamıyor',
  failed: 'Bu seçenek şu anda kullanılamıyor. Lütfen başka birini seçin.',
}
