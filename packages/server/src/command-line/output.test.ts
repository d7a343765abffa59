import { printable } from '@crypto-checkout/core'
import { expect, test, vi } from 'vitest'
import { openLog } from '../serving/log.ts'
import { formatTable, print } from './output.ts'

test('what others wrote reaches a terminal without escapes, and stays readable', () => {
  const evil = 'https://shop.example.com/\u001b]0;paid\u0007\u0000\u009b2J\u202e\rgnp.exe'
  const shown = 'https://shop.example.com/\\u001b]0;paid\\u0007\\u0000\\u009b2J\\u202e\\u000dgnp.exe'
  expect(printable(evil)).toBe(shown)
  expect(printable('a\tb\nc – é 漢')).toBe('a\tb\nc – é 漢')
  const written: unknown[] = []
  const spies = (['log', 'error'] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation((line) => written.push(line)),
  )
  print(formatTable(['URL'], [[`${evil}\n1`]]))
  const log = openLog('text')
  log.line(evil)
  log.info(evil)
  for (const spy of spies) spy.mockRestore()
  expect(written).toEqual([`URL\n${shown}\\n1`, shown, shown])
})
