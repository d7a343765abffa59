const SECOND_MS = 1000
const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** In characters. The card's stylesheet has a size for each. */
const SHORT_AMOUNT = 11
const LONG_AMOUNT = 14

const DECIMAL = /^\d+(?:\.(\d+))?$/

/** A crypto amount for reading, without zeros that say nothing: `formatAmount('1234.500000', 'de') // '1.234,50'` */
export function formatAmount(amount: string, locale: string): string {
  const decimal = DECIMAL.exec(amount)
  if (decimal === null) return amount
  const digits = decimal[1]?.length ?? 0
  const least = Math.min(digits, 2)
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: least, maximumFractionDigits: digits })
  // As text: a number would round.
  return format.format(amount as Intl.StringNumericLiteral)
}

/** Leaves two fractional digits at least: `trimZeros('53.892000') // '53.892'` */
export function trimZeros(amount: string): string {
  return amount.replace(/(\.\d\d\d*?)0+$/, '$1')
}

/** The size for an amount with this many characters: `getAmountSize('100.004321') // 'short'` */
export function getAmountSize(amount: string): 'short' | 'long' | 'longest' {
  if (amount.length <= SHORT_AMOUNT) return 'short'
  return amount.length <= LONG_AMOUNT ? 'long' : 'longest'
}

/** `formatFiat(100, 'USD', 'en') // '$100.00'`, with the decimals of the currency, or more rather than rounded. */
export function formatFiat(amount: number, currency: string, locale: string): string {
  const write = (minimumFractionDigits?: number) =>
    new Intl.NumberFormat(locale, { style: 'currency', currency, minimumFractionDigits, maximumFractionDigits: 4 })
  try {
    const usual = write()
    // Nobody writes one decimal of a currency that has none, as browsers say of the forint.
    return (amount % 1 && !usual.resolvedOptions().minimumFractionDigits ? write(2) : usual).format(amount)
  } catch {
    // Not a currency code that Intl accepts.
    return `${amount} ${currency}`
  }
}

/** A price of one coin, exact enough to check an amount: `formatRate('0.92592593', 'EUR', 'en') // '€0.9259'` */
export function formatRate(rate: string, currency: string, locale: string): string {
  return formatFiat(Number(rate), currency, locale)
}

/** Date and time to the minute with the zone's name. The default zone is the reader's own. */
export function formatTime(iso: string, locale: string, timeZone?: string): string {
  return format(iso, locale, { day: 'numeric', month: 'short', year: 'numeric', timeZoneName: 'short' }, timeZone)
}

/** The time of day, with the zone's name unless it is the reader's own: `10:30 UTC`. */
export function formatTimeOfDay(iso: string, locale: string, timeZone?: string): string {
  return format(iso, locale, timeZone ? { timeZoneName: 'short' } : {}, timeZone)
}

function format(iso: string, locale: string, parts: Intl.DateTimeFormatOptions, timeZone?: string): string {
  const time = new Date(iso)
  if (Number.isNaN(time.getTime())) return iso
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  return new Intl.DateTimeFormat(locale, { ...parts, ...clock, timeZone }).format(time)
}

/** The two largest units, rounded down: `formatDuration(4_830_000) // '1 hour 20 minutes'`. */
export function formatDuration(ms: number, locale: string): string {
  const seconds = Math.max(0, Math.floor(ms / SECOND_MS))
  if (seconds < 60) return unit(seconds, 'second', locale)
  const words: string[] = []
  let rest = seconds
  for (const [name, length] of UNITS) {
    const count = Math.floor(rest / length)
    rest -= count * length
    if (count > 0 && words.length < 2) words.push(unit(count, name, locale))
    else if (words.length > 0) break
  }
  return new Intl.ListFormat(locale, { type: 'unit', style: 'narrow' }).format(words)
}

/** `formatCountdown(1_752_000) // '29:12'`; from one day on, in words. */
export function formatCountdown(ms: number, locale: string): string {
  const seconds = Math.max(0, Math.ceil(ms / SECOND_MS))
  if (seconds >= 86_400) return formatDuration(ms, locale)
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor(seconds / 60) % 60
  const pad = (count: number) => String(count).padStart(2, '0')
  const tail = `${pad(minutes)}:${pad(seconds % 60)}`
  return hours > 0 ? `${hours}:${tail}` : tail
}

/** `shortenHash('0x52908400098527886e...e7') // '0x529084…2e4169e7'` */
export function shortenHash(hash: string): string {
  return hash.length > 20 ? `${hash.slice(0, 10)}…${hash.slice(-8)}` : hash
}

/** The address if it is safe in a link: http or https. */
export function parseWebAddress(url: string | null): string | null {
  return url !== null && /^https?:\/\//i.test(url) ? url : null
}

function unit(count: number, name: 'day' | 'hour' | 'minute' | 'second', locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'long' }).format(count)
}
