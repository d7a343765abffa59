import type { ConversionRoute, MerchantSettings, Settlement } from '@crypto-checkout/api-types'
import { html, type TemplateResult } from 'lit'
import { pageTexts } from '../../languages/texts.ts'
import { badgeView, timeView } from '../../parts/values.ts'

const tones = { pending: 'busy', completed: 'good', failed: 'bad' } as const

export function settlementStatusView({ status }: Settlement): TemplateResult {
  return badgeView(pageTexts.settlements.status[status], tones[status])
}

export function periodView({ periodStart, periodEnd }: Settlement): TemplateResult {
  return html`${timeView(periodStart)} – ${timeView(periodEnd)}`
}

/** `Kept, because no network is chosen to settle on` */
export function describeRoute({ by, reason }: ConversionRoute): string {
  const { routes } = pageTexts
  return reason === null ? routes.converted[by ?? 'cctp'] : routes.kept(routes.reasons[reason])
}

/** `Every Friday at 18:00 (Europe/Berlin)` */
export function describeSchedule(settings: Pick<MerchantSettings, 'settlementSchedule' | 'timeZone'>): string {
  const { frequency: words, weekdays } = pageTexts.settlements
  const { frequency, time, weekday, dayOfMonth } = settings.settlementSchedule
  const timeZone = settings.settlementSchedule.timeZone ?? settings.timeZone ?? 'UTC'
  if (frequency === 'manual' || time === null) return words.manual
  if (frequency === 'weekly') return words.weekly(time, timeZone, weekdays[weekday ?? 'monday'])
  return frequency === 'monthly' ? words.monthly(time, timeZone, dayOfMonth ?? 1) : words.daily(time, timeZone)
}
