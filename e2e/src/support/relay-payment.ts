import { randomBytes } from 'node:crypto'
import type { Checkout, Payment } from '@crypto-checkout/core'
import { Wallet } from 'ethers'
import { type Ethereum, pollUntil } from './harness.ts'

type Shop = { readonly checkout: Pick<Checkout, 'handle'>; readonly devnet: Pick<Ethereum, 'payer'> }

/** Signs for a payment, as a payer's page does. */
export async function relayPayment({ checkout, devnet }: Shop, { id }: Payment): Promise<void> {
  const payer = new Wallet(`0x${randomBytes(32).toString('hex')}`)
  await devnet.payer.send({ network: 'ethereum', cryptocurrency: 'USDC', to: payer.address, amount: 50_000_000n })
  const path = `/pay/${id.slice(4)}`
  const call = async (method: string, to: string, query: string, body?: object) => {
    const bytes = Buffer.from(body ? JSON.stringify(body) : '')
    const headers = body ? { 'content-type': 'application/json' } : {}
    const request = { method, path: to, query, address: '10.0.0.1', headers, body: { kind: 'bytes' as const, bytes } }
    const answer = await checkout.handle(request)
    return { status: answer?.status, body: JSON.parse(Buffer.from(answer?.body ?? '{}').toString()) }
  }
  const offer = await pollUntil(
    () => call('GET', `${path}/authorization`, `from=${payer.address}`),
    ({ status }) => status === 200,
    250,
  )
  const { EIP712Domain: _, ...types } = offer.body.types
  const signature = await payer.signTypedData(offer.body.domain, types, offer.body.message)
  // The payer's coins may not be mined yet.
  const post = () => call('POST', `${path}/authorizations`, '', { from: payer.address, signature })
  await pollUntil(post, (answer) => (answer.status ?? 500) < 300, 250)
}
