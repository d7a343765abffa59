/** The clock of the shop that the page shows, and the currency that its forms begin with. */
import { isTimeZone, type Region } from '@crypto-checkout/api-types'
import { recall } from '../remember.ts'
import { readPlace } from '../router.ts'
import { session } from '../session.ts'

const UNSET: Region = { timeZone: null, currency: null }

/** What the settings of the shop say, in the environment of the page. */
export function getRegion(): Region {
  return session.merchant?.region[readPlace().shop.environment] ?? UNSET
}

/** The zone of all days and times: the shop's. UTC while it has none, and if this browser does not know it. */
export function getTimeZone(): string {
  const { timeZone } = getRegion()
  return timeZone !== null && isTimeZone(timeZone) ? timeZone : 'UTC'
}

/** The zone that this browser runs in, to propose it. Null if it is none that can be chosen. */
export function findOwnZone(): string | null {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return isTimeZone(timeZone) ? timeZone : null
}

/** The currency that a form begins with: the shop's, or else the one that was used last in this browser. */
export function getFirstCurrency(): string {
  return getRegion().currency ?? recall('currency') ?? 'USD'
}
