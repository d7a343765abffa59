import { expect, expectTypeOf, test } from 'vitest'
import { commands } from '../commands/table.ts'
import { type Given, toFlag } from './command.ts'
import { UsageError } from './errors.ts'
import { parseWords } from './parse.ts'

test('words and options are read by the table, in each way of writing them', () => {
  const given = parseWords(commands['keys create'], [
    ...['--environment', 'Production', '--name=Till 1', '--scopes', 'payments:write, events:read'],
    ...['--require-signature', '--data', '/srv/data'],
  ])
  expect(given).toEqual({
    environment: 'production',
    name: 'Till 1',
    scopes: ['payments:write', 'events:read'],
    requireSignature: true,
    merchant: undefined,
    json: false,
    config: undefined,
    data: '/srv/data',
  })
  expectTypeOf(given.environment).toEqualTypeOf<'production' | 'sandbox'>()
  expectTypeOf<Given<(typeof commands)['users role']>['role']>().toEqualTypeOf<
    'owner' | 'manager' | 'support' | 'accountant' | 'cashier'
  >()
  expect(parseWords(commands['refunds list'], ['--environment', 'production', 'pay_1'])).toMatchObject({
    paymentId: 'pay_1',
    environment: 'production',
  })
  expect(parseWords(commands['refunds list'], [])).toMatchObject({ paymentId: undefined, environment: 'sandbox' })
  const period = ['--from', '2026-01-01', '--to', '2026-02-01']
  const nodes = ['--rpc', 'ethereum=http://a.example', '--rpc=polygon=http://b.example/?x=1']
  expect(parseWords(commands.verify, [...period, ...nodes]).rpc).toEqual([
    'ethereum=http://a.example',
    'polygon=http://b.example/?x=1',
  ])
  expect(parseWords(commands['verify-receipt'], ['-', '--key', 'keys.json']).source).toBe('-')
  expect(parseWords(commands['keys revoke'], ['--', '--odd']).id).toBe('--odd')
  expect(parseWords(commands['merchants update'], ['--logo', '']).logo).toBe('')
})

test.each([
  ['start', ['--prot', '0'], 'There is no option --prot: did you mean --port?'],
  ['start', ['--quickly'], 'There is no option --quickly.'],
  ['start', ['-p', '0'], 'There is no option -p.'],
  ['start', ['now'], 'This command takes options only: "now" is too much.'],
  ['start', ['--port', '70000'], '--port must be a whole number, 0 to 65535, not 70000.'],
  ['start', ['--port'], '--port needs a value: --port N.'],
  ['doctor', ['--config', '--json'], '--config needs a value: --config FILE.'],
  ['doctor', ['--json=yes'], '--json takes no value: write it alone.'],
  ['keys create', [], '--environment is missing: use sandbox or production.'],
  ['keys create', ['--environment', 'sandbx'], '--environment cannot be "sandbx": did you mean sandbox?'],
  [
    'keys create',
    ['--environment', 'sandbox', '--scopes', 'payments:read,refund:write'],
    '--scopes cannot be "refund:write": did you mean refunds:write?',
  ],
  ['keys revoke', [], 'ID is missing: the id of the pair, key_...'],
  ['merchants update', ['mer_1', 'mer_2'], 'This command takes [ID]: "mer_2" is too much.'],
  ['merchants create', [], '--name is missing: the name that payers see: 1 to 100 characters.'],
  ['users role', ['ann@example.com', 'boss'], 'ROLE cannot be "boss": use one of owner, manager, support'],
] as const)('%s %j is refused in one line', (name, words, message) => {
  const parse = () => parseWords(commands[name], words)
  expect(parse).toThrow(UsageError)
  expect(parse).toThrow(message)
})

test('no two options of a command are written alike, and none is written as one of every command', () => {
  for (const [name, { options }] of Object.entries(commands)) {
    const flags = [...Object.keys(options), 'config', 'data', 'help'].map(toFlag)
    expect([name, new Set(flags).size]).toEqual([name, flags.length])
  }
})
