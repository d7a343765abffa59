import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCsvLine } from './text.ts'

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1', '＋1', '－1', '＠SUM(A1)'])(
  'a cell that a spreadsheet would run is text: %j',
  (cell) => {
    expect(formatCsvLine([cell]).replace(/^"/, '')).toMatch(/^'/)
  },
)

/** The cells of a line, as RFC 4180 says. */
function parseLine(line: string): string[] {
  const cells = [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)]
  return cells.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '')
}

test('other cells are read again as they were', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 5 }), (cells) => {
      const safe = cells.map((cell) => `x${cell}`)
      expect(parseLine(formatCsvLine(safe))).toEqual(safe)
    }),
  )
})
