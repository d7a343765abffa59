import { Wallet } from 'ethers/wallet'
import { beforeAll, expect, test } from 'vitest'
import { toCustomer } from '../../customers/email.ts'
import { replaceEmail } from '../../customers/store.ts'
import type { BodyStream } from '../../http/exchange.ts'
import { shapes } from '../../http/shapes.ts'
import { createTransferFor, paymentInput, TEST_PAYER, TEST_WALLET } from '../../testing/index.ts'
import { createNormaliser } from '../../testing/normalise-example.ts'
import { insertPerson } from '../../testing/people.ts'
import { allRoutes, connectionRequest, formatTarget, openShop, TEST_SMTP, VERIFIER } from '../../testing/shop.ts'
import { createRequestLogJob } from '../../workers/request-log.ts'
import { findInputName, inputs } from '../inputs.ts'
import type { Example } from './examples.ts'

type Recorded = { operations: Record<string, Example>; events: Record<string, unknown> }
type Shop = Awaited<ReturnType<typeof openShop>>

let recorded: Recorded

beforeAll(async () => {
  recorded = await recordExamples()
})

/** Run with `-u` to write the file anew after a change of the API. */
test('the examples are what the API answers', async () => {
  await expect(`${JSON.stringify(recorded, null, 2)}\n`).toMatchFileSnapshot('./examples.json')
})

test.each(allRoutes)('%s has an example that its schemas take', (_name, route) => {
  const example = recorded.operations[route.name]
  const input = findInputName(route)
  if (input === null) expect(example?.body).toBeUndefined()
  else expect(inputs[input]?.schema.safeParse(example?.body)).toMatchObject({ success: true })
  const answer = route.streams ? JSON.parse(/^data: (.*)$/m.exec(String(example?.answer))?.[1] ?? '') : example?.answer
  expect(shapes[route.answer].safeParse(answer)).toEqual({ success: true, data: answer })
})

/** Tells the story of a shop in real calls, and keeps the first call of each operation. */
async function recordExamples(): Promise<Recorded> {
  // Without real payments, so that keys of the sandbox may change users.
  const shop = await openShop({ production: { networks: {} }, smtp: TEST_SMTP })
  const calls: Record<string, Example> = {}
  const call: Call = async (name, { id, query = '', body } = {}) => {
    const [, route] = allRoutes.find(([, one]) => one.name === name) ?? []
    if (!route) throw new Error(`there is no ${name}`)
    // Objects of the same millisecond have no order.
    shop.clock.advance(1)
    const target = `${formatTarget(route, id)}${query}`
    const answer = await shop.request(route.method, target, body === undefined ? {} : { body })
    if (answer.status !== route.status) throw new Error(`${name}: ${JSON.stringify(answer.body)}`)
    const value = answer.stream ? await readFirst(answer.stream) : answer.body
    calls[name] ??= { ...(id === undefined ? {} : { id }), ...(body === undefined ? {} : { body }), answer: value }
    return answer.body
  }
  await sellAndRefund(shop, call)
  await listen(shop, call)
  await settle(call)
  await administer(shop, call)
  const events = await shop.checkout.sandbox.events.list({ limit: 100 })
  const byType = Object.fromEntries(events.data.toReversed().map((event) => [event.type, event]))
  const names = allRoutes.map(([, { name }]) => name)
  const ordered = Object.fromEntries(names.map((name) => [name, calls[name]]))
  return createNormaliser()({ operations: ordered, events: byType }) as Recorded
}

/** The first message of a stream, as it is sent. */
async function readFirst(stream: BodyStream): Promise<string> {
  for await (const message of stream) if (String(message).startsWith('id: ')) return String(message)
  throw new Error('the stream has ended')
}

type Call = (
  name: string,
  request?: { readonly id?: string; readonly query?: string; readonly body?: object },
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
) => Promise<any>

async function mailReceipts({ checkout }: Shop, call: Call, id: string): Promise<void> {
  const { context, sandbox } = checkout
  const { settings } = await sandbox.merchant
    .updateSettings({ customerReceipts: 'given' })
    .then(() => sandbox.merchant.retrieve())
  const customer = toCustomer(context, { merchantId: settings.id, livemode: false }, 'ann@example.com')
  await context.transact((tx) => replaceEmail(tx, { ...customer, payment_id: id }))
  await call('resendReceipt', { id })
  await call('retrieveCustomerReceipts', { id })
}

async function sellAndRefund(shop: Shop, call: Call): Promise<void> {
  const order = { ...paymentInput, amount: 49.9, reference: '1001', description: 'Order 1001' }
  const paid = await call('createPayment', { body: { ...order, redirectUrl: 'https://shop.example.com/thanks' } })
  const open = await call('createPayment', {
    body: { ...paymentInput, amount: 12, webhookUrl: 'https://shop.example.com/hook' },
  })
  const part = await call('createPayment', { body: { ...paymentInput, amount: 20, expiresIn: 60 } })
  const left = await call('createPayment', { body: paymentInput })
  await call('choosePaymentMethod', { id: open.id, body: { cryptocurrency: 'USDC', network: 'ethereum' } })
  await call('payTestPayment', { id: open.id, body: { scenario: 'exact' } })
  await call('cancelPayment', { id: left.id })
  await call('expireTestPayment', { id: open.id })
  shop.mine([createTransferFor(paid), createTransferFor(part, 15_000_000n), createTransferFor(part, 4_000_000n)])
  shop.mine()
  await shop.settle()
  shop.mine()
  await shop.settle()
  await call('retrievePayment', { id: paid.id })
  await mailReceipts(shop, call, paid.id)
  await call('listPayments', { query: '?limit=1&status=completed' })
  await call('exportPayments', { query: '?status=completed' })
  const unattributed = await call('listTransfers', { query: '?status=unattributed&limit=1' })
  const [stray] = unattributed.data
  await call('retrieveTransfer', { id: stray.id })
  await call('assignTransfer', { id: stray.id, body: { paymentId: part.id, reason: 'The payer sent two parts' } })
  await call('acceptPayment', { id: part.id })
  await call('listPaymentMethods')
  await call('retrieveOverview', { query: '?from=2025-12-31&to=2026-01-01' })
  const title = { title: 'Donation', minimum: 5, preset: 20 }
  const { amount: _, ...terms } = paymentInput
  const link = await call('createPaymentLink', { body: { ...terms, ...title } })
  await call('listPaymentLinks', { query: '?limit=1' })
  await call('retrievePaymentLink', { id: link.id })
  await call('updatePaymentLink', { id: link.id, body: { title: 'Donation for the shelter', limit: 100 } })
  const refund = { paymentId: paid.id, amount: 10, destination: TEST_PAYER, reason: 'One cup was broken' }
  const { id } = await call('createRefund', { body: refund })
  await call('retrieveRefund', { id })
  await call('listRefunds', { query: '?nextAction=sign&limit=1' })
  await call('cancelRefund', { id })
}

async function listen(shop: Shop, call: Call): Promise<void> {
  const url = 'https://shop.example.com/hook'
  const webhook = await call('createWebhook', { body: { url, events: ['payment.*', 'refund.*'] } })
  await call('listWebhooks', { query: '?limit=1' })
  await call('retrieveWebhook', { id: webhook.id })
  await call('updateWebhook', { id: webhook.id, body: { description: 'The shop' } })
  await call('rotateWebhook', { id: webhook.id })
  const delivery = await call('pingWebhook', { id: webhook.id })
  await call('listWebhookDeliveries', { id: webhook.id, query: '?limit=1' })
  await call('retrieveDelivery', { id: delivery.id })
  await call('listDeliveries', { query: '?limit=1' })
  await call('resendDelivery', { id: delivery.id })
  await call('resendFailedDeliveries', { id: webhook.id, body: { since: '2026-01-01T00:00:00Z' } })
  const [payment] = (await shop.checkout.sandbox.payments.list({ limit: 1 })).data
  await call('listPaymentDeliveries', { id: payment?.id ?? '', query: '?limit=1' })
  await call('rotateWebhookSecret')
  const events = await call('listEvents', { query: '?type=payment.completed&limit=1' })
  await call('retrieveEvent', { id: events.data[0].id })
  await call('streamEvents', { query: '?after=0' })
  await call('deleteWebhook', { id: webhook.id })
}

async function settle(call: Call): Promise<void> {
  const { data } = await call('createSettlements')
  await call('retrieveSettlement', { id: data[0].id })
  await call('listSettlements', { query: '?limit=1' })
  await call('listLedgerEntries', { query: '?kind=received&limit=1' })
  await call('retrieveReportSummary', { query: '?from=2026-01-01&to=2026-01-31' })
  await call('listSettlementEntries', { id: data[0].id, query: '?limit=1' })
  await call('exportReportSummary', { query: '?from=2026-01-01&to=2026-01-31' })
  await call('exportLedger', { query: '?from=2026-01-01&to=2026-01-31&language=de' })
}

async function connect(call: Call): Promise<void> {
  await call('previewConnection', { body: connectionRequest })
  const { redirectUrl } = await call('createConnection', { body: connectionRequest })
  const code = new URL(redirectUrl).searchParams.get('code')
  await call('exchangeConnectionCode', { body: { code, codeVerifier: VERIFIER } })
  const { data } = await call('listConnections', { query: '?limit=1' })
  await call('endConnection', { id: data[0].id })
}

async function administer(shop: Shop, call: Call): Promise<void> {
  await call('retrieveMerchant')
  await call('updateMerchant', {
    body: { name: 'Example shop', accent: '#0a7d4f', supportEmail: 'help@shop.example.com' },
  })
  const settlementSchedule = { frequency: 'weekly', time: '18:00', weekday: 'friday', timeZone: 'Europe/Berlin' }
  await call('updateSettings', { body: { settlementSchedule, wallets: { ethereum: TEST_WALLET } } })
  await call('previewRoutes', { query: '?settlementNetwork=ethereum' })
  const signer = new Wallet(`0x${'5b'.repeat(32)}`)
  const wallet = { network: 'ethereum', address: signer.address }
  const { message } = await call('challengeWallet', { body: wallet })
  await call('proveWallet', { body: { ...wallet, message, signature: await signer.signMessage(message) } })
  await call('retrieveNetworkStatus')
  const key = await call('createKey', { body: { name: 'Till', scopes: ['payments:create', 'payments:read'] } })
  await call('listKeys', { query: '?limit=1' })
  await call('retrieveKey', { id: key.id })
  await call('retrieveOwnKey')
  const next = await call('rotateKey', { id: key.id, body: { expireOldIn: 3_600 } })
  await call('revokeKey', { id: next.id })
  await connect(call)
  const user = await insertPerson(shop, { email: 'carl@example.com', role: 'support' })
  await call('listUsers', { query: '?limit=1' })
  await call('updateUser', { id: user, body: { role: 'cashier' } })
  await call('removeUser', { id: user })
  const invitation = await call('createInvitation', { body: { email: 'ann@example.com', role: 'manager' } })
  await call('listInvitations', { query: '?limit=1' })
  await call('deleteInvitation', { id: invitation.id })
  await call('listAudit', { query: '?limit=1&operation=createKey' })
  await call('exportAudit')
  await createRequestLogJob(shop.checkout.context).run()
  await call('listRequests', { query: '?limit=1' })
}
