/** The life of refunds after a restore: payer, merchant and checkout go on beside a chain that knows more. */
import { expect } from 'vitest'
import { TEST_TOKEN, TEST_WALLET, type TestCheckout } from './index.ts'
import type { WithRefundKey } from './refund-key.ts'
import { refundTransfer } from './refunding.ts'

const MINUTE = 60_000
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
/** Long enough for what waits for finality, for nodes that were silent, and for a key on hold. */
const TURNS = 6

export type Refunding = Pick<WithRefundKey, 'shop' | 'refunds' | 'payment' | 'send'>

/** Enters an address on the page of a refund, and confirms it. */
export function enterAddress({ shop }: Pick<Refunding, 'shop'>, path: string, address: string) {
  const body = new URLSearchParams({ address, step: 'confirm' }).toString()
  return shop.request('POST', path, { key: null, body, headers: FORM })
}

/** Makes a refund that asks the payer for the address. Returns the path of its page. */
export async function askPayer({ refunds, payment }: Pick<Refunding, 'refunds' | 'payment'>): Promise<string> {
  const { nextAction } = await refunds().create({ paymentId: payment.id })
  return new URL(nextAction?.url ?? '').pathname
}

/** Reads, sends and mines for some time. The merchant signs what the checkout asks to be signed. Returns what was logged. */
export async function goOn(
  { shop, refunds, send }: Pick<Refunding, 'shop' | 'refunds' | 'send'>,
  signed: Set<string>,
  turns = TURNS,
): Promise<string> {
  let said = ''
  for (let turn = 0; turn < turns; turn++) {
    shop.clock.advance(turn === 0 ? 5 * MINUTE : 2 * MINUTE)
    await shop.settle()
    const { data } = await refunds().list()
    const asked = data.filter(({ id, nextAction }) => nextAction?.type === 'sign' && !signed.has(id))
    shop.mine(asked.map((refund) => refundTransfer(refund)))
    for (const { id } of asked) signed.add(id)
    said = await send()
  }
  return said
}

/** A merchant cancels what seems to hang, and makes it again. What is refused is not paid. `path`: a page from before. */
export async function askAgain(
  restored: Refunding,
  way: 'API' | 'page',
  address: string,
  path: string | null,
): Promise<void> {
  const { refunds, payment } = restored
  if (way === 'page' && path !== null) return void (await enterAddress(restored, path, address))
  for (const { id, status } of (await refunds().list()).data)
    if (status === 'pending') await refunds().cancel(id).catch(ignoreRefusal)
  if (way === 'API') await refunds().create({ paymentId: payment.id, destination: address }).catch(ignoreRefusal)
  const asking = way === 'page' ? await askPayer(restored).catch(ignoreRefusal) : null
  if (asking) await enterAddress(restored, asking, address)
}

function ignoreRefusal(error: unknown): null {
  expect(error).toMatchObject({ code: expect.stringMatching(/^(invalid_state|refund_exceeds_payment)$/) })
  return null
}

/** All that left the keys and the wallet. */
export function sumLeft({ node }: TestCheckout): bigint {
  const from = new Set([TEST_WALLET.toLowerCase(), ...node.transactions().map((one) => one.from.toLowerCase())])
  return node
    .transfers()
    .filter((one) => one.token.toLowerCase() === TEST_TOKEN.toLowerCase() && from.has(one.from.toLowerCase()))
    .reduce((sum, { rawAmount }) => sum + rawAmount, 0n)
}
