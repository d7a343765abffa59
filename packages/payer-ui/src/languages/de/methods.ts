import type { MethodTexts } from '../../payment-texts.ts'

export const texts: MethodTexts = {
  title: 'Mit anderer Währung oder anderem Netzwerk bezahlen',
  unavailable: 'Zurzeit nicht verfügbar',
  failed: 'Das ist zurzeit nicht verfügbar. Bitte wählen Sie etwas anderes.',
}
