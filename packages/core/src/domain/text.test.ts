import fc from 'fast-check'
import { expect, test } from 'vitest'
import { disarmFormula, formatCsvLine } from './text.ts'

const formatTexts = (cells: readonly string[], separator: ',' | ';' = ',') =>
  formatCsvLine(
    cells.map((cell) => disarmFormula(cell, separator)),
    separator,
  )

test.each(['=1+1', '+1', '-1+1', '-A1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1', '＋1', '－1', '＠SUM(A1)'])(
  'a cell that a spreadsheet would run is text: %j',
  (cell) => {
    expect(formatTexts([cell]).replace(/^"/, '')).toMatch(/^'/)
  },
)

test('an amount that left is a number, so a spreadsheet adds it up', () => {
  expect(formatTexts(['-1', '-12.500000'])).toBe('-1,-12.500000')
})

/** The cells of a line, as RFC 4180 says. */
function parseLine(line: string): string[] {
  const cells = [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)]
  return cells.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '')
}

/** The cells as a spreadsheet reads them that separates by one character. Quotation marks count where a cell begins. */
function readCells(text: string, separator: string): string[] {
  const cells: string[] = []
  let [cell, isQuoted, isNew] = ['', false, true]
  for (let at = 0; at < text.length; at++) {
    const one = text.charAt(at)
    if (isQuoted && one === '"' && text.charAt(at + 1) === '"') cell += text.charAt(++at)
    else if (one === '"' && (isQuoted || isNew)) [isQuoted, isNew] = [!isQuoted, false]
    else if (!isQuoted && [separator, '\r', '\n'].includes(one)) {
      cells.push(cell)
      ;[cell, isNew] = ['', true]
    } else [cell, isNew] = [cell + one, false]
  }
  return [...cells, cell]
}

test.each([
  [',', ','],
  [';', ','],
  ['\t', ','],
  [',', ';'],
  [';', ';'],
  ['\t', ';'],
] as const)(
  'no cell is a formula for a spreadsheet that separates by %j, in a file that separates by %j',
  (separator, own) => {
    const text = fc.string({ unit: fc.constantFrom(...'=+-@＝＠;,"\'\t\r\nx 1'), maxLength: 12 })
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (cells) => {
        const read = readCells(`pay_1${own}${formatTexts(cells, own)}`, separator)
        // A negative number runs nothing.
        const formulas = read.filter((cell) => /^[=+\-@＝＋－＠]/.test(cell) && !/^-\d+$/.test(cell))
        expect(formulas).toEqual([])
      }),
      { examples: [[['-1']], [['x;=1+1;y']], [['x,=1+1,y']], [['x\t=1+1']], [['x;"=1+1"']], [['x\n=1+1']]] },
    )
  },
)

test('other cells are read again as they were', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 5 }), (cells) => {
      const safe = cells.map((cell) => `x${cell.replace(/[;\t\r\n]/g, ' ')}`)
      expect(parseLine(formatTexts(safe))).toEqual(safe)
    }),
  )
})
