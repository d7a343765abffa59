import type { MethodTexts } from '../../payment-texts.ts'

export const texts: MethodTexts = {
  title: 'Pagare con un’altra moneta o rete',
  unavailable: 'Non disponibile al momento',
  failed: 'Questa opzione non è disponibile al momento. Ne scelga un’altra.',
}
