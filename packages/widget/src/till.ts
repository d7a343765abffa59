/** The script of a payment link's till: large digits, and a page that follows the payment. It also works without it. */
import type { PublicPayment } from '@crypto-checkout/api-types'

const LOOK_EVERY_MS = 2_000
/** Before the decimals. */
const MOST_DIGITS = 9

/** Digits fill the decimals of the currency, as on a card terminal: 4, 5, 0 is 4.50 euros, 450 yen and 0.450 dinars. */
function offerKeys(): void {
  const field = document.querySelector<HTMLInputElement>('.till #amount')
  const keys = document.querySelector<HTMLElement>('.keys')
  if (!field || !keys) return
  const { locale, decimals } = field.form?.dataset ?? {}
  const count = Number(decimals)
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: count,
    useGrouping: false,
    numberingSystem: 'latn',
  })
  let digits = field.value.replace(/\D/g, '').replace(/^0+/, '')
  const show = () => {
    field.value = format.format(Number(digits) / 10 ** count)
  }
  const press = (key: string) => {
    digits = key === 'back' ? digits.slice(0, -1) : `${digits}${key}`.replace(/^0+/, '').slice(0, MOST_DIGITS + count)
    show()
  }
  keys.hidden = false
  // No keyboard covers the digits.
  field.readOnly = true
  show()
  keys.addEventListener('click', ({ target }) => {
    const { key } = (target as HTMLElement).dataset
    if (key) press(key)
  })
  addEventListener('keydown', ({ key, ctrlKey, metaKey, altKey }) => {
    if (ctrlKey || metaKey || altKey) return
    if (/^\d$/.test(key)) press(key)
    else if (key === 'Backspace') press('back')
  })
}

/** Loads the page again once the payment is another than the page shows. */
function follow(): void {
  const till = document.querySelector<HTMLElement>('.till[data-source]')
  const { source, shown } = till?.dataset ?? {}
  if (!source) return
  // The screen stays on while a payer scans it.
  navigator.wakeLock?.request('screen').catch(() => {})
  setInterval(async () => {
    const answer = await fetch(source, { headers: { accept: 'application/json' } }).catch(() => null)
    if (!answer?.ok) return
    const { status, amountReceived, confirmations }: PublicPayment = await answer.json()
    if ([status, amountReceived, confirmations?.seen ?? ''].join(' ') !== shown) location.reload()
  }, LOOK_EVERY_MS)
}

offerKeys()
follow()
