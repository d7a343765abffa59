/** The log of deliveries, with its filters. */
import { type Delivery, eventTypes } from '@crypto-checkout/api-types'
import { html, type TemplateResult } from 'lit'
import { pageTexts } from '../../languages/texts.ts'
import { getTimeZone } from '../../parts/clock.ts'
import { listChoices } from '../../parts/field.ts'
import { type FilterField, filterBar } from '../../parts/filter-bar.ts'
import type { Column, Listing } from '../../parts/listing.ts'
import { readDays } from '../../parts/locale.ts'
import { emptyView } from '../../parts/states.ts'
import { badgeView, formatTime, type Tone, timeView, valueView } from '../../parts/values.ts'
import { formatPlace, type Route } from '../../router.ts'

const tones: Readonly<Record<Delivery['state'], Tone>> = { pending: 'busy', delivered: 'good', failed: 'bad' }

export function deliveryBadge({ state }: Pick<Delivery, 'state'>): TemplateResult {
  return badgeView(pageTexts.deliveries.states[state], tones[state])
}

/** Reads the query of the address. */
export function readDeliveryQuery({ query }: Route) {
  const read = (name: string) => query.get(name) ?? undefined
  const { created_gte, created_lt } = readDays(query, getTimeZone())
  const since = created_gte ?? read('created_gte')
  return { state: read('state'), eventType: read('eventType'), status: read('status'), created_gte: since, created_lt }
}

/** A list of deliveries that was loaded by `readDeliveryQuery`. `more`: columns besides those of each list. */
export function deliveriesView(
  place: Route,
  list: Listing<Delivery>,
  more: readonly Column<Delivery>[] = [],
): TemplateResult {
  const { deliveries } = pageTexts
  const types = eventTypes.map((value) => ({ value, label: value }))
  const fields = [
    { name: 'state', label: deliveries.state, choices: listChoices(deliveries.states) },
    { name: 'eventType', label: deliveries.event, choices: types, areNames: true },
    { name: 'status', label: deliveries.answer, choices: listChoices(deliveries.answers) },
    { name: 'from', label: deliveries.from, type: 'date' },
    { name: 'to', label: deliveries.until, type: 'date' },
    // The overview leads here by a time.
    ...(place.query.has('created_gte') ? [{ name: 'created_gte', label: deliveries.since, describe: formatTime }] : []),
  ] satisfies FilterField[]
  const isFiltered = fields.some(({ name }) => place.query.has(name))
  const empty = isFiltered ? emptyView(deliveries.noneFound, '') : emptyView(deliveries.empty, deliveries.emptyDetail)
  return html`${filterBar(fields, place.query)}
    ${list.view([...columns(), ...more], ({ id }) => formatPlace(place.shop, `deliveries/${id}`), empty)}`
}

function columns(): Column<Delivery>[] {
  const { deliveries } = pageTexts
  return [
    [deliveries.event, ({ eventType }) => valueView(eventType)],
    [deliveries.state, deliveryBadge],
    [deliveries.answer, ({ lastStatus }) => lastStatus],
    [deliveries.attempts, ({ attemptCount }) => attemptCount, 'numeric'],
    [deliveries.created, ({ createdAt }) => timeView(createdAt)],
    [deliveries.next, ({ nextAttemptAt }) => timeView(nextAttemptAt)],
  ]
}
