import { FACTORY_ADDRESS } from '@crypto-checkout/contracts'
import { expect, test } from 'vitest'
import { NodeError } from '../chains/node-error.ts'
import { TEST_TOKEN, TEST_WALLET } from '../testing/index.ts'
import { openSweeping } from '../testing/sweeping.ts'
import { recoverDeposit } from './recover-deposit.ts'

/** A shop with a payment on its own address that received a dollar, and a payment with the same id in no database. */
async function open() {
  const opened = await openSweeping()
  const [payment] = await opened.paid([1_000_000n])
  if (!payment) throw new Error('no payment was made')
  const common = { environment: 'sandbox', network: 'ethereum', wallet: TEST_WALLET } as const
  const recover = (more: object = {}) =>
    recoverDeposit(opened.shop.checkout.context, { paymentId: payment.id, ...common, ...more })
  return { ...opened, payment, recover, unknown: `pay_${'0'.repeat(26)}` }
}

test('the address of a payment follows from its id and wallet, with its balance and the call that pays it out', async () => {
  const { payment, recover, unknown } = await open()
  const found = await recover()
  expect(found).toMatchObject({
    address: payment.address,
    known: true,
    factory: { address: FACTORY_ADDRESS, state: 'deployable' },
    balances: [{ coin: 'USDC', token: TEST_TOKEN, amount: '1.000000' }],
    calls: [{ coin: 'USDC', to: FACTORY_ADDRESS }],
    problem: null,
  })
  expect(found.deployment).not.toBeNull()
  const other = await recover({ paymentId: unknown })
  expect(other).toMatchObject({ known: false, balances: [{ amount: '0.000000' }], calls: [] })
  expect(other.address).not.toBe(payment.address)
})

test('while no node answers the address and the calls are there, and what is not known is said', async () => {
  const { payment, recover, shop } = await open()
  shop.node.distortion = () => {
    throw new NodeError('unreachable', 'away')
  }
  const found = await recover()
  expect(found).toMatchObject({
    address: payment.address,
    factory: { state: null },
    balances: [{ coin: 'USDC', amount: null }],
    calls: [{ coin: 'USDC', to: FACTORY_ADDRESS }],
  })
  expect(found.deployment).not.toBeNull()
  expect(found.problem).not.toBeNull()
})

test('where other code is at the address of the contract, that is said and nothing is to be deployed', async () => {
  const { recover, shop } = await open()
  shop.node.codeOf = () => '0x60'
  const found = await recover()
  expect(found).toMatchObject({ deployment: null, factory: { state: 'foreign_code' } })
  expect(found.problem).toContain('shows other code')
})

test('what cannot be right is refused, and says what to do', async () => {
  const { payment, recover } = await open()
  const wrongChecksum = TEST_WALLET.replace(/[a-f]/i, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
  const refusals: [object, string, string][] = [
    [{ paymentId: payment.id.slice(4) }, 'paymentId', `Did you mean ${payment.id}?`],
    [{ paymentId: 'pay_1' }, 'paymentId', 'pay_1 is not the id of a payment'],
    [{ wallet: wrongChecksum }, 'wallet', 'its checksum is wrong'],
    [{ wallet: `0x${'00'.repeat(20)}` }, 'wallet', 'is the zero address'],
    [{ wallet: FACTORY_ADDRESS }, 'wallet', `${payment.id} pays out to ${TEST_WALLET}`],
    [{ network: 'etherium' }, 'network', 'etherium is not configured in sandbox; those that are: ethereum'],
    [{ network: 'stellar' }, 'network', 'their money is in the wallet'],
    [{ environment: 'production' }, 'network', 'try --environment sandbox'],
  ]
  for (const [more, param, text] of refusals) {
    await expect(recover(more)).rejects.toMatchObject({
      code: 'invalid_parameter',
      param,
      message: expect.stringContaining(text),
    })
  }
})
