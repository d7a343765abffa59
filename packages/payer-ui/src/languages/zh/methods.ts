import type { MethodTexts } from '../../payment-texts.ts'

export const texts: MethodTexts = {
  title: '使用其他币种或网络付款',
  unavailable: '暂不可用',
  failed: '此方式暂不可用，请选择其他方式。',
}
