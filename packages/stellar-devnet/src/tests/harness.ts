/** For the tests of the local Stellar network: the SDK as its client. */
import {
  type Account,
  Address,
  Asset,
  Horizon,
  Keypair,
  type Memo,
  nativeToScVal,
  Operation,
  rpc,
  type Transaction,
  TransactionBuilder,
} from '@stellar/stellar-sdk'
import type { LocalStellarNetwork } from '../description.ts'
import { type StellarDevnet, type StellarDevnetOptions, startStellarDevnet } from '../index.ts'
import { PASSPHRASE } from '../ledger/network.ts'
import { readResultCodes } from '../ledger/result-codes.ts'
import type { BuiltOperation } from '../ledger/sign.ts'
import { closeLedger } from '../testing.ts'

export type Harness = {
  readonly devnet: StellarDevnet
  readonly stellar: LocalStellarNetwork
  readonly horizon: Horizon.Server
  readonly node: rpc.Server
  /** Closes a ledger with the waiting transactions. */
  close(): Promise<number>
  /** A new account with 10,000 XLM and trustlines for these assets */
  account(...trusted: Asset[]): Promise<Keypair>
  /** Applies the operations in a ledger of their own and returns Horizon's result codes, `tx_success` among them. */
  apply(
    keys: Keypair | readonly Keypair[],
    operations: BuiltOperation | readonly BuiltOperation[],
    options?: Options,
  ): Promise<string[]>
  /** The same, but throws if it did not succeed. Returns the hash. */
  succeed(
    keys: Keypair | readonly Keypair[],
    operations: BuiltOperation | readonly BuiltOperation[],
    options?: Options,
  ): Promise<string>
  /** The account's balance, in whole coins */
  balance(key: Keypair, asset?: Asset): Promise<string | undefined>
}

export type Options = {
  readonly memo?: Memo
  readonly fee?: string
  readonly build?: (builder: TransactionBuilder) => void
}

/** Ledgers close only on request. */
export async function startHarness(options: StellarDevnetOptions = {}): Promise<Harness> {
  const devnet = await startStellarDevnet({ pace: { blockTimeMs: 0 }, ...options })
  const stellar = devnet.network
  const horizon = new Horizon.Server(stellar.horizonUrl, { allowHttp: true })
  const node = new rpc.Server(stellar.rpcUrl, { allowHttp: true })
  const close = async (): Promise<number> => (await closeLedger(stellar)).sequence

  const send = async (transaction: Transaction): Promise<{ codes: string[]; hash: string }> => {
    const sent = await node.sendTransaction(transaction)
    if (sent.errorResult) return { codes: readCodes(sent.errorResult), hash: sent.hash }
    await close()
    const found = await node.getTransaction(sent.hash)
    if (found.status === rpc.Api.GetTransactionStatus.NOT_FOUND) throw new Error(`${sent.hash} is in no ledger.`)
    return { codes: readCodes(found.resultXdr), hash: sent.hash }
  }
  const applied = async (...[keys, operations, more]: Parameters<Harness['apply']>) => {
    const [first, ...others] = [keys].flat()
    if (!first) throw new Error('Somebody must sign.')
    const account = await node.getAccount(first.publicKey())
    return await send(build(account, [first, ...others], [operations].flat(), more))
  }
  const succeed: Harness['succeed'] = async (...call) => {
    const { codes, hash } = await applied(...call)
    if (codes[0] !== 'tx_success') throw new Error(codes.join(', '))
    return hash
  }
  return {
    devnet,
    stellar,
    horizon,
    node,
    close,
    apply: async (...call) => (await applied(...call)).codes,
    succeed,
    async account(...trusted) {
      const key = Keypair.random()
      await devnet.faucet(key.publicKey())
      await close()
      if (trusted.length > 0)
        await succeed(
          key,
          trusted.map((asset) => Operation.changeTrust({ asset })),
        )
      return key
    },
    async balance(key, asset = Asset.native()) {
      const { balances } = await horizon.loadAccount(key.publicKey())
      return balances.find((line) => isLineInAsset(line, asset))?.balance
    },
  }
}

export function build(
  account: Account,
  keys: readonly Keypair[],
  operations: readonly BuiltOperation[],
  { memo, fee = '100', build: more }: Options = {},
): Transaction {
  const builder = new TransactionBuilder(account, { fee, networkPassphrase: PASSPHRASE, ...(memo ? { memo } : {}) })
  for (const operation of operations) builder.addOperation(operation)
  if (more) more(builder)
  else builder.setTimeout(0)
  const transaction = builder.build()
  transaction.sign(...keys)
  return transaction
}

function readCodes(result: Parameters<typeof readResultCodes>[0]): string[] {
  const { transaction, operations = [] } = readResultCodes(result)
  return [transaction, ...operations]
}

function isLineInAsset(line: Horizon.HorizonApi.BalanceLine, asset: Asset): boolean {
  if (!('asset_code' in line)) return asset.isNative()
  return line.asset_code === asset.getCode() && line.asset_issuer === asset.getIssuer()
}

export function pay(to: Keypair | string, asset: Asset, amount: string): BuiltOperation {
  const destination = typeof to === 'string' ? to : to.publicKey()
  return Operation.payment({ destination, asset, amount })
}

/** A segment of an event filter's topics */
export function encodeSymbolTopic(name: string): string {
  return nativeToScVal(name, { type: 'symbol' }).toXdr('base64')
}

export function encodeAddressTopic(address: string): string {
  return new Address(address).toScVal().toXdr('base64')
}
