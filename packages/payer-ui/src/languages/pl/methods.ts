import type { MethodTexts } from '../../payment-texts.ts'

export const texts: MethodTexts = {
  title: 'Zapłata inną monetą lub w innej sieci',
  unavailable: 'Obecnie niedostępne',
  failed: 'Ta opcja jest obecnie niedostępna. Proszę wybrać inną.',
}
