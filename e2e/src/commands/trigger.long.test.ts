import { readFileSync } from 'node:fs'
import type { Event, Payment } from '@crypto-checkout/core'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { triggers } from '../../../packages/server/src/commands/development.ts'
import { run as inProcess } from '../../../packages/server/src/run.ts'
import { callCommand } from '../support/call-command.ts'
import { cleanUp, createTemporaryFolder, pollUntil, runToEnd, startCommand, startServer } from '../support/harness.ts'

/** A server with its local networks, as `npm start` runs it, and commands run against it. */
let server: Awaited<ReturnType<typeof startServer>>
let data: string

beforeAll(async () => {
  data = createTemporaryFolder()
  server = await startServer(['--port', '0', '--data', data])
})

afterAll(async () => {
  expect(await cleanUp()).toEqual([])
})

const run = (...words: string[]) => callCommand(...words, '--data', data)

/** The events that a command with --json printed, one per line. */
async function eventsOf(...words: string[]): Promise<Event<Payment>[]> {
  const { code, stdout, stderr } = await run(...words, '--json')
  expect([code, stderr]).toEqual([0, ''])
  return parsed(stdout)
}

function parsed(lines: string): Event<Payment>[] {
  return lines
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Event<Payment>)
}

test.each([
  ['payment.completed', 'ethereum', 'completed', []],
  ['payment.completed', 'stellar', 'completed', []],
  ['payment.expired', 'polygon', 'expired', []],
  ['payment.late', 'ethereum', 'expired', ['late']],
  ['payment.overpaid', 'stellar', 'completed', ['overpaid']],
  ['payment.overpaid', 'ethereum', 'processing', ['overpaid']],
  ['payment.partially_paid', 'stellar', 'partially_paid', []],
  ['payment.partially_paid', 'ethereum', 'partially_paid', []],
  ['payment.reverted', 'ethereum', 'created', []],
  ['payment.reverted', 'polygon', 'created', []],
  ['payment.created', 'stellar', 'created', []],
  ['payment.cancelled', 'ethereum', 'cancelled', []],
  ['payment.processing', 'ethereum', 'processing', []],
  ['payment.processing', 'polygon', 'processing', []],
  ['payment.method_changed', 'ethereum', 'created', []],
  ['payment.method_changed', 'stellar', 'created', []],
  ['payment.refunded', 'polygon', 'completed', []],
] as const)('%s happens on %s, with real money', async (type, network, status, exceptions) => {
  const [event, ...more] = await eventsOf('trigger', type, '--network', network)
  expect(more).toEqual([])
  expect(event).toMatchObject({ type, data: { object: { status, network, metadata: { trigger: type } } } })
  expect(event?.data.object.exceptions).toEqual(expect.arrayContaining([...exceptions]))
  const retrieved = await eventsOf('events', '--type', type, '--limit', '1')
  expect(retrieved).toEqual([event])
})

test.each([
  ['settlement.created', 'ethereum', { status: expect.stringMatching(/pending|completed/), method: 'deposit' }],
  ['settlement.completed', 'ethereum', { status: 'completed', method: 'deposit' }],
  ['settlement.completed', 'polygon', { status: 'completed', method: 'deposit' }],
  ['settlement.completed', 'stellar', { status: 'completed', method: 'direct' }],
  ['settlement.converted', 'polygon', { status: 'completed', conversion: { status: 'delivered', deliveries: [] } }],
  ['settlement.released', 'polygon', { status: 'completed', conversion: { status: 'released', releaseCall: null } }],
  ['settlement.converted', 'ethereum', { conversion: { status: 'delivered', network: 'polygon' } }],
  ['transfer.unattributed', 'ethereum', { payment: null, suggestedPayment: expect.stringMatching(/^pay_/) }],
  ['transfer.unattributed', 'stellar', { payment: null, memo: null }],
  ['transfer.assigned', 'stellar', { payment: expect.stringMatching(/^pay_/), assignedBy: 'merchant' }],
  ['refund.created', 'ethereum', { status: 'pending', nextAction: { type: 'sign' } }],
  ['refund.destination_received', 'ethereum', { status: 'pending', nextAction: { type: 'sign' } }],
  ['refund.submitted', 'ethereum', { status: 'submitted' }],
  ['refund.completed', 'ethereum', { status: 'completed', transaction: { status: 'final' } }],
  ['refund.cancelled', 'ethereum', { status: 'cancelled' }],
  ['webhook.ping', 'ethereum', { object: 'webhook', status: 'enabled' }],
  ['webhook.disabled', 'ethereum', { object: 'webhook', disabledReason: 'gone' }],
] as const)('%s happens on %s', async (type, network, object) => {
  const [event] = await eventsOf('trigger', type, '--network', network)
  expect(event).toMatchObject({ type, data: { object } })
})

test('each event that can be caused is caused here, and the others are refused with those that can', async () => {
  const source = readFileSync(import.meta.filename, 'utf8')
  for (const type of triggers) expect(source).toMatch(new RegExp(`^  \\['${type}', '\\w+', `, 'm'))
  const { code, stderr } = await run('trigger', 'refund.failed')
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining('refund.failed cannot be caused on local networks: use one of'),
  ])
  for (const type of triggers) expect(stderr).toContain(type)
})

test.each([
  ['payment.reverted', 'stellar', 'ethereum, polygon'],
  ['refund.created', 'stellar', 'ethereum, polygon'],
  ['transfer.assigned', 'polygon', 'stellar'],
])('%s, which cannot be on %s, is refused: 2', async (type, network, possible) => {
  const { code, stdout, stderr } = await run('trigger', type, '--network', network)
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain(`--network must be one of ${possible} for ${type}.`)
})

test('events come oldest first, from a number on without gaps, and for people one a line', async () => {
  const newest = await eventsOf('events', '--limit', '2')
  const all: Event<Payment>[] = []
  for (let page: Event<Payment>[] | null = null; page?.length !== 0; all.push(...page)) {
    page = await eventsOf('events', '--after', String(all.length), '--limit', '100')
  }
  expect(all.map((event) => event.sequence)).toEqual(all.map((_, index) => index + 1))
  // Payments of the tests before may still go on, so there can be newer events by now.
  expect(newest).toEqual(all.filter(({ id }) => newest.some((one) => one.id === id)))
  expect(newest).toHaveLength(2)
  expect(await eventsOf('events', '--after', '1', '--limit', '2')).toEqual(all.slice(1, 3))
  expect(await eventsOf('events', '--environment', 'production')).toEqual([])
  const [first] = all
  const { stdout } = await run('events', '--after', '0', '--limit', '1')
  expect(stdout.trim().split(/ {2,}/)).toEqual(['1', first?.createdAt, 'payment.created', first?.data.object.id])
})

test.each([
  [['--limit', '0'], 2, '--limit must be a whole number, 1 to 100, not 0.'],
  [['--after', 'x'], 2, '--after must be a whole number, 0 or more, not x.'],
  [['--environment', 'moon'], 2, '--environment cannot be "moon": use one of sandbox, production.'],
  [['--type', 'payment.complete'], 2, 'did you mean payment.completed?'],
  [['--merchant', 'mer_x'], 1, 'no such merchant'],
])('events %j is refused', async (words, code, message) => {
  const out = vi.spyOn(console, 'log').mockReturnValue()
  const err = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => void vi.restoreAllMocks())
  expect(await inProcess(['events', ...words, '--data', data])).toBe(code)
  expect(out).not.toHaveBeenCalled()
  expect(err.mock.calls.join('')).toContain(message)
})

test('followed, events come as they happen, and Ctrl-C ends it well', async () => {
  const known = (await eventsOf('events', '--limit', '1'))[0]?.sequence ?? 0
  const following = startCommand(['events', '--follow', '--after', String(known), '--json', '--data', data])
  const [expired] = await eventsOf('trigger', 'payment.expired')
  await pollUntil(
    () => following.stdout,
    (text) => text.includes(String(expired?.id)),
  )
  following.signal('SIGINT')
  expect(await following.ended).toBe(0)
  const events = parsed(following.stdout)
  expect(events.map((event) => event.sequence)).toEqual(events.map((_, index) => known + 1 + index))
  expect(events).toContainEqual(expired)
})

test('a server that has stopped, or never ran, is said', async () => {
  server.signal('SIGTERM')
  expect(await server.ended).toBe(0)
  const stopped = await run('trigger', 'payment.completed')
  expect(stopped).toMatchObject({
    code: 1,
    stdout: '',
    stderr: `The server at ${server.url} does not answer. Start it with npm start.\n`,
  })
  const never = await runToEnd(['trigger', 'payment.completed', '--data', createTemporaryFolder()])
  expect(never).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('No server with local networks') })
})
