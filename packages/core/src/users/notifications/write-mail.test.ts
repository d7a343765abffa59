import { expect, test } from 'vitest'
import { writeMail } from './write-mail.ts'

const place = {
  ...{ shop: 'Shop', nameNetwork: (name: string) => name, environment: 'production' as const, isLast: false },
  pages: 'https://pay.example.com/dashboard/mer_1/production',
} as const

test.each([
  ['USD', 12.5, '$12.50'],
  ['KWD', 12.345, 'KWD\u00a012.345'],
  ['IQD', 1.005, 'IQD\u00a01.005'],
  ['JPY', 500, '¥500'],
  ['HUF', 12.25, 'HUF\u00a012.25'],
])('an e-mail has the exact price in %s', (currency, amount, shown) => {
  const object = JSON.stringify({ id: 'pay_1', amount, currency, reference: null })
  const news = { ...place, kind: 'payment_completed', language: 'en', object } as const
  const { subject, text } = writeMail(news)
  expect(subject).toContain(`${shown} `)
  expect(text).toContain(shown)
})
