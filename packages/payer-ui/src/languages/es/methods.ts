import type { MethodTexts } from '../../payment-texts.ts'

export const texts: MethodTexts = {
  title: 'Pagar con otra moneda o red',
  unavailable: 'No disponible por ahora',
  failed: 'Esta opción no está disponible por ahora. Elija otra.',
}
