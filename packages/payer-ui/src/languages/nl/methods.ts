import type { MethodTexts } from '../../payment-texts.ts'

export const texts: MethodTexts = {
  title: 'Met een andere munt of via een ander netwerk betalen',
  unavailable: 'Nu niet beschikbaar',
  failed: 'Dit is nu niet beschikbaar. Kies een andere mogelijkheid.',
}
