import type { MethodTexts } from '../../payment-texts.ts'

export const texts: MethodTexts = {
  title: 'Pay with another coin or network',
  unavailable: 'Not available now',
  failed: 'This is not available now. Please choose another one.',
}
