/** Signatures that strangers send: late, or to nodes that do not say so. */
import { id as topicOf } from 'ethers/hash'
import { expect, test } from 'vitest'
import { TEST_TOKEN } from '../../testing/index.ts'
import { openPrograms } from '../../testing/programs.ts'

const HOUR_MS = 3_600_000
const DAY_S = 86_400
const USED = topicOf('AuthorizationUsed(address,bytes32)')

/** A payment whose program has signed, and whose relay has failed. Its amount alone decides nothing. */
async function openFailed({ seconds = 300, others = 1 } = {}) {
  const opened = await openPrograms({}, { mines: false })
  const { shop, usdc, payer, terms, sign, give, send, finish } = opened
  for (let count = 0; count < others; count++) await shop.create()
  const payment = await shop.create({ expiresIn: 7 * DAY_S })
  const validBefore = String(Math.floor(shop.clock.now() / 1_000) + seconds)
  const asked = await terms(payment)
  await give(payment, await sign(asked, { authorization: { validBefore } }))
  await send()
  const [ours] = shop.node.pool.waiting
  if (!ours) throw new Error('nothing was sent')
  usdc.balances.set(payer.address.toLowerCase(), 0n)
  await finish()
  usdc.balances.delete(payer.address.toLowerCase())
  shop.node.pool.forget()
  const pass = async () => {
    shop.mine()
    await shop.watch()
    await send()
    await finish()
    shop.clock.advance(60_000)
  }
  return { ...opened, payment, asked, ours, pass }
}

test('one that is valid for days is claimed when a stranger sends it a day after it failed', async () => {
  const { shop, send, payment, ours, sendElsewhere, pass } = await openFailed({ seconds: 6 * DAY_S })
  for (let hour = 0; hour < 25; hour++) {
    shop.clock.advance(HOUR_MS)
    shop.mine()
    await shop.watch()
    await send()
  }
  shop.node.pool.forget()
  await sendElsewhere(ours)
  for (let times = 0; times < 3; times++) await pass()
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed' })
  await shop.stop()
})

test('one receipt without its logs does not decide for good', async () => {
  const { shop, payment, ours, sendElsewhere, pass } = await openFailed()
  await sendElsewhere(ours)
  shop.mine()
  await shop.watch()
  let lies = 1
  shop.node.distortion = (method, _, answer) => {
    const given = answer()
    return method === 'eth_getTransactionReceipt' && lies-- > 0 ? { ...(given as object), logs: [] } : given
  }
  for (let times = 0; times < 8; times++) await pass()
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed' })
  await shop.stop()
})

test('one receipt that invents its use does not keep the real one out', async () => {
  const { shop, payer, payment, asked, ours, stored, sendElsewhere, pass } = await openFailed()
  const nonce = (await stored())[0]?.nonce
  shop.mine([{ token: TEST_TOKEN, from: payer.address, to: asked.payTo, rawAmount: BigInt(asked.amount) }])
  await shop.watch()
  let lies = 1
  shop.node.distortion = (method, _, answer) => {
    const given = answer() as { logs: object[] } | null
    if (method !== 'eth_getTransactionReceipt' || !given || lies-- <= 0) return given
    const account = `0x${payer.address.slice(2).toLowerCase().padStart(64, '0')}`
    const invented = { ...given.logs[0], topics: [USED, account, nonce], data: '0x', logIndex: '0x9' }
    return { ...given, logs: [...given.logs, invented] }
  }
  for (let times = 0; times < 4; times++) await pass()
  expect((await stored()).map(({ state, hash }) => [state, hash])).toEqual([['failed', null]])
  await sendElsewhere(ours)
  for (let times = 0; times < 4; times++) await pass()
  expect((await stored()).map(({ state }) => state)).toEqual(['used'])
  expect(await shop.retrieve(payment)).toMatchObject({ status: 'completed' })
  const { data } = await shop.checkout.sandbox.transfers.list({ status: 'unattributed' })
  expect(data).toEqual([])
  await shop.stop()
})
