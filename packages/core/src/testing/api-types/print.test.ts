import { expect, test } from 'vitest'
import { z } from 'zod'
import { declareType, formatComment, joinValues, type Printing, printType } from './print.ts'

const coin = z.enum(['USDC', 'DAI'])
const base = z.strictObject({ id: z.string().meta({ description: 'Its id' }), coin })

function createPrinting(io: Printing['io']): Printing {
  const names = { bySchema: new Map([[base, 'Base']]), byValues: new Map([[joinValues(coin.options), 'Coin']]) }
  return { names, io, depth: 0 }
}
const output = createPrinting('output')
const input = createPrinting('input')

test('a type has its fields with their descriptions', () => {
  const schema = z
    .strictObject({
      name: z.string().nullable().meta({ description: 'What it is called. Null: it has no name' }),
      left: z.number().exactOptional(),
      tags: z.array(z.enum(['a', 'b'])),
      more: z.record(z.string(), z.unknown()),
    })
    .meta({ description: 'A thing' })
  expect(declareType('Thing', schema, output)).toBe(
    [
      '/** A thing. */',
      'export type Thing = {',
      '/** What it is called. Null: it has no name. */',
      'name: string | null',
      'left?: number',
      "tags: ('a' | 'b')[]",
      'more: Record<string, unknown>',
      '}',
    ].join('\n'),
  )
})

test('a union is known by its values, and an object by its schema, whatever is said about it where it is used', () => {
  expect(printType(z.enum(['USDC', 'DAI']), output)).toBe('Coin')
  expect(printType(base.meta({ description: 'Another one' }).nullable(), output)).toBe('Base | null')
})

test('an object that begins with the fields of a named one extends it', () => {
  expect(printType(base.extend({ secret: z.string() }), output)).toBe('Base & {\nsecret: string\n}')
  const reversed = z.strictObject({ secret: z.string(), ...base.shape })
  expect(printType(reversed, output)).toBe('{\nsecret: string\n/** Its id. */\nid: string\ncoin: Coin\n}')
})

test('an input is what a caller gives, before it is changed', () => {
  const whole = z.union([z.number(), z.string()]).transform(Number).pipe(z.int())
  const page = z.preprocess(Number, z.int())
  const schema = z.strictObject({ whole: whole.optional(), page })
  expect(printType(schema, input)).toBe('{\nwhole?: number | string | undefined\npage: number\n}')
  expect(printType(whole, output)).toBe('number')
})

test('a schema whose type nobody can see is refused', () => {
  expect(() => printType(z.custom(), output)).toThrow('custom')
})

test('a comment is as long as a line, and never ends within', () => {
  const lines = formatComment('word '.repeat(60).trim(), 3).split('\n')
  expect(lines.at(0)).toBe('/**')
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(114)
  expect(() => formatComment('payment.*/refund.*', 0)).toThrow('end within')
})
