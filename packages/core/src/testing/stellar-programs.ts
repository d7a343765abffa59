/** Programs that pay by x402 on a scripted Stellar network, on a shop that pays network fees. */
import { hash, randomBytes } from 'node:crypto'
import type { Payment } from '@crypto-checkout/api-types'
import type { Keypair, xdr } from '@stellar/stellar-sdk/base'
import { loadSdk } from '../chains/stellar/sdk.ts'
import { carrySponsored } from '../relays/stellar/carry.ts'
import type { Requirements } from '../relays/x402/messages.ts'
import { FakeClock, type TestParts, testCheckout } from './index.ts'
import { encode, readAnswer } from './programs.ts'
import { ScriptedCalls } from './scripted-calls.ts'
import { createScriptedAccount } from './scripted-event.ts'
import { ScriptedLedger } from './scripted-ledger.ts'

export const PASSPHRASE = 'Scripted Stellar Network'
export const SHOP_WALLET = createScriptedAccount(1)
const USDC = { code: 'USDC', issuer: createScriptedAccount(3) }
const KEY_ENV = 'SCRIPTED_FEE_KEY'
const LEDGER_MS = 5_000

export function createPayer(name = 'payer'): Keypair {
  return loadSdk().Keypair.fromRawEd25519Seed(hash('sha256', name, 'buffer'))
}

/** Changes by a program of an honest payload. */
export type Changes = {
  readonly from?: string
  readonly to?: string
  readonly amount?: bigint
  readonly contract?: string
  readonly name?: string
  /** The account whose key signs. */
  readonly signer?: Keypair
  readonly until?: number
  readonly source?: string
  readonly nonce?: bigint
  readonly networkPassphrase?: string
  /** Of the signed operation. */
  readonly operation?: (call: Call) => xdr.Operation[]
  readonly accepted?: object
  readonly payload?: object
  readonly extensions?: object
}

export type Call = { readonly args: xdr.InvokeContractArgs; readonly entry: xdr.SorobanAuthorizationEntry }

type Id = Pick<Payment, 'id'>

/** `closes`: whether ledgers are closed and read while an answer waits. */
export async function openStellarPrograms(
  x402: object | null = {},
  {
    closes = true,
    horizonUrls,
    ...parts
  }: TestParts & { readonly closes?: boolean; readonly horizonUrls?: string[] } = {},
) {
  const clock = parts.clock ?? new FakeClock()
  const ledger = new ScriptedLedger({ passphrase: PASSPHRASE, startTime: clock.now(), assets: [USDC] })
  const calls = new ScriptedCalls(ledger, USDC)
  process.env[KEY_ENV] = calls.key.secret()
  const option = { feeKey: { env: KEY_ENV }, maxFeePerPayment: 0.01, maxFeePerDay: 0.1, ...x402 }
  const stellar = {
    ...{ networkPassphrase: PASSPHRASE, coins: { USDC }, rpcUrls: ['http://127.0.0.1:8/rpc'] },
    ...(horizonUrls ? { horizonUrls } : {}),
    ...(x402 === null ? {} : { x402: option }),
  }
  const options = { sandbox: { networks: { stellar } }, production: { networks: {} } }
  let during: () => Promise<unknown> = async () => {}
  const shop = await testCheckout(options, { ...parts, clock, ledger, pause: async () => void (await during()) })
  /** Carries what was signed on, as the job does. */
  const carry = async () => {
    const { context } = shop.checkout
    for (const network of context.networks) while ((await carrySponsored(context, network)).more);
  }
  const closeOne = async () => {
    clock.advance(LEDGER_MS)
    calls.close(clock.now())
    await shop.settle()
  }
  const step = async () => {
    await carry()
    await closeOne()
    await carry()
  }
  if (closes) during = step
  const get = async ({ id }: Id, headers: Record<string, string> = {}, method = 'GET') =>
    readAnswer(await shop.request(method, `/pay/${id.slice(4)}`, { key: null, headers }))
  const give = (payment: Id, payload: unknown) => get(payment, { 'payment-signature': encode(payload) })
  const terms = async (payment: Id): Promise<Requirements> => {
    const [first] = (await get(payment)).required?.accepts ?? []
    if (!first) throw new Error(`${payment.id} cannot be paid by a program`)
    return first
  }
  const stored = () => shop.storage.db.selectFrom('relays').selectAll().orderBy('created_at').execute()
  return {
    shop,
    ledger,
    calls,
    clock,
    carry,
    closeOne,
    step,
    get,
    give,
    terms,
    stored,
    create: (input: object = {}) => shop.create({ network: 'stellar', merchantWallet: SHOP_WALLET, ...input }),
    sign: (asked: Requirements, changes: Changes = {}) => sign(asked, ledger.newest.number, changes),
    /** Does what a program does: asks, signs, and asks again with what it signed. */
    pay: async (payment: Id, changes: Changes = {}) =>
      give(payment, await sign(await terms(payment), ledger.newest.number, changes)),
    whileWaiting: (what: () => Promise<unknown>) => {
      during = what
    },
    /** Closes ledgers until nothing is on its way. */
    async finish(most = 12): Promise<void> {
      for (let ledgers = 0; ledgers < most; ledgers++) await step()
    },
    traces: async () => ({ stored: (await stored()).length, sent: calls.came.length }),
  }
}

/** Builds what `@x402/stellar` does: a call that names no account, with the authorization that the payer signed. */
async function sign(asked: Requirements, newest: number, changes: Changes): Promise<object> {
  const { Account, Address, authorizeEntry, nativeToScVal, Operation, TransactionBuilder, xdr } = loadSdk()
  const signer = changes.signer ?? createPayer()
  const from = changes.from ?? signer.publicKey()
  const networkPassphrase = changes.networkPassphrase ?? PASSPHRASE
  const args = new xdr.InvokeContractArgs({
    contractAddress: new Address(changes.contract ?? asked.asset).toScAddress(),
    functionName: changes.name ?? 'transfer',
    args: [
      new Address(from).toScVal(),
      new Address(changes.to ?? asked.payTo).toScVal(),
      nativeToScVal(changes.amount ?? BigInt(asked.amount), { type: 'i128' }),
    ],
  })
  const unsigned = new xdr.SorobanAuthorizationEntry({
    credentials: xdr.SorobanCredentials.sorobanCredentialsAddress(
      new xdr.SorobanAddressCredentials({
        address: new Address(from).toScAddress(),
        nonce: changes.nonce ?? randomBytes(8).readBigInt64BE(),
        signatureExpirationLedger: 0,
        signature: xdr.ScVal.scvVoid(),
      }),
    ),
    rootInvocation: new xdr.SorobanAuthorizedInvocation({
      function: xdr.SorobanAuthorizedFunction.sorobanAuthorizedFunctionTypeContractFn(args),
      subInvocations: [],
    }),
  })
  const until = changes.until ?? newest + Math.ceil(asked.maxTimeoutSeconds / 5)
  const entry = await authorizeEntry(unsigned, signer, until, networkPassphrase)
  const func = xdr.HostFunction.hostFunctionTypeInvokeContract(args)
  const operations = changes.operation?.({ args, entry }) ?? [Operation.invokeHostFunction({ func, auth: [entry] })]
  const NOBODY = 'GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF'
  const builder = new TransactionBuilder(new Account(changes.source ?? NOBODY, '0'), { fee: '100', networkPassphrase })
  for (const operation of operations) builder.addOperation(operation)
  const transaction = builder.setTimeout(300).build().toXdr()
  return {
    ...{ x402Version: 2, accepted: { ...asked, ...changes.accepted } },
    payload: { transaction, ...changes.payload },
    ...(changes.extensions ? { extensions: changes.extensions } : {}),
  }
}
