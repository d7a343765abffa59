import type { Refund, RefundStatus } from '@crypto-checkout/api-types'
import type { TemplateResult } from 'lit'
import { pageTexts } from '../../languages/texts.ts'
import { badgeView, type Tone } from '../../parts/values.ts'

const tones: Readonly<Record<RefundStatus, Tone>> = {
  pending: 'busy',
  submitted: 'busy',
  completed: 'good',
  failed: 'bad',
  cancelled: 'neutral',
}

/** The status, or what a pending refund waits for. */
export function refundStatusView({ status, nextAction }: Refund): TemplateResult {
  const { refunds } = pageTexts
  if (nextAction?.type === 'sign') return badgeView(refunds.toSign, 'warn')
  if (nextAction?.type === 'collect_destination') return badgeView(refunds.toCollect, 'warn')
  return badgeView(refunds.status[status], tones[status])
}
