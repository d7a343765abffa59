import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  Account,
  Address,
  Asset,
  authorizeEntry,
  contract,
  Keypair,
  MuxedAccount,
  nativeToScVal,
  Operation,
  rpc,
  scValToNative,
  type Transaction,
  TransactionBuilder,
  xdr,
} from '@stellar/stellar-sdk'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { ASSETS, KEYS, PASSPHRASE } from '../ledger/network.ts'
import { readResultCodes } from '../ledger/result-codes.ts'
import { findMissingInHorizon, findMissingInRpc } from './declarations.ts'
import { encodeAddressTopic, encodeSymbolTopic, type Harness, startHarness } from './harness.ts'

const { USDC } = ASSETS
const { payer, merchant, maker } = KEYS
const TOKEN = USDC.contractId(PASSPHRASE)
const ID = '1234567890123456'
const MUXED = new MuxedAccount(new Account(merchant.publicKey(), '0'), ID).accountId()

let h: Harness
beforeEach(async () => {
  h = await startHarness()
})
afterEach(async () => {
  await h.devnet.stop()
})

type Call = { readonly from?: string; readonly to?: string; readonly amount?: bigint; readonly token?: string }

function encodeCall({ from = payer.publicKey(), to = MUXED, amount = 15_000_000n }: Call): xdr.ScVal[] {
  return [new Address(from).toScVal(), new Address(to).toScVal(), nativeToScVal(amount, { type: 'i128' })]
}

/** Does what a client of x402 does: its transaction names no account, and has the authorization that the payer signed. */
async function authorize(call: Call = {}, signer: Keypair = payer): Promise<Transaction> {
  const tx = await contract.AssembledTransaction.build({
    contractId: call.token ?? TOKEN,
    method: 'transfer',
    args: encodeCall(call),
    networkPassphrase: PASSPHRASE,
    rpcUrl: h.stellar.rpcUrl,
    allowHttp: true,
    parseResultXdr: (result) => result,
  })
  await tx.signAuthEntries({
    address: call.from ?? payer.publicKey(),
    signAuthEntry: async (preimage) => {
      const hash = await crypto.subtle.digest('SHA-256', Buffer.from(preimage, 'base64'))
      return { signedAuthEntry: Buffer.from(signer.sign(Buffer.from(hash))).toString('base64') }
    },
    expiration: (await h.node.getLatestLedger()).sequence + 10,
  })
  await tx.simulate()
  if (!tx.built) throw new Error('nothing was built')
  return tx.built as Transaction
}

/** Wraps the operations as the other side does: its own account sends the call. */
async function wrap({ operations }: Transaction, by: Keypair = maker): Promise<Transaction> {
  const [call] = operations
  if (call?.type !== 'invokeHostFunction') throw new Error('no call')
  const built = new TransactionBuilder(await h.node.getAccount(by.publicKey()), {
    fee: '100',
    networkPassphrase: PASSPHRASE,
  })
    .addOperation(Operation.invokeHostFunction({ func: call.func, auth: call.auth ?? [] }))
    .setTimeout(60)
    .build()
  const prepared = await h.node.prepareTransaction(built)
  prepared.sign(by)
  return prepared
}

async function apply(transaction: Transaction): Promise<string> {
  const sent = await h.node.sendTransaction(transaction)
  if (sent.errorResult) return readResultCodes(sent.errorResult).transaction
  await h.close()
  const found = await h.node.getTransaction(sent.hash)
  if (found.status === rpc.Api.GetTransactionStatus.NOT_FOUND) throw new Error('it is in no ledger')
  const { transaction: code, operations = [] } = readResultCodes(found.resultXdr)
  return operations[0] === undefined || code === 'tx_success' ? code : operations[0]
}

const simulate = async (transaction: Transaction) => {
  const answer = await h.node.simulateTransaction(transaction)
  return rpc.Api.isSimulationError(answer) ? answer.error : 'success'
}

test('an account authorizes a transfer, another one sends it and pays the fee, and the muxed id is in its event', async () => {
  const startLedger = await h.close()
  const [before, had] = [await h.balance(payer), await h.balance(merchant, USDC)]
  const transaction = await wrap(await authorize())
  expect(await apply(transaction)).toBe('tx_success')
  expect(await h.balance(payer)).toBe(before)
  expect(Number(await h.balance(merchant, USDC)) - Number(had)).toBe(1.5)
  const { events } = await h.node.getEvents({
    startLedger,
    filters: [
      {
        type: 'contract',
        contractIds: [TOKEN],
        topics: [[encodeSymbolTopic('transfer'), '*', encodeAddressTopic(merchant.publicKey()), '*']],
      },
    ],
  })
  expect(events.map(({ value }) => scValToNative(value))).toEqual([{ amount: 15_000_000n, to_muxed_id: BigInt(ID) }])
  const hash = Buffer.from(transaction.hash()).toString('hex')
  const page = await h.horizon.payments().forTransaction(hash).call()
  const [record] = page.records as unknown as Record<string, unknown>[]
  expect(record).toMatchObject({
    type: 'invoke_host_function',
    asset_balance_changes: [
      {
        ...{ type: 'transfer', asset_code: 'USDC', from: payer.publicKey(), to: merchant.publicKey() },
        ...{ amount: '1.5000000', destination_muxed_id: ID },
      },
    ],
  })
  expect(findMissingInHorizon('InvokeHostFunctionOperationResponse', record)).toEqual([])
})

test('the sender of the transaction needs no authorization for its own coins', async () => {
  const built = new TransactionBuilder(await h.node.getAccount(payer.publicKey()), {
    fee: '100',
    networkPassphrase: PASSPHRASE,
  })
    .addOperation(Operation.invokeContractFunction({ contract: TOKEN, function: 'transfer', args: encodeCall({}) }))
    .setTimeout(60)
    .build()
  const prepared = await h.node.prepareTransaction(built)
  prepared.sign(payer)
  expect(await apply(prepared)).toBe('tx_success')
})

test('an authorization moves coins once, whoever sends it', async () => {
  const authorized = await authorize()
  const second = await wrap(authorized, merchant)
  expect(await apply(await wrap(authorized))).toBe('tx_success')
  expect(await simulate(authorized)).toContain('nonce already exists')
  expect(await apply(second)).toBe('op_trapped')
})

test('a nonce that was used stays in the ledger, after a restart too', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'stellar-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  await h.devnet.stop()
  h = await startHarness({ dataDir })
  const authorized = await authorize()
  expect(await apply(await wrap(authorized))).toBe('tx_success')
  const [call] = authorized.operations
  const entry = call?.type === 'invokeHostFunction' ? call.auth?.[0] : undefined
  if (entry?.credentials.type !== 'sorobanCredentialsAddress') throw new Error('no authorization')
  const { nonce } = entry.credentials.value
  const key = xdr.LedgerKey.contractData(
    new xdr.LedgerKeyContractData({
      contract: new Address(payer.publicKey()).toScAddress(),
      key: xdr.ScVal.scvLedgerKeyNonce(new xdr.ScNonceKey({ nonce })),
      durability: xdr.ContractDataDurability.temporary,
    }),
  )
  await h.devnet.stop()
  h = await startHarness({ dataDir })
  expect(h.devnet.fresh).toBe(false)
  expect((await h.node.getLedgerEntries(key)).entries).toHaveLength(1)
  expect(await simulate(authorized)).toContain('nonce already exists')
})

describe('a call is refused', () => {
  test('with the signature of another account', async () => {
    await expect(authorize({}, merchant)).rejects.toThrow()
    const [call] = (await authorize()).operations
    const entry = call?.type === 'invokeHostFunction' ? call.auth?.[0] : undefined
    if (!entry || call?.type !== 'invokeHostFunction') throw new Error('no authorization')
    const forged = await authorizeEntry(
      entry,
      async (preimage) => {
        const hash = await crypto.subtle.digest('SHA-256', Buffer.from(preimage.toXdr()))
        return { signature: merchant.sign(Buffer.from(hash)), publicKey: merchant.publicKey() }
      },
      100,
      PASSPHRASE,
    )
    const transaction = new TransactionBuilder(new Account(maker.publicKey(), '1'), {
      fee: '100',
      networkPassphrase: PASSPHRASE,
    })
      .addOperation(Operation.invokeHostFunction({ func: call.func, auth: [forged] }))
      .setTimeout(60)
      .build()
    expect(await simulate(transaction)).toContain('failed account authentication')
  })

  test('after its last ledger', async () => {
    const authorized = await authorize()
    const transaction = await wrap(authorized)
    for (let ledger = 0; ledger < 11; ledger++) await h.close()
    expect(await simulate(authorized)).toContain('expired')
    expect(await apply(transaction)).toBe('op_trapped')
  })

  test('if it is for another call than is made', async () => {
    const [call] = (await authorize()).operations
    if (call?.type !== 'invokeHostFunction') throw new Error('no call')
    const other = Operation.invokeContractFunction({
      contract: TOKEN,
      function: 'transfer',
      args: encodeCall({ amount: 16_000_000n }),
      auth: call.auth ?? [],
    })
    const transaction = new TransactionBuilder(new Account(maker.publicKey(), '1'), {
      fee: '100',
      networkPassphrase: PASSPHRASE,
    })
      .addOperation(other)
      .setTimeout(60)
      .build()
    expect(await simulate(transaction)).toContain('Unauthorized function call')
  })

  test.each<[string, () => Promise<Call>, string]>([
    ['more than there is', async () => ({ amount: 2n ** 62n }), '#10'],
    ['less than nothing', async () => ({ amount: -1n }), '#8'],
    ['to an account that does not exist', async () => ({ to: Keypair.random().publicKey() }), '#6'],
    ['to an account without a trustline', async () => ({ to: (await h.account()).publicKey() }), '#13'],
    [
      'in a contract that does not exist',
      async () => ({ token: new Asset('X', payer.publicKey()).contractId('x') }),
      'MissingValue',
    ],
  ])('%s', async (_, change, reason) => {
    const call = await change()
    const operation = Operation.invokeContractFunction({
      contract: call.token ?? TOKEN,
      function: 'transfer',
      args: encodeCall(call),
    })
    const transaction = new TransactionBuilder(new Account(maker.publicKey(), '1'), {
      fee: '100',
      networkPassphrase: PASSPHRASE,
    })
      .addOperation(operation)
      .setTimeout(60)
      .build()
    expect(await simulate(transaction)).toContain(reason)
  })

  test('without what it must declare, or with too little for it', async () => {
    const [call] = (await authorize()).operations
    if (call?.type !== 'invokeHostFunction') throw new Error('no call')
    const bare = new TransactionBuilder(await h.node.getAccount(maker.publicKey()), {
      fee: '1000000',
      networkPassphrase: PASSPHRASE,
    })
      .addOperation(Operation.invokeHostFunction({ func: call.func, auth: call.auth ?? [] }))
      .setTimeout(60)
      .build()
    bare.sign(maker)
    expect(await apply(bare)).toBe('tx_soroban_invalid')
  })
})

test('every answer has the fields that the SDK declares', async () => {
  const authorized = await authorize()
  const raw = await h.node._simulateTransaction(authorized)
  expect(findMissingInRpc('RawSimulateTransactionResponse', raw)).toEqual([])
  const found = await h.node.simulateTransaction(authorized)
  if (!rpc.Api.isSimulationSuccess(found)) throw new Error('it fails')
  expect(found.events).toHaveLength(1)
  expect(found.minResourceFee).toBe('50000')
})
