import { expect, test } from 'vitest'
import { findMarks, layOutBars, listDates } from './bars.ts'

const one = (date: string, cryptocurrency: string, network: string, amount: string) => ({
  ...{ date, cryptocurrency, network, amount, payments: 1 },
})

test('each day has a bar, also those without a payment, with a part for each coin on a network', () => {
  const received = [
    one('2026-10-24', 'USDC', 'polygon', '10.500000'),
    one('2026-10-24', 'DAI', 'ethereum', '4.000000'),
    one('2026-10-26', 'USDC', 'polygon', '1.000000'),
  ]
  const totals = [one('', 'USDC', 'polygon', '11.500000'), one('', 'DAI', 'ethereum', '4.000000')]
  const chart = layOutBars({ from: '2026-10-24', to: '2026-10-26', received, totals })
  expect(chart.kinds).toMatchObject([{ cryptocurrency: 'DAI' }, { cryptocurrency: 'USDC' }])
  expect(chart.bars).toEqual([
    { date: '2026-10-24', amounts: [4, 10.5] },
    { date: '2026-10-25', amounts: [0, 0] },
    { date: '2026-10-26', amounts: [0, 1] },
  ])
  expect(chart.marks).toEqual([0, 5, 10, 15])
})

test('kinds beyond the sixth are one, the smallest ones, and no money is lost', () => {
  const totals = ['1', '2', '3', '4', '5', '6', '7'].map((amount, index) =>
    one('2026-11-01', 'USDC', `n${index}`, amount),
  )
  const chart = layOutBars({ from: '2026-11-01', to: '2026-11-01', received: totals, totals })
  expect(chart.kinds.map((kind) => kind?.network ?? null)).toEqual(['n2', 'n3', 'n4', 'n5', 'n6', null])
  expect(chart.bars).toEqual([{ date: '2026-11-01', amounts: [3, 4, 5, 6, 7, 3] }])
})

test('a year has each of its days once, whatever clocks do', () => {
  const days = listDates('2026-01-01', '2026-12-31')
  expect([days.length, new Set(days).size]).toEqual([365, 365])
})

test.each([
  [0, [0, 1]],
  [137, [0, 50, 100, 150]],
  [1, [0, 0.5, 1]],
  [0.004, [0, 0.001, 0.002, 0.003, 0.004]],
  [8_000_001, [0, 5_000_000, 10_000_000]],
])('the scale up to %s has round marks', (maximum, marks) => {
  expect(findMarks(maximum)).toEqual(marks.map((mark) => expect.closeTo(mark, 9)))
})
