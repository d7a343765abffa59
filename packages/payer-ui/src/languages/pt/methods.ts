import type { MethodTexts } from '../../payment-texts.ts'

export const texts: MethodTexts = {
  title: 'Pagar com outra moeda ou rede',
  unavailable: 'Indisponível neste momento',
  failed: 'Esta opção está indisponível neste momento. Escolha outra.',
}
