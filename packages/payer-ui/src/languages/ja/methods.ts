import type { MethodTexts } from '../../payment-texts.ts'

export const texts: MethodTexts = {
  title: '別の通貨またはネットワークで支払う',
  unavailable: '現在ご利用いただけません',
  failed: '現在ご利用いただけません。別の方法をお選びください。',
}
