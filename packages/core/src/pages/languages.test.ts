import { LANGUAGES, type Language } from '@crypto-checkout/payer-ui'
import { SAMPLE_NOW, sampleStates } from '@crypto-checkout/payer-ui/testing'
import { expect, test } from 'vitest'
import { renderPaymentNotFoundPage } from './document.ts'
import { renderPayPage } from './pay-page.ts'
import { detectReader } from './visit.ts'

/** Each language's words that ask for money, and those that warn against sending any. */
const ASKS: Readonly<Record<Language, readonly [asks: RegExp, warns: RegExp]>> = {
  ar: [/أرسلوا|ادفعوا/, /عدم إرسال/],
  de: [/senden sie|bezahlen sie/i, /nichts/],
  en: [/\b(send|pay)\b/i, /not send/],
  es: [/\b(envíe|pague)\b/i, /no envíe/],
  fr: [/\b(envoyez|payez)\b/i, /n’envoyez/i],
  it: [/\b(invii|paghi)\b/i, /non invii/],
  ja: [/正確に送金|お支払いください/, /送金しないで/],
  nl: [/\b(stuur|betaal)\b/i, /niets/],
  pl: [/proszę (wysłać|zapłacić)/i, /nic (już |więcej |teraz )*nie wysyłać|nie wysyłać/],
  pt: [/\b(envie|pague)\b/i, /não envie/],
  tr: [/gönderin|ödeyin/, /göndermeyin/],
  zh: [/请.*(转入|付款)/, /不要/],
}

const samples = sampleStates()
const textsIn = (language: Language) => detectReader(`lang=${language}`, undefined).texts
const render = (language: Language, state: string) => {
  const payment = samples[state]
  if (!payment) throw new Error(`no sample ${state}`)
  const input = { payment, base: '', testScenarios: null, query: '', now: SAMPLE_NOW }
  return renderPayPage({ ...input, texts: textsIn(language) })
}

/** Visible text and text for screen readers, by sentence, without direction marks. */
function sentencesOf(page: string): string[] {
  const labels = [...page.matchAll(/aria-label="([^"]*)"/g)].map(([, label]) => label)
  const text = page
    .replace(/<(script|noscript).*<\/\1>|<svg.*?<\/svg>/g, '')
    // The sentences below a title, and what a button opens, say the rest.
    .replace(/<summary>.*?<\/summary>|<h2.*?<\/h2>|<p class="[\w ]*\blater\b.*?<\/p>/g, '')
    // The amount ends the sentence of its label.
    .replace(/<\/p>\s*<p class="figure"[^>]*>/g, ' ')
    .replace(/<\/?(bdi|code|strong|span)\b[^>]*>/g, '')
    .replace(/<[^>]+>/g, '\n')
  return [text, ...labels].flatMap((part) =>
    (part ?? '').replace(/[\u2066-\u2069]/g, '').split(/\n|(?<=[.!?:])\s|(?<=。)/),
  )
}

const ALL = LANGUAGES.flatMap((language) => Object.keys(samples).map((state) => [language, state] as const))

test.each(ALL)('%s, %s: every sentence that says what to send names the coin and the network', (language, state) => {
  const [asks, warns] = ASKS[language]
  const open = [
    'created',
    'stellar',
    'deposit',
    'large',
    'partially-paid',
    'network-unread',
    'unavailable',
    'misdirected',
    'provable',
    'claimable',
    'reported',
    'claimed',
    'claim-not-found',
    'identity',
    'order',
    'methods',
    'dropped',
  ].includes(state)
  const page = render(language, state)
  const asking = sentencesOf(page).filter((one) => asks.test(one) && !warns.test(one))
  if (open) expect(asking.length).toBeGreaterThanOrEqual(2)
  else expect(asking).toEqual([])
  const [, deadline = ''] = /<p class="deadline">([^<]*)/.exec(page) ?? []
  // The deadline says only until when to pay.
  for (const sentence of asking.filter((one) => !sentencesOf(deadline).includes(one))) {
    expect(sentence).toContain('USDC')
    expect(sentence).toContain(['stellar', 'claimable'].includes(state) ? 'Stellar' : 'Polygon')
  }
})

test.each(LANGUAGES)('%s: from the deadline on the payer is warned of sending anything', (language) => {
  const [, warns] = ASKS[language]
  for (const state of ['checking', 'expired', 'cancelled']) expect(render(language, state)).toMatch(warns)
  expect(renderPaymentNotFoundPage('', textsIn(language))).toMatch(warns)
})

test.each(LANGUAGES)('%s: the document says its language and direction', (language) => {
  const direction = language === 'ar' ? 'rtl' : 'ltr'
  expect(render(language, 'created')).toContain(`<html lang="${language}" dir="${direction}">`)
  expect(renderPaymentNotFoundPage('', textsIn(language))).toContain(`<html lang="${language}" dir="${direction}">`)
})

test.each(LANGUAGES)(
  '%s: amounts have one notation, the reader’s, in large type, in steps and in sentences',
  (language) => {
    const page = render(language, 'large')
    const { locale } = textsIn(language)
    const read = new Intl.NumberFormat(locale, { minimumFractionDigits: 6 }).format(999999999.990001)
    expect(page).toContain(`<span class="digits">${read}</span>`)
    // A snapshot for scripts has the plain form.
    expect(page.replace(/snapshot='[^']*'/, '').replace(/data-content="[^"]*"/, '')).not.toContain('999999999.990001')
    expect(page).toContain(`<span class="value address" dir="ltr" translate="no">${read}</span>`)
    expect(/<title>([^<]*)/.exec(page)?.[1]).toContain(`${read} USDC`)
    expect(/class="qr-code"[^>]*aria-label="([^"]*)"/.exec(page)?.[1]).toContain(`${read} USDC`)
    expect(render(language, 'overpaid')).toContain(
      `<bdi dir="ltr" translate="no">${language === 'en' || language === 'ar' || language === 'ja' || language === 'zh' ? '100.004321' : '100,004321'} USDC</bdi>`,
    )
  },
)

test('from right to left, what is not Arabic keeps its own order', () => {
  const page = render('ar', 'stellar')
  expect(page).toContain(
    '<bdi dir="ltr" translate="no"><span class="digits">100.00</span> <span class="coin">USDC</span></bdi>',
  )
  expect(page).toContain('<span class="value address" dir="ltr" translate="no">GA7Q')
  expect(page).toContain('<span class="value memo" dir="ltr" translate="no">1234567890123456</span>')
  expect(page).toContain('<code dir="ltr" translate="no">pay_')
  expect(page).toContain('\u2066100.00 USDC\u2069')
  expect(render('ar', 'completed')).toContain('<code dir="ltr" translate="no">0x8c1f5b0e…23456789</code>')
})
