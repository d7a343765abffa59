import type { MethodTexts } from '../../payment-texts.ts'

export const texts: MethodTexts = {
  title: 'Payer avec une autre monnaie ou un autre réseau',
  unavailable: 'Indisponible pour le moment',
  failed: 'Cette option est indisponible pour le moment. Veuillez en choisir une autre.',
}
